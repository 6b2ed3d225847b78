"""Tensors that are changed through ``.data``: what they are, how, when, and who asks for gradients.

Torch is asked whether the gradient is right: each program has a twin, in which the change is made
of a clone, and recorded. A leaf is replaced by another one in it, that has the new numbers; the
gradients of both are added.

python -m tests.spaces.hiding SEED COUNT
"""

from __future__ import annotations

import os
import random
import sys
import warnings
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import product
from textwrap import indent
from typing import Any, Final, NamedTuple

import torch

from tapelint import Settings, lint_source
from tapelint.findings import Confidence

HEAD: Final = """\
import copy
import os

import torch
from torch import nn

flag = len(os.environ.get("FLAG", "")) > 0

"""


class Subject(NamedTuple):
    """What is changed.

    Attributes:
        make: How it is made of the leaf ``w``.
        target: How it is spelled.
        base: What owns its numbers.
        kind: ``"leaf"``, ``"moved"`` for a leaf that is moved or shaped, ``"net"`` for a weight of
            a network, ``"result"`` for anything else.
        derive: How it is made of its base once more.
        recorded: What the twin changes, and autograd records.
    """

    make: str
    target: str = "t"
    base: str = "t"
    kind: str = "result"
    derive: str = ""
    recorded: str = "t"


class Way(NamedTuple):
    """How it is changed.

    Attributes:
        text: The change.
        recorded: The same, recorded; empty where no number changes.
        before: What comes before anything is computed.
    """

    text: str
    recorded: str
    before: str = ""


def _of(base: str, view: str, made: str, recorded: str = "t", first: str = "") -> Subject:
    derive = f"t = {base}{view}\n"
    return Subject(f"{base} = {made}\n{first or derive}", "t", base, "result", derive, recorded)


