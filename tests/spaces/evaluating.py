"""Networks that are trained and evaluated: in which mode, and whether a graph is recorded.

torch is asked at the call that evaluates: whether a dropout has dropped something there, or a batch
norm has learned; and whether the result has a graph that no backward has passed in the end.

What TAP607 reports is fixed, and torch runs it again: no layer may train there any more, and all
else runs in the modes that it ran in before.

python -m tests.spaces.evaluating SEED COUNT
"""

from __future__ import annotations

import random
import re
import sys
import warnings
from collections import Counter
from collections.abc import Iterable, Iterator
from textwrap import indent
from types import FrameType
from typing import Any, Final, NamedTuple

import torch
from torch import nn
from torch.nn.modules import module as hooks

from tapelint import Settings, fix_source, lint_source
from tapelint.findings import Confidence

HERE: Final = "# here"
"""Stands behind the call that evaluates."""
HEAD: Final = """\
import torch
from torch import nn

flag = True


"""
NETWORKS: Final = {
    "dropout": "nn.Sequential(nn.Linear(6, 16), nn.Dropout(0.5), nn.Linear(16, 6))",
    "batch norm": "nn.Sequential(nn.Linear(6, 8), nn.BatchNorm1d(8), nn.Linear(8, 6))",
    "both": "nn.Sequential(nn.Linear(6, 8), nn.BatchNorm1d(8), nn.Dropout(), nn.Linear(8, 6))",
    "class": "Net()",
    "class of lists": "Stack()",
    "wrapped": "nn.DataParallel(Net())",
    "plain": "nn.Sequential(nn.Linear(6, 8), nn.ReLU(), nn.Linear(8, 6))",
    "layer norm": "nn.Sequential(nn.Linear(6, 8), nn.LayerNorm(8), nn.Linear(8, 6))",
    "dropout of zero": "nn.Sequential(nn.Linear(6, 8), nn.Dropout(p=0), nn.Linear(8, 6))",
    "untracked": "nn.Sequential(nn.Linear(6, 6), nn.BatchNorm1d(6, track_running_stats=False))",
}
CLASSES: Final = {
    "Net()": """\
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(6, 8), nn.BatchNorm1d(8), nn.ReLU())
        self.drop = nn.Dropout(0.4)
        self.head = nn.Linear(8, 6)

    def forward(self, x):
        return self.head(self.drop(self.body(x)))


""",
    "Stack()": """\
class Stack(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.ModuleList([nn.Linear(6, 6), nn.Dropout(0.5), nn.Linear(6, 6)])

    def forward(self, x):
        for layer in self.layers:
            x = layer(x)
        return x


""",
}
SWITCHES: Final = {
    "none": ("", ""),
    "before": ("net.eval()\n", "net.train()\n"),
    "train(False)": ("net.train(False)\n", "net.train(True)\n"),
    "attribute": ("for each in net.modules():\n    each.training = False\n", "net.train()\n"),
    "too late": ("", "net.eval()\nnet.train()\n"),
    "undone": ("net.eval()\nnet.train()\n", ""),
    "of another": ("other.eval()\n", ""),
    "helper": ("set_mode(net, False)\n", "set_mode(net, True)\n"),
    "if it trains": ("if net.training:\n    net.eval()\n", "net.train()\n"),
    "under a flag": ("if flag:\n    net.eval()\n", "net.train()\n"),
}
MODES: Final = {
    "none": "",
    "no_grad": "with torch.no_grad():\n",
    "inference_mode": "with torch.inference_mode():\n",
    "set_grad_enabled": "with torch.set_grad_enabled(False):\n",
    "enabled": "with torch.set_grad_enabled(True):\n",
    "both": "with torch.no_grad(), torch.enable_grad():\n",
}
CALLS: Final = {
    "item": "loss = net(x).pow(2).mean()  {}\nprint(loss.item())\n",
    "argmax": "hits = (net(x).argmax(1) == 0).sum()  {}\nprint(hits)\n",
    "named": "y = net(x)  {}\nprint(y.mean().item())\n",
    "forward": "y = net.forward(x)  {}\nprint(y.mean().item())\n",
    "detached": "y = net(x).detach()  {}\nprint(y.mean())\n",
    "metric alone": "y = net(x)  {}\nwith torch.no_grad():\n    print(y.mean())\n",
    "trained": "kept.append(net(x).pow(2).mean())  {}\n",
    "of another": "y = other(x)  {}\nprint(y.mean().item())\n",
    "twice": "print(net(x + net(x).mean()).mean().item())  {}\n",
    "stops": "y = net(x)  {}\nif y.mean() > 9:\n    break\n",
    "raises": "y = net(x)  {}\nif y.mean() > 9:\n    raise ValueError(y)\n",
    "rebound": "net = net.float()\ny = net(x)  {}\nprint(y.mean())\n",
    "text over lines": "print('''mean\n of all''', net(x).mean().item())  {}\n",
}
LOOPS: Final = {
    "loop": "for x in val_loader:\n",
    "numbered": "for i, x in enumerate(val_loader):\n",
    "part": "for x in loaders['test']:\n",
    "alone": "",
}
SHAPES: Final = ("script", "functions", "switching function", "trainer", "main", "given")
TIMES: Final = ("each round", "at the end", "now and then", "each round", "before")
TRAINED: Final = ("net", "net", "net", "frozen", "other")
_AXES: Final = (NETWORKS, SWITCHES, MODES, CALLS, LOOPS, SHAPES, TIMES, TRAINED)
CODES: Final = ("TAP607", "TAP504")
SPOILED: Final = ("is no Python", "raises", "still trains", "leaves other modes")
"""What must be said of no program that was fixed."""


