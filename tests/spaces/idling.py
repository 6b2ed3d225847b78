"""Steps of optimisers: did a backward give any of their parameters a gradient before?

A program has a generator and a discriminator, each with an optimiser, and trains the generator.
Drawn are how the networks are made, what the optimiser is given, what the loss is taken of, how
gradients are cleared, what else happens meanwhile, and where all that stands. torch judges each
step: whether any parameter of the optimiser has a gradient that is not zero.

    python -m tests.spaces.idling SEED COUNT
"""

from __future__ import annotations

import os
import random
import sys
import warnings
from collections import Counter
from collections.abc import Iterable, Iterator
from textwrap import indent
from types import SimpleNamespace
from typing import Any, Final, NamedTuple

import torch
from torch import nn
from torch.optim.optimizer import register_optimizer_step_pre_hook

from tapelint import Confidence, Settings, lint_source

HEAD: Final = """\
import copy
import itertools
import os
import torch
import torch.nn.functional as F
from torch import nn
from torch.utils.checkpoint import checkpoint

flag = bool(os.environ.get("FLAG"))


class Net(nn.Module):
    def __init__(self, width, out):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(4, width), nn.Tanh())
        self.heads = nn.ModuleList([nn.Linear(width, out) for _ in range(2)])

    def forward(self, x):
        h = self.body(x)
        return self.heads[0](h) + self.heads[1](h)


class Mixed(nn.Module):
    def __init__(self):
        super().__init__()
        self.part = outside_part()
        self.own = nn.Linear(4, 4)

    def forward(self, x):
        return self.own(self.part(x))


class Scaled(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        return x * 2

    @staticmethod
    def backward(ctx, grad):
        return grad * 2


"""
NETS: Final = {
    "linear": "nn.Linear(4, 4)",
    "sequential": "nn.Sequential(nn.Linear(4, 8), nn.Tanh(), nn.Linear(8, 4))",
    "class": "Net(8, 4)",
    "part from outside": "Mixed()",
    "moved": "Net(8, 4).to('cpu').train()",
    "wrapped": "nn.DataParallel(nn.Linear(4, 4))",
    "built outside": "outside_net()",
}
"""How the generator is made."""
OPTIMISED: Final = {
    "parameters": "G.parameters()",
    "list": "list(G.parameters())",
    "groups": "[{'params': G.parameters(), 'lr': 0.1}]",
    "filtered": "filter(lambda p: p.requires_grad, G.parameters())",
    "two networks": "list(G.parameters()) + list(E.parameters())",
    "chained": "itertools.chain(G.parameters(), E.parameters())",
    "comprehension": "[p for p in G.parameters() if p.requires_grad]",
    "latents too": "[*G.parameters(), latent]",
    "named": "[p for n, p in G.named_parameters() if 'weight' in n or 'bias' in n]",
}
LOSSES: Final = {
    "through": "fake = G(z)\nloss = crit(D(fake), ones)",
    "detached": "fake = G(z).detach()\nloss = crit(D(fake), ones)",
    "detached later": "fake = G(z)\nloss = crit(D(fake.detach()), ones)",
    "no grad": "with torch.no_grad():\n    fake = G(z)\nloss = crit(D(fake), ones)",
    "data": "fake = G(z).data\nloss = crit(D(fake), ones)",
    "made anew": "fake = torch.tensor(G(z).tolist())\nloss = crit(D(fake), ones)",
    "numpy": "fake = torch.from_numpy(G(z).detach().numpy())\nloss = crit(D(fake), ones)",
    "other network": "loss = crit(D(z), ones)",
    "other network, data": "loss = crit(D(real), ones)",
    "other and this": "loss = crit(D(real), ones) + G(z).mean()",
    "encoder": "loss = crit(D(E(z)), ones)",
    "of the latent": "loss = crit(D(latent), ones)",
    "copied": "fast = copy.deepcopy(G)\nloss = crit(D(fast(z)), ones)",
    "fast weights": "fast = [p.clone().detach().requires_grad_() for p in G.parameters()]\n"
    "loss = sum((p * p).sum() for p in fast)",
    "fast weights of these": "fast = [p * 0.9 for p in G.parameters()]\n"
    "loss = sum((p * p).sum() for p in fast)",
    "checkpoint": "fake = checkpoint(G, z, use_reentrant=False)\nloss = crit(D(fake), ones)",
    "function checkpointed": "fake = checkpoint(run, z, use_reentrant=False)\n"
    "loss = crit(D(fake), ones) + D(real).mean()",
    "function given": "fake = outside_call(run, z)\nloss = crit(D(fake), ones) + D(real).mean()",
    "functional call": "fake = torch.func.functional_call(G, dict(G.named_parameters()), (z,))\n"
    "loss = crit(D(fake), ones)",
    "own function": "fake = Scaled.apply(G(z))\nloss = crit(D(fake), ones)",
    "unseen call": "fake = outside_run(G, z)\nloss = crit(D(fake), ones)",
    "unseen function": "fake = outside(G(z))\nloss = crit(D(fake), ones)",
    "unseen holder": "fake = holder.sample(z)\nloss = crit(D(fake), ones)",
    "penalty": "loss = crit(D(z), ones) + sum(p.pow(2).sum() for p in G.parameters())",
    "penalty of a layer": "loss = crit(D(z), ones) + next(G.parameters()).pow(2).sum()",
    "vector": "v = nn.utils.parameters_to_vector(G.parameters())\n"
    "loss = crit(D(z), ones) + v.pow(2).sum()",
    "from a list": "nets = [E, G]\nfake = nets[1](z)\nloss = crit(D(fake), ones)",
    "from a dict": "nets = {'e': E, 'g': G}\nloss = crit(D(nets['e'](z)), ones)",
    "by an unknown key": "nets = {'e': E, 'g': G}\n"
    "loss = crit(D(nets[os.environ.get('KEY', 'g')](z)), ones)",
    "looped": "loss = 0\nfor net in (E, G):\n    loss = loss + crit(D(net(z)), ones)",
    "on a flag": "fake = G(z) if flag else G(z).detach()\nloss = crit(D(fake), ones)",
    "switched": "with torch.set_grad_enabled(flag):\n    fake = G(z)\nloss = crit(D(fake), ones)",
    "buffered": "buffer = []\nbuffer.append(G(z))\nloss = crit(D(torch.cat(buffer)), ones)",
    "in a helper": "fake = helper(G, z)\nloss = crit(D(fake), ones)",
    "given": "loss = crit(D(given), ones)",
    "augmented before": "fake = outside(G(z))\nopt_g.zero_grad()\nloss = crit(D(fake), ones)",
    "of data": "loss = crit(D(outside_batch().real), ones)",
    "of data, this detached": "batch = outside_batch()\n"
    "loss = crit(D(batch.real), ones) + crit(D(G(z).detach()), ones)",
    "of data and this": "batch = outside_batch()\n"
    "loss = crit(D(batch.real), ones) + crit(D(G(z)), ones)",
    "out of a table": "table = {}\nfor name, net in (('e', E), ('g', G)):\n"
    "    table[name] = net(z)\nloss = crit(D(real), ones)\n"
    "for each in table.values():\n    loss = loss + each.mean()",
    "zipped": "outs = [net(z) for net in (E, G)]\nloss = crit(D(real), ones)\n"
    "for out, name in zip(outs, outside_names()):\n    loss = loss + out.mean()",
    "largest": "loss = crit(D(real), ones) + G(z).max(1).values.mean()",
    "attribute": "out = G(z)\nout.kept = out\nloss = crit(D(real), ones) + out.kept.mean()",
}
BACKWARDS: Final = {
    "plain": "loss.backward()",
    "kept": "loss.backward(retain_graph=True)",
    "inputs": "torch.autograd.backward(loss, inputs=list(D.parameters()))",
    "own inputs": "loss.backward(inputs=list(G.parameters()))",
    "function": "torch.autograd.backward([loss])",
    "scaled": "scaler.scale(loss).backward()",
    "by hand": "grads = torch.autograd.grad(loss, list(G.parameters()), allow_unused=True)\n"
    "for p, g in zip(G.parameters(), grads):\n    p.grad = g\n(D(z).mean()).backward()",
    "outside": "outside_backward(loss)\nD(z).mean().backward()",
}
CLEARED: Final = {
    "optimiser": ("opt_g.zero_grad()", ""),
    "network": ("G.zero_grad()", ""),
    "both": ("opt_g.zero_grad()\nopt_d.zero_grad()", ""),
    "to zeros": ("opt_g.zero_grad(set_to_none=False)", ""),
    "by hand": ("for p in G.parameters():\n    p.grad = None", ""),
    "after": ("", "opt_g.zero_grad()"),
    "never": ("", ""),
    "on a flag": ("if flag:\n    opt_g.zero_grad()", ""),
    "everything": ("for o in (opt_g, opt_d):\n    o.zero_grad()", ""),
}
MEANWHILE: Final = {
    "nothing": "",
    "discriminator": "d_loss = crit(D(real), ones) + crit(D(G(z).detach()), ones)\n"
    "opt_d.zero_grad()\nd_loss.backward()\nopt_d.step()",
    "discriminator reaches it": "d_loss = crit(D(real), ones) + crit(D(G(z)), ones)\n"
    "d_loss.backward()\nopt_d.step()",
    "shown": "print(G)",
    "handed out": "outside_watch(G)",
    "handed out and used": "outside_train(G, z)",
    "gradient by hand": "for p in G.parameters():\n    p.grad = torch.ones_like(p)",
    "hooked": "G.register_forward_hook(lambda m, i, o: o)",
    "private gradient by hand": "for p in G.parameters():\n    p._grad = torch.ones_like(p)",
    "replaced": "G = fresh()",
    "layer replaced": "D = nn.Linear(4, 4)",
    "frozen": "for p in G.parameters():\n    p.requires_grad_(False)",
    "clipped": "nn.utils.clip_grad_norm_(G.parameters(), 1.0)",
    "scheduled": "torch.optim.lr_scheduler.StepLR(opt_g, 1).get_last_lr()",
    "group added": "opt_g.add_param_group({'params': [spare]})\n(spare * 2).sum().backward()",
    "second loss on a flag": "if flag:\n    G(z).mean().backward()",
    "averaged": "with torch.no_grad():\n    for p, q in zip(E.parameters(), G.parameters()):\n"
    "        p.mul_(1.0)",
    "noise in the gradient": "for p in G.parameters():\n    if p.grad is not None:\n"
    "        p.grad.add_(1.0)",
}
STEPS: Final = {
    "step": "opt_g.step()",
    "scaler": "scaler.step(opt_g)",
    "on a flag": "if flag:\n    opt_g.step()",
    "looped": "for o in (opt_g,):\n    o.step()",
}
WHERE: Final = (
    "body", "loop", "called", "uncalled", "class", "class uncalled", "arguments", "main",
    "arguments called",
)  # fmt: skip