SUBJECTS: Final = {
    "leaf": Subject("", "w", "w", "leaf"),
    "other name of a leaf": Subject("t = w\n", "t", "w", "leaf", "t = w\n"),
    "row of a leaf": Subject("t = w[0]\n", "t", "w", "leaf", "t = w[0]\n"),
    "detached leaf": Subject("t = w.detach()\n", "t", "w", "leaf", "t = w.detach()\n"),
    "leaf to double": Subject(
        "t = w.to(torch.float64)\n", "t", "w", "moved", "t = w.to(torch.float64)\n"
    ),
    "leaf viewed": Subject("t = w.view(-1)\n", "t", "w", "moved", "t = w.view(-1)\n"),
    "leaf reshaped": Subject("t = w.reshape(4, 3)\n", "t", "w", "moved", "t = w.reshape(4, 3)\n"),
    "weight": Subject("", "net.weight", "w", "net"),
    "exp": Subject("t = w.exp()\n"),
    "sigmoid": Subject("t = torch.sigmoid(w)\n"),
    "softmax": Subject("t = w.softmax(-1)\n"),
    "tanh": Subject("t = nn.Tanh()(w)\n"),
    "square": Subject("t = w * w\n"),
    "pow": Subject("t = w.pow(3)\n"),
    "matmul": Subject("t = w @ w.T\n"),
    "double": Subject("t = w * 2\n"),
    "plus": Subject("t = w + 1.0\n"),
    "sum": Subject("t = w.sum(0)\n"),
    "output": Subject("t = net(torch.ones(3, 4))\n"),
    "row of a result": _of("s", "[0]", "w.exp()"),
    "row of what is not saved": _of("s", "[0]", "w * 2"),
    "view of a result": _of("s", ".view(-1)", "w.sigmoid()"),
    "view of what is not saved": _of("s", ".view(-1)", "w * 2"),
    "chunk": _of("s", "[:, :2]", "w.exp()", first="t, rest = s.chunk(2, 1)\n"),
    "sum of a view": Subject("t = w[0:2].sum(0)\n"),
    "detached result": _of("s", ".detach()", "w.exp()", "s"),
    "detached double": _of("s", ".detach()", "w * 2", "s"),
    "buffer": Subject("t = torch.randn(3, 4)\n"),
    "detached copy": Subject("t = w.detach().clone()\n"),
    "detached at once": Subject("t = (w * 2).detach()\n"),
}
WAYS: Final = {
    "method": Way("T.data.mul_(2)", "T.mul_(2)"),
    "operator": Way("T.data *= 2", "T *= 2"),
    "named": Way("d = T.data\nd.zero_()", "T.zero_()"),
    "named before": Way("d.mul_(3)", "T.mul_(3)", "d = T.data\n"),
    "item": Way("T.data[0] = 5.0", "T[0] = 5.0"),
    "item's method": Way("T.data[0].fill_(3)", "T[0].fill_(3)"),
    "new": Way("T.data = T.data * 3", "T = T * 3"),
    "ones": Way("T.data = torch.ones_like(T)", "T = torch.ones_like(T)"),
    "initialiser": Way("torch.nn.init.constant_(T.data, 2.)", "T.fill_(2.)"),
    "out": Way("torch.mul(T.data, 2., out=T.data)", "T.mul_(2.)"),
    "clamp": Way("T.data.clamp_(0.1, 0.5)", "T.clamp_(0.1, 0.5)"),
    "detached": Way("T.detach().data.mul_(2)", "T.mul_(2)"),
    "helper": Way("scale(T)", "T.mul_(2)"),
    "helper of numbers": Way("scale_numbers(T.data)", "T.mul_(2)"),
    "object": Way("scaler.scale(T)", "T.mul_(2)"),
    "loop": Way("for p in [T]:\n    p.data.mul_(2)", "T.mul_(2)"),
    "parameters": Way("for p in net.parameters():\n    p.data.mul_(2)", ""),
    "shift": Way("T.data.add_(1.0)", "T.add_(1.0)"),
    "trained shift": Way("T.data.add_(w.sin())", "T.add_(w.sin())"),
    "copy": Way("T.data.copy_(torch.full_like(T, 0.3))", "T.copy_(torch.full_like(T, 0.3))"),
    "function": Way("torch.sigmoid_(T.data)", "T.sigmoid_()"),
    "view": Way("T.data.view(-1).mul_(2)", "T.mul_(2)"),
    "shape": Way("T.data.unsqueeze_(0)", ""),
    "rows": Way("for row in T.data:\n    row.mul_(2)", "T.mul_(2)"),
    "item's operator": Way("T.data[0] *= 3", "T[0] *= 3"),
    "list": Way("kept = [T.data]\nkept[0].mul_(2)", "T.mul_(2)"),
    "values": Way("for p in {'a': T.data}.values():\n    p.mul_(2)", "T.mul_(2)"),
    "comprehension": Way("[p.mul_(2) for p in [T.data]]", "T.mul_(2)"),
    "not recorded": Way("with torch.no_grad():\n    T.data.mul_(2)", "T.mul_(2)"),
    "lambda": Way("(lambda p: p.data.mul_(2))(T)", "T.mul_(2)"),
    "foreach": Way("torch._foreach_mul_([T.data], 2.)", "T.mul_(2)"),
    "chain": Way("T.data.mul_(2).sigmoid_()", "T.mul_(2).sigmoid_()"),
    "transposed": Way("T.data.t().mul_(2)", "T.mul_(2)"),
    "tuple": Way("T.data, other = T.data * 3, 1", "T = T * 3"),
    "index": Way(
        "T.data.index_fill_(0, torch.tensor([0]), 0.3)", "T.index_fill_(0, torch.tensor([0]), 0.3)"
    ),
    "average": Way("T.data.lerp_(torch.ones_like(T), 0.4)", "T.lerp_(torch.ones_like(T), 0.4)"),
    "closure": Way("def change():\n    T.data.mul_(2)\nchange()", "T.mul_(2)"),
    "attribute": Way("box = Box()\nbox.t = T\nbox.t.data.mul_(2)", "T.mul_(2)"),
    "other view": Way("other = T.view_as(T)\nother.data.mul_(2)", "T.mul_(2)"),
    "named again": Way("d = T.data\nd = d.mul_(2)", "T.mul_(2)"),
    "counted": Way("T.detach().mul_(2)", ""),
    "under no_grad": Way("with torch.no_grad():\n    T.mul_(2)", ""),
}
HELPERS: Final = {
    "helper": "def scale(it):\n    it.data.mul_(2)\n",
    "helper of numbers": "def scale_numbers(numbers):\n    numbers.mul_(2)\n",
    "attribute": "class Box:\n    pass\n",
    "object": "class Scaler:\n    def scale(self, it):\n        it.data.mul_(2)\n\n\n"
    "scaler = Scaler()\n",
}
MOVED: Final = {"leaf to double", "leaf reshaped"}
COUNTED: Final = {"counted", "under no_grad"}
NUMBERLESS: Final = COUNTED | {"shape"}
EXCHANGES: Final = {"new", "ones", "tuple"}
USES: Final = {
    "plain": "T.cumsum(-1).sum()",
    "square": "(T * T).sum()",
    "pow": "T.pow(2).sum()",
    "times": "(T * w).sum()",
    "square of the base": "(S * S).sum()",
    "the base": "S.cumsum(-1).sum()",
    "exp": "T.exp().sum()",
    "matmul": "(T.reshape(-1) @ T.reshape(-1))",
    "softmax": "T.softmax(-1).cumsum(-1).sum()",
    "cos": "T.cos().sum()",
    "logsumexp": "T.logsumexp(-1).sum()",
    "net": "net(torch.rand(2, 4)).pow(2).sum()",
}
WHEN: Final = (
    "before", "between", "before the backward", "after", "apart", "maybe between",
    "maybe before the backward", "rounds", "rounds anew",
)  # fmt: skip
ASKED: Final = ("backward", "in a function", "grad", "returned", "handed", "forward")
_RETURNED: Final = {"returned", "handed", "forward"}
_HANDED: Final = {"handed", "forward"}
_MULTIPLYING: Final = {
    "method", "operator", "out", "detached", "helper", "helper of numbers", "object", "loop",
    "view", "named before", "rows", "list", "values", "comprehension", "not recorded",
    "lambda", "foreach", "transposed", "closure", "attribute", "other view", "named again",
    "item's operator",
}  # fmt: skip
_OF_ZEROS: Final = {"square", "pow", "times", "square of the base", "matmul", "cos"}
_STOPPING: Final = {"exp", "sigmoid", "softmax"}