class Program(NamedTuple):
    """A program that trains and evaluates.

    Attributes:
        chosen: How it is made.
        text: It.
    """

    chosen: tuple[str, ...]
    text: str

    @property
    def line(self) -> int:
        """Where it evaluates."""
        return self.text[: self.text.index(HERE)].count("\n") + 1


class Verdict(NamedTuple):
    """What torch says of the call that evaluates.

    Attributes:
        in_training: Whether a layer has done there what it does in training.
        records: Whether a graph is recorded that no backward uses.
        modes: The modes of all layers that ran elsewhere, in order, and those at the end.
    """

    in_training: bool
    records: bool
    modes: tuple[bool, ...] = ()


def _under(head: str, body: str) -> str:
    return head + indent(body, "    ") if head else body


def program(*chosen: str) -> Program:
    """One program of the space."""
    network, switch, mode, call, loop, shape, time, trained = chosen
    made = NETWORKS[network]
    classes = "".join(text for name, text in CLASSES.items() if name in made)
    helper = "def set_mode(it, trains):\n    it.train() if trains else it.eval()\n\n\n"
    before, after = SWITCHES[switch]
    looped = _under(LOOPS[loop], CALLS[call].format(HERE))
    if loop == "alone":
        looped = "x_val = val_loader[0]\n" + re.sub(r"\bx\b", "x_val", looped)
    looped = _under(MODES[mode], looped)
    taught = "other" if trained == "other" else "net"
    end = "sum(kept).backward()\nkept.clear()\n" if call == "trained" else ""
    step = (
        "optimizer.zero_grad()\n"
        f"{taught}(torch.randn(8, 6)).pow(2).mean().backward()\noptimizer.step()\n"
    )
    make = (
        f"net = {made}\nother = nn.Linear(6, 6)\n"
        + f"optimizer = torch.optim.SGD({taught}.parameters(), lr=0.01)\n"
        + "val_loader = torch.randn(2, 8, 6)\nloaders = {'test': val_loader}\nkept = []\n"
    )
    frozen = (
        "for p in net.parameters():\n    p.requires_grad = False\n" if trained == "frozen" else ""
    )
    body = frozen + before + looped + after + end
    defined = ""
    if shape in {"functions", "switching function"}:
        given = "net, other, optimizer"
        inner = before + looped + after if shape == "switching function" else looped
        defined = f"def train({given}):\n{indent(step, '    ')}\n\n"
        defined += (
            f"def validate(net, other, val_loader, loaders, kept):\n{indent(inner, '    ')}\n\n"
        )
        called = "validate(net, other, val_loader, loaders, kept)\n"
        step = f"train({given})\n"
        around = (
            frozen + called if shape == "switching function" else frozen + before + called + after
        )
        body = around + end
    if time == "each round":
        run = f"for epoch in range(2):\n{indent(step + body, '    ')}"
    elif time == "now and then":
        inner = f"if epoch % 2 == 0:\n{indent(body, '    ')}"
        run = f"for epoch in range(2):\n{indent(step + inner, '    ')}"
    elif time == "at the end":
        run = f"for epoch in range(2):\n{indent(step, '    ')}{body}"
    else:
        run = f"{body}for epoch in range(2):\n{indent(step, '    ')}"
    if shape == "main":
        run = f"def main():\n{indent(make + run, '    ')}\n\nmain()\n"
    elif shape == "given":
        names = "net, other, optimizer, val_loader, loaders, kept"
        run = f"def fit({names}):\n{indent(run, '    ')}\n\n{make}fit({names})\n"
    elif shape == "trainer":
        run = _trainer(make, step, frozen + before + looped + after, end, time)
    else:
        run = make + run
    return Program(chosen, HEAD + helper + classes + defined + run)