class Program(NamedTuple):
    """A program of the space.

    Attributes:
        chosen: What was chosen.
        text: The program.
    """

    chosen: tuple[str, ...]
    text: str

    @property
    def where(self) -> str:
        """Where the step stands."""
        return self.chosen[-1]


_ALSO = """\
E = nn.Linear(4, 4)
D = nn.Linear(4, 1)
latent = torch.randn(8, 4, requires_grad=True)
spare = torch.ones(3, requires_grad=True)
"""
_DATA = """\
real = torch.randn(8, 4)
z = torch.randn(8, 4)
ones = torch.ones(8, 1)
"""
_FIXED = """\
crit = nn.BCEWithLogitsLoss()
scaler = torch.amp.GradScaler("cpu", enabled=False)


def fresh():
    return nn.Linear(4, 4)


def helper(net, z):
    return net(z).detach() if z is None else net(z) * 2


"""
_NAMES = ("G", "E", "D", "opt_g", "opt_d", "latent", "spare")


def program(
    net: str, optimised: str, loss: str, backward: str, clear: str, meanwhile: str, when: str,
    step: str, where: str,
) -> Program:  # fmt: skip
    """One program of the space."""
    before, after = CLEARED[clear]
    also = MEANWHILE[meanwhile]
    order = {
        "first": [also, before, LOSSES[loss], BACKWARDS[backward]],
        "cleared": [before, also, LOSSES[loss], BACKWARDS[backward]],
        "late": [before, LOSSES[loss], BACKWARDS[backward], also],
    }[when]
    run = "def run(x):\n    return G(x)\n" if "run, z" in LOSSES[loss] else ""
    work = "\n".join(each for each in (run, *order, STEPS[step], after) if each) + "\n"
    make = f"G = {NETS[net]}\n{_ALSO}"
    make += f"opt_g = torch.optim.SGD({OPTIMISED[optimised]}, lr=0.1)\n"
    make += "opt_d = torch.optim.SGD(D.parameters(), lr=0.1)\n"
    chosen = (net, optimised, loss, backward, clear, meanwhile, when, step, where)
    return Program(chosen, HEAD + _FIXED + _whole(make, work, where))