class Program(NamedTuple):
    """A program that changes a tensor.

    Attributes:
        chosen: How it is made.
        text: It.
        twin: Its twin.
    """

    chosen: tuple[str, ...]
    text: str
    twin: str

    @property
    def is_handed(self) -> bool:
        """Whether someone else runs the backward."""
        return self.chosen[-1] in _HANDED

    @property
    def changes_numbers(self) -> bool:
        """Whether a number is changed through ``.data``."""
        return self.chosen[1] not in NUMBERLESS


def _twin_change(subject: Subject, name: str, way: Way) -> str:
    """The change, seen: what is computed before stays as it is."""
    derive, text = subject.derive, way.text.replace("T", subject.target)
    if way.before:
        text = f"d = {subject.target}.data\n{text}"
    leaf = "w = {}.detach().clone().requires_grad_()\nW.append(w)\n"
    if subject.kind == "leaf":
        return f"{leaf.format('w')}{derive}{text}\n{derive}"
    if subject.kind == "net":
        new = "net = copy.deepcopy(net)\nw = net.weight\nw.grad = None\nW.append(w)\n"
        return f"{new}{text}\n"
    if subject.kind == "moved":
        alone = f"shape = w.shape\nw = w.detach().clone()\n{derive}{text}\n"
        return f"{alone}{leaf.format('t.float().reshape(shape)')}{derive}"
    recorded = way.recorded.replace("T", subject.recorded) or "pass"
    if name in EXCHANGES:
        return way.recorded.replace("T", subject.target) + "\n"
    cloned = f"{subject.base} = {subject.base}.clone()\n{derive}"
    return f"{cloned}{recorded}\n{derive}"


def _steps(make: str, change: str, first: str, second: str, when: str, asked: str) -> str:
    """What is computed, and when something is changed."""
    is_handed, ask = asked in _RETURNED, ASK[asked]
    if when.startswith("rounds"):
        ahead, inner = ("", make) if when == "rounds anew" else (make, "")
        inner += f"loss = loss + {first}\n" if is_handed else f"loss = {first}\n"
        inner += ("" if is_handed else ask) + change
        head = "loss = 0\n" if is_handed else ""
        rest = ask if is_handed else ""
        return f"{ahead}{head}for _ in range(2):\n{indent(inner, '    ')}{rest}"
    if when == "before":
        return f"{make}{change}loss = {second}\n{ask}"
    if when == "after":
        return f"{make}loss = {first}\n{ask}{change}"
    if when == "apart":
        end = "return None\n" if is_handed else "print(loss.item())\n"
        ways = indent(change + end, "    "), indent(ask, "    ")
        return f"{make}loss = {first}\nif flag:\n{ways[0]}else:\n{ways[1]}"
    if when.startswith("maybe"):
        change = f"if flag:\n{indent(change, '    ')}"
    if when.endswith("before the backward"):
        return f"{make}loss = {first}\n{change}{ask}"
    return f"{make}first = {first}\n{change}second = {second}\nloss = first + second\n{ask}"