def _trainer(make: str, step: str, body: str, end: str, time: str) -> str:
    """The same as methods of one object."""
    names = ("net", "other", "optimizer", "val_loader", "loaders", "kept")
    kept = "".join(f"self.{each} = {each}\n" for each in names)
    taken = "".join(f"{each} = self.{each}\n" for each in names)
    methods = {
        "__init__": make + kept,
        "learn": taken + step,
        "check": taken + body + end,
        "run": {
            "each round": "for _ in range(2):\n    self.learn()\n    self.check()\n",
            "now and then": "for i in range(2):\n    self.learn()\n    if i == 1:\n"
            "        self.check()\n",
            "at the end": "for _ in range(2):\n    self.learn()\nself.check()\n",
            "before": "self.check()\nfor _ in range(2):\n    self.learn()\n",
        }[time],
    }
    written = "\n".join(
        f"    def {name}(self):\n{indent(text, '        ')}" for name, text in methods.items()
    )
    return f"class Trainer:\n{written}\n\nTrainer().run()\n"


def judged(of: Program) -> Verdict | None:
    """What torch says; ``None`` where it refuses the program."""
    torch.manual_seed(0)
    acted, results, used = [], list[torch.Tensor](), list[bool]()
    seen, elsewhere = dict[nn.Module, None](), list[bool]()

    def watch(module: nn.Module, given: Any, result: Any) -> None:
        frame: FrameType | None = sys._getframe()
        lines = []
        while frame is not None:
            if frame.f_code.co_filename == "<program>":
                lines.append(frame.f_lineno)
            frame = frame.f_back
        seen[module] = None
        if of.line not in lines:
            elsewhere.append(module.training)
            return
        if isinstance(module, nn.Dropout):
            acted.append(not torch.equal(given[0], result))
        elif isinstance(module, nn.BatchNorm1d):
            acted.append(module.training and module.track_running_stats)
        if lines[0] == of.line or "forward" in of.chosen:  # of that itself no hook is told
            results.append(result)
            if result.requires_grad:
                result.grad_fn.register_hook(lambda *given: used.append(True))

    handle = hooks.register_module_forward_hook(watch)
    names: dict[str, Any] = {"__name__": "program", "print": lambda *given: None}
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            exec(compile(of.text, "<program>", "exec"), names)
    except (RuntimeError, SyntaxError, UnboundLocalError):
        return None
    finally:
        handle.remove()
    is_detached = ".detach()" in of.text
    records = any(each.requires_grad for each in results) and not used and not is_detached
    elsewhere += [each.training for each in seen]
    return Verdict(any(acted), records, tuple(elsewhere))