def _whole(make: str, work: str, where: str) -> str:
    if where == "body":
        return make + _DATA + work
    if where == "loop":
        return f"{make}for _ in range(3):\n{indent(_DATA + work, '    ')}"
    if where == "main":
        return f"def main():\n{indent(make + _DATA + work, '    ')}\n\nmain()\n"
    names = ", ".join(_NAMES)
    if where in {"called", "uncalled"}:
        head = f"global {names}\n" if "\nG = " in f"\n{work}" or "\nD = " in f"\n{work}" else ""
        inner = f"{head}ones = torch.ones(8, 1)\n{work}"
        body = f"def update(real, z):\n{indent(inner, '    ')}"
        call = "\n\nfor _ in range(2):\n    update(torch.randn(8, 4), torch.randn(8, 4))\n"
        return make + "\n\n" + body + (call if where == "called" else "")
    if where in {"arguments", "arguments called"}:
        body = f"def update({names}, real, z):\n"
        body += indent("ones = torch.ones(8, 1)\n" + work, "    ")
        call = f"\n\n{make}update({names}, torch.randn(8, 4), torch.randn(8, 4))\n"
        return body + (call if where == "arguments called" else "")
    kept = "".join(f"self.{name} = {name}\n" for name in _NAMES)
    taken = "".join(f"{name} = self.{name}\n" for name in _NAMES)
    body = "class Trainer:\n    def __init__(self):\n" + indent(make + kept, " " * 8)
    body += "\n    def update(self, real, z):\n"
    body += indent(taken + "ones = torch.ones(8, 1)\n" + work, " " * 8)
    call = "\n\ntrainer = Trainer()\nfor _ in range(2):\n"
    call += "    trainer.update(torch.randn(8, 4), torch.randn(8, 4))\n"
    return body + (call if where == "class" else "")