_BACKWARD = "loss.backward(retain_graph=True)\n"
ASK: Final = {
    "backward": _BACKWARD,
    "in a function": _BACKWARD,
    "grad": "gradients.append(torch.autograd.grad(loss, w, retain_graph=True)[0])\n",
    "returned": "return loss\n",
    "handed": "return loss\n",
    "forward": "return loss\n",
}


def _whole(body: str, head: str, has_net: bool, asked: str, is_twin: bool) -> str:
    """The program around what is computed."""
    leaf = "net = nn.Linear(4, 3)\nw = net.weight\n" if has_net else ""
    leaf = leaf or "w = torch.randn(3, 4, requires_grad=True)\n"
    local = "w = W[0]\n" + ("net = NET\n" if has_net else "") if is_twin else ""
    told = "W = [w]\n" + ("NET = net\n" if has_net else "") if is_twin else ""
    if asked == "forward":
        kept = leaf.replace("net = ", "self.net = ").replace("w = net.weight\n", "")
        kept = kept.replace("w = torch.randn(3, 4, requires_grad=True)", _PARAMETER)
        taken = "net = self.net\nw = net.weight\n" if has_net else "w = self.w\n"
        made = f"super().__init__()\n{kept}"
        taken += "W.append(w)\n" if is_twin else ""
        return (
            f"{head}{'W = []' if is_twin else ''}\n\nclass Net(nn.Module):\n"
            f"    def __init__(self):\n{indent(made, ' ' * 8)}\n"
            f"    def forward(self, x):\n{indent(taken + body, ' ' * 8)}"
        )
    if asked == "grad":
        leaf += "gradients = []\n"
        body = body.replace(ASK["grad"], _BACKWARD) if is_twin else body
    if asked in {"backward", "grad"}:
        return f"{head}{leaf}{told}{body}"
    call = {"handed": "", "returned": "\n\ntrain().backward()\n"}.get(asked, "\n\ntrain()\n")
    return f"{head}{leaf}{told}\n\ndef train():\n{indent(local + body, '    ')}{call}"


_PARAMETER = "self.w = nn.Parameter(torch.randn(3, 4))"


def program(subject: str, way: str, when: str, first: str, second: str, asked: str) -> Program:
    """One program of the space."""
    what, how = SUBJECTS[subject], WAYS[way]
    early, late = (
        USES[each].replace("T", what.target).replace("S", what.base) for each in (first, second)
    )
    make = what.make + how.before.replace("T", what.target)
    change = how.text.replace("T", what.target) + "\n"
    has_net = what.kind == "net" or "net" in what.make
    head = f"{HEAD}\n\n{HELPERS[way]}\n" if way in HELPERS else HEAD
    texts = [
        _whole(_steps(make, each, early, late, when, asked), head, has_net, asked, is_twin)
        for each, is_twin in ((change, False), (_twin_change(what, way, how), True))
    ]
    return Program((subject, way, when, first, second, asked), texts[0], texts[1])


def is_clear(subject: str, way: str, when: str, first: str, second: str, asked: str) -> bool:
    """Whether there is such a program, and a clear twin of it."""
    what = SUBJECTS[subject]
    uses = set[str]() if when == "before" else {first}
    if when in {"before", "between", "maybe between"}:
        uses.add(second)
    if way in EXCHANGES and what.kind == "leaf" and subject not in {"leaf", "other name of a leaf"}:
        return False  # the view gets other numbers, the leaf does not
    if what.kind == "moved" and any("base" in each for each in uses):
        return False  # some share the numbers, some have copied them
    if what.kind == "moved" and "times" in uses:
        return False
    if (what.kind == "net") < ("net" in uses or way == "parameters"):
        return False
    is_doubled = way in _MULTIPLYING and "exp" in what.make
    if is_doubled and (when in {"before", "rounds"} or subject == "detached result"):
        return False  # twice what is saved is the gradient of twice the result
    if what.kind == "moved" and when == "rounds anew":
        return False  # moved once more, it may have the old numbers
    is_zero = way == "named" and when != "before the backward"
    if is_zero and (_OF_ZEROS & uses or any(each in what.make for each in _STOPPING)):
        return False  # zeros have a gradient of zero, whoever asks
    if first == second == "times" and subject == "double" and "between" in when:
        return False  # of three times t, both halves differ, and their sum does not
    if asked == "returned" and when.endswith("apart"):
        return False
    return not (asked in _RETURNED and when == "after")