def fixed(of: Program) -> Program | None:
    """The program with what TAP607 reports fixed; ``None`` where it has no fix."""
    settings = Settings(select=("TAP607",), unsafe_fixes=True)
    done = fix_source(of.text, path="program.py", settings=settings)
    assert isinstance(done.source, str)
    return of._replace(text=done.source) if done.fixed and not done.remaining else None


def spoiled(of: Program, before: Verdict) -> str:
    """What is wrong with a program that was fixed; "" where nothing is."""
    try:
        compile(of.text, "<program>", "exec")
    except SyntaxError:
        return SPOILED[0]
    after = judged(of)
    if after is None:
        return SPOILED[1]
    if after.in_training:
        return SPOILED[2]
    return "" if after.modes == before.modes else SPOILED[3]


def is_meant(of: Program, code: str) -> bool:
    """Whether a rule is to speak at all.

    It is not where nobody has trained the network, nor where somebody has thought of the mode.
    """
    _, switch, mode, call, _, shape, time, trained = of.chosen
    evaluated = "other" if call == "of another" else "net"
    if time == "before" or call == "trained" or (trained == "other") != (evaluated == "other"):
        return False
    if code == "TAP504":
        return mode not in {"enabled", "both"}
    in_function = shape in {"switching function", "trainer"}
    return not (in_function and "train(" in "".join(SWITCHES[switch]))


def drawn(seed: int, count: int) -> Iterator[tuple[Program, Verdict]]:
    """Some programs that torch runs, each once."""
    dice, seen = random.Random(seed), set[tuple[str, ...]]()
    while len(seen) < count:
        chosen = tuple(dice.choice(list(axis)) for axis in _AXES)
        if chosen in seen:
            continue
        made = program(*chosen)
        verdict = judged(made)
        if verdict is not None:
            seen.add(chosen)
            yield made, verdict


def measured(programs: Iterable[tuple[Program, Verdict]]) -> tuple[Counter[str], list[str]]:
    """How often each rule says what torch says; and where it does not."""
    counts, told = Counter[str](), list[str]()
    settings = Settings(select=CODES, min_confidence=Confidence.LIKELY)
    for made, verdict in programs:
        reports = lint_source(made.text, path="program.py", settings=settings)
        for code, is_so in zip(CODES, verdict[:2], strict=True):
            its = [each for each in reports if each.code == code]
            said = bool(its)
            word = ("found" if said else "missed") if is_so else "false" if said else "silent"
            if word == "false":
                word = f"false {its[0].confidence.value}"
            if word == "missed" and not is_meant(made, code):
                word = "silent"
            counts[f"{code} {word}"] += 1
            if word == "missed" or word.startswith("false"):
                told.append(f"{code} {word}: {', '.join(made.chosen)}")
            if any(each.line != made.line for each in its):
                counts[f"{code} elsewhere"] += 1
                told.append(f"{code} elsewhere: {', '.join(made.chosen)}")
            if said and code == "TAP607":
                repaired = fixed(made)
                word = "not fixed" if repaired is None else spoiled(repaired, verdict) or "fixed"
                counts[f"{code} {word}"] += 1
                if word != "fixed":
                    told.append(f"{code} {word}: {', '.join(made.chosen)}")
    return counts, told


if __name__ == "__main__":
    result = measured(drawn(int(sys.argv[1]), int(sys.argv[2])))
    print("\n".join(sorted(result[1])))
    print(sorted(result[0].items()))