def drawn(seed: int, count: int) -> Iterator[Program]:
    """Some programs, each once; most choices are plain, so that something is left to find."""
    dice, seen = random.Random(seed), set[tuple[str, ...]]()
    axes: list[list[str]] = [
        _often(NETS, "linear", "class"),
        _often(OPTIMISED, "parameters"),
        list(LOSSES),
        _often(BACKWARDS, *["plain"] * 3),
        _often(CLEARED, *["optimiser"] * 2, "both"),
        _often(MEANWHILE, *["nothing"] * 2, "discriminator"),
        ["first", "cleared", "late"],
        _often(STEPS, *["step"] * 2),
        list(WHERE),
    ]
    while len(seen) < count:
        chosen = tuple(dice.choice(axis) for axis in axes)
        if chosen in seen or ("unseen holder" in chosen and chosen[-1] != "arguments"):
            continue  # nobody gives it what the program itself has made
        made = program(*chosen)
        if torchs(made) is not None:
            seen.add(chosen)
            yield made


def _often(options: Iterable[str], *plain: str) -> list[str]:
    """What is chosen from: what is plain several times."""
    several = list(options)
    return several + [each for each in plain for _ in several[:4]]


class _Holder:
    def __init__(self, names: dict[str, Any]) -> None:
        self._names = names

    def sample(self, z: torch.Tensor) -> torch.Tensor:
        made: torch.Tensor = self._names["G"](z)
        return made