def drawn(seed: int, count: int) -> Iterator[Program]:
    """Some programs, each once."""
    dice, seen = random.Random(seed), set[tuple[str, ...]]()
    axes = (SUBJECTS, WAYS, WHEN, USES, USES, ASKED)
    while len(seen) < count:
        chosen = tuple(dice.choice(list(axis)) for axis in axes)
        if chosen in seen or not is_clear(*chosen):
            continue
        made = program(*chosen)
        if gradients(made.text, made, seed=0) is not None:
            seen.add(chosen)
            yield made


def gradients(text: str, of: Program, *, seed: int, is_set: bool = False) -> torch.Tensor | None:
    """The gradient of the leaf, or of all leaves; ``None`` where torch refuses the program."""
    torch.manual_seed(seed)
    os.environ["FLAG"] = "1" if is_set else ""
    names: dict[str, Any] = {"__name__": "program", "print": lambda *given: None}
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            exec(compile(text, "<program>", "exec"), names)
            loss = _handed(of, names)
            if loss is not None:
                torch.autograd.backward(loss)
    except (RuntimeError, IndexError, NotImplementedError):
        return None
    leaves = names.get("W") or [names["net_"].w if "net_" in names else names["w"]]
    kept = names.get("gradients") or [each.grad for each in leaves]
    return sum((each for each in kept if each is not None), torch.zeros(3, 4))


def _handed(of: Program, names: dict[str, Any]) -> torch.Tensor | None:
    """The loss that a function or a network hands out."""
    if of.chosen[-1] == "handed":
        loss: torch.Tensor | None = names["train"]()
        return loss
    if of.chosen[-1] != "forward":
        return None
    network = names["Net"]()
    names["net_"] = network
    if not hasattr(network, "w"):
        network.w = network.net.weight
    given: torch.Tensor | None = network(torch.ones(1))
    return given


def is_wrong(of: Program) -> bool | None:
    """Whether a change spoils the gradient; ``None`` where torch refuses the program."""
    if not of.changes_numbers:
        return False
    answers = []
    for seed, is_set in product(range(6), (False, True)):
        ours = gradients(of.text, of, seed=seed, is_set=is_set)
        twins = gradients(of.twin, of, seed=seed, is_set=is_set)
        if ours is not None and twins is not None:
            answers.append(not torch.allclose(ours, twins, 1e-4, 1e-5, equal_nan=True))
        else:
            return None
    return any(answers)


def expected(of: Program) -> set[str] | None:
    """The rules that have to report; ``None`` where nobody says."""
    wrong = is_wrong(of)
    if wrong is None:
        return None
    return {"TAP301"} if wrong else {"TAP302"} if of.changes_numbers else set()


def reported(of: Program) -> dict[str, bool]:
    """The rules that report, and whether they are certain."""
    settings = Settings(select=("ALL",), min_confidence=Confidence.POSSIBLE)
    found: dict[str, bool] = {}
    for each in lint_source(of.text, path="x.py", settings=settings):
        if each.code in {"TAP301", "TAP302"}:
            certain = each.confidence is Confidence.CERTAIN
            found[each.code] = found.get(each.code, False) or certain
    return found


def measured(programs: Iterable[Program]) -> tuple[Counter[str], list[str]]:
    """How often each rule is right, false and silent; and the programs in which one is not."""
    counts, told = Counter[str](), list[str]()
    for each in programs:
        right = expected(each)
        if right is None:
            counts["no answer"] += 1
            continue
        found = reported(each)
        for code in ("TAP301", "TAP302"):
            if right == {code} == {"TAP302"} and each.chosen[0] in MOVED:
                continue  # it may be silent about a copy of a leaf, as an attack makes
            outcome = "right"
            if code in right:
                outcome = "found" if code in found else "missed"
                if outcome == "missed" and each.is_handed:
                    outcome = "missed, no backward in sight"
            elif code in found:
                outcome = "false certain" if found[code] else "false"
            counts[f"{code} {outcome}"] += 1
            if outcome not in {"right", "found"}:
                told.append(f"{code} {outcome}: {', '.join(each.chosen)}")
    return counts, told


def main(seed: int, count: int) -> None:
    """Print what is not right, and the figures."""
    counts, told = measured(drawn(seed, count))
    print(*told, sep="\n")
    print(dict(sorted(counts.items())))


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]))
