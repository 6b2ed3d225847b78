"""Random programs with several backwards, and which of these torch refuses to run."""

from __future__ import annotations

import itertools
import random
import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from types import CodeType
from typing import Any

import torch

HEAD = """\
import torch

w = torch.ones(2, requires_grad=True)


class Model:
    def __init__(self):
        self.h = w.exp()
        self.kept = [w.exp(), w.sin()]

    def loss(self):
        return (self.h * w).sum()

    def run(self, y, keep=False):
        y.sum().backward(retain_graph=keep)

    def renew(self):
        self.h = w.exp()


def run(y, keep=False):
    y.sum().backward(retain_graph=keep)


def main(first, second, count):
    model = Model()
    a = w.exp()
    b = w * 2
    c = a + b
"""
NAMES = ("a", "b", "c")
HELD = (*NAMES, *NAMES, "model.h", "model.kept[0]", "model.kept[-1]")
TESTS = (
    *("first", "second", "not first", "first and second", "first or not second"),
    *("count > 1", "count == 0", "count != 2"),
)
IN_LOOPS = ("i == 0", "i > 0", "i == count - 1", "i % 2 == 0", "i < count - 1")
VALUES = (
    *("w.exp()", "$t.exp()", "$t * $t", "$t + $t", "$t * 2", "torch.sigmoid($t)"),
    *("$t.detach()", "$t.clone()", "$t if $c else $t", "w * 3"),
)
RUNS = (
    *("$t.sum().backward()", "$t.sum().backward()", "($t + $t).sum().backward()"),
    *("$t.sum().backward(retain_graph=True)", "$t.sum().backward(retain_graph=$c)"),
    *("run($t)", "run($t, True)", "model.run($t)", "model.run($t, keep=$c)"),
    *("model.loss().backward()", "torch.autograd.grad($t.sum(), w)"),
)
CHANGES = (
    *("$v = $x", "$v = $x", "$v = $x", "model.h = $x", "model.renew()"),
    *("model.kept[0] = $x", "model.kept.append($x)", "$v, $v = $t, $x"),
)
BLOCKS = (
    *("if $c:", "if $c:", "for i in range(2):", "for i in range(count):"),
    *("for each in list(model.kept):", "for each in [$t, $x]:", "with torch.no_grad():"),
)
LEAVES = ("break", "continue")


@dataclass
class Writer:
    """Writes one program."""

    chance: random.Random
    lines: list[str] = field(default_factory=list)
    loops: int = 0
    items: int = 0

    def filled(self, text: str) -> str:
        """A text with tensors, names, values and tests in it."""
        while "$" in text:
            at = text.index("$")
            text = text[:at] + self._part(text[at + 1]) + text[at + 2 :]
        return text

    def _part(self, letter: str) -> str:
        if letter == "v":
            return self.chance.choice(NAMES)
        if letter == "c":
            return self.chance.choice(TESTS + IN_LOOPS * (self.loops > 0))
        if letter == "x":
            return self.chance.choice(VALUES)
        return self.chance.choice(HELD + ("each",) * (4 * (self.items > 0)))

    def block(self, depth: int, count: int) -> None:
        """Some statements."""
        for _ in range(count):
            kind = self.chance.random()
            text = self.chance.choice(RUNS if kind < 0.4 else CHANGES)
            if kind > 0.7 and depth < 3:
                self._nested(depth)
            else:
                self.lines.append("    " * depth + self.filled(text))

    def _nested(self, depth: int) -> None:
        head = self.filled(self.chance.choice(BLOCKS))
        self.lines.append("    " * depth + head)
        counts, takes = "range" in head, head.startswith("for each")
        self.loops, self.items = self.loops + counts, self.items + takes
        self.block(depth + 1, self.chance.randrange(1, 4))
        if (counts or takes) and self.chance.random() < 0.3:
            self.lines.append("    " * (depth + 1) + self.filled("if $c:"))
            self.lines.append("    " * (depth + 2) + self.chance.choice(LEAVES))
        self.loops, self.items = self.loops - counts, self.items - takes
        if head.startswith("if") and self.chance.random() < 0.5:
            self.lines.append("    " * depth + "else:")
            self.block(depth + 1, self.chance.randrange(1, 3))


def program(seed: int) -> str:
    """A program."""
    writer = Writer(random.Random(seed))
    writer.block(1, 6)
    return HEAD + "\n".join(writer.lines) + "\n"


@dataclass
class Refusals:
    """What torch says of the backwards of a program, by their lines.

    Attributes:
        first: Those that end some run.
        later: Those that a run comes to which another one would have ended.
        fine: Those that are not refused in some run.
    """

    first: set[int] = field(default_factory=set)
    later: set[int] = field(default_factory=set)
    fine: set[int] = field(default_factory=set)

    @property
    def never(self) -> set[int]:
        """Those that are not refused, whatever is given."""
        return self.fine - self.first - self.later


def refusals(text: str) -> Refusals:
    """What torch says of a program, run with all that it may be given."""
    code, found = compile(text, "<program>", "exec"), Refusals()
    for given in itertools.product((False, True), (False, True), range(4)):
        lines = _run(code, given)
        refused = [at for at, (_, is_refused) in enumerate(lines) if is_refused]
        end = refused[0] if refused else len(lines)
        found.fine.update(line for line, _ in lines[:end])
        found.first.update(line for line, _ in lines[end : end + 1])
        found.later.update(line for line, _ in lines[end + 1 :])
    return found


def _run(code: CodeType, given: tuple[object, ...]) -> list[tuple[int, bool]]:
    """The lines of the backwards of a run, in order, and whether each is refused."""
    lines: list[tuple[int, bool]] = []
    real = torch.autograd.backward, torch.autograd.grad

    def watched(run: Callable[..., Any]) -> Callable[..., Any]:
        def call(*arguments: Any, **keywords: Any) -> Any:
            frame = sys._getframe(1)
            while frame.f_code.co_filename != "<program>":
                assert frame.f_back is not None
                frame = frame.f_back
            result, is_refused = None, False
            try:
                result = run(*arguments, **keywords)
            except RuntimeError as error:
                is_refused = "second time" in str(error)
            lines.append((frame.f_lineno, is_refused))
            return result

        return call

    torch.autograd.backward, torch.autograd.grad = watched(real[0]), watched(real[1])
    try:
        names: dict[str, Any] = {"__name__": "program"}
        exec(code, names)
        names["main"](*given)
    finally:
        torch.autograd.backward, torch.autograd.grad = real
    return lines