def _outside(names: dict[str, Any]) -> dict[str, Any]:
    """What the program does not show."""
    return {
        "outside_part": lambda: nn.Linear(4, 4),
        "outside_net": lambda: nn.Linear(4, 4),
        "outside_run": lambda net, z: net(z),
        "outside_call": lambda function, z: function(z),
        "outside": lambda x: x * 2,
        "outside_watch": lambda net: None,
        "outside_train": lambda net, z: net(z).mean().backward(),
        "outside_backward": lambda loss: loss.backward(),
        "holder": _Holder(names),
        "given": torch.ones(8, 4),
        "outside_batch": lambda: SimpleNamespace(real=torch.ones(8, 4)),
        "outside_names": lambda: ["e", "g"],
        "print": lambda *told: None,
    }


def torchs(of: Program) -> dict[int, set[bool]] | None:
    """Whether a step had a gradient, by its line; ``None`` where torch refuses the program."""
    told: dict[int, set[bool]] = {}

    def stepped(optimiser: torch.optim.Optimizer, *given: object) -> None:
        frame = sys._getframe()
        while frame.f_code.co_filename != "<program>":
            assert frame.f_back is not None
            frame = frame.f_back
        leaves = [each for group in optimiser.param_groups for each in group["params"]]
        has = any(each.grad is not None and bool(each.grad.any()) for each in leaves)
        told.setdefault(frame.f_lineno, set()).add(has)

    hook = register_optimizer_step_pre_hook(stepped)
    try:
        for flag in ("", "1"):
            os.environ["FLAG"] = flag
            if not _runs(of):
                return None
    finally:
        hook.remove()
    return told


def _runs(of: Program) -> bool:
    torch.manual_seed(0)
    names: dict[str, Any] = {"__name__": "program"}
    names.update(_outside(names))
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            exec(compile(of.text, "<program>", "exec"), names)
            given = torch.randn(8, 4), torch.randn(8, 4)
            if of.where == "uncalled":
                names["update"](*given)
            elif of.where == "class uncalled":
                trainer = names["Trainer"]()
                names["G"] = trainer.G
                trainer.update(*given)
            elif of.where == "arguments":
                nets = names["fresh"](), nn.Linear(4, 4), nn.Linear(4, 1)
                optimisers = [torch.optim.SGD(e.parameters(), lr=0.1) for e in (nets[0], nets[2])]
                leaves = [torch.randn(each, requires_grad=True) for each in ((8, 4), (3,))]
                names["G"] = nets[0]
                names["update"](*nets, *optimisers, *leaves, *given)
    except (RuntimeError, KeyError, ValueError, TypeError, AttributeError, NameError):
        return False
    return True


def reported(of: Program) -> dict[int, bool]:
    """The lines that are reported, and whether that is certain."""
    settings = Settings(select=("TAP705",), min_confidence=Confidence.POSSIBLE)
    found = lint_source(of.text, path="x.py", settings=settings)
    return {each.location.line: each.confidence is Confidence.CERTAIN for each in found}


def measured(programs: Iterable[Program]) -> tuple[Counter[str], list[str]]:
    """How often the rule is right, false and silent; and where it is not right."""
    counts, told = Counter[str](), list[str]()
    for each in programs:
        truth, found = torchs(each), reported(each)
        assert truth is not None
        for line in truth.keys() | found.keys():
            had = truth.get(line, set())
            if line in found:
                outcome = "found" if False in had else "false"
                outcome += " certain" if found[line] else ""
            else:
                outcome = "missed" if had == {False} else "right"
            counts[outcome] += 1
            if outcome.startswith(("false", "missed")):
                told.append(f"{outcome} {line}: {', '.join(each.chosen)}")
    return counts, told


def main(seed: int, count: int) -> None:
    """Print what is not right, and the figures."""
    counts, told = measured(drawn(seed, count))
    print(*told, sep="\n")
    print(dict(sorted(counts.items())))


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]))
