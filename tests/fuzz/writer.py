"""Writes program text: names, scopes, blocks, and expressions over the tensors in scope.

The writer keeps track of shapes, so that nearly all programs run, and guesses what requires grad,
so that interesting things happen often enough. The guess decides nothing: truth comes from torch.
"""

from __future__ import annotations

import contextlib
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Literal, TypeVar

Shape = Literal["scalar", "vector", "matrix"]
Choose = Callable[[int], int]
"""Chooses one of n: gives a number from 0 to n - 1. What is simplest should come first."""

SHAPES: tuple[Shape, ...] = ("vector", "matrix", "scalar")
RANKED: tuple[Shape, ...] = ("vector", "matrix")
"""The shapes that have parts."""

Item = TypeVar("Item")

NUMBERS = ("0.5", "2.0", "0.3", "1.5", "0.7", "3", "-1.0")
LONGEST = 25
"""Lines after which a program comes to its end."""

_LETTERS: dict[str, Shape] = {"s": "scalar", "v": "vector", "m": "matrix"}
_SHAPE_LETTERS = {shape: letter for letter, shape in _LETTERS.items()}
_HOLE = re.compile(r"\{([svmn])\}")

# {s}, {v} and {m} stand for a tensor of that shape, {n} for a number.
_ANY_SHAPE = (
    "{t} * {t}",
    "{t} + {t}",
    "{t} * {n}",
    "{n} * {t}",
    "{t} + {n}",
    "{n} - {t}",
    "{t} - {t}",
    "{t} / {n}",
    "{t} / ({t} ** 2 + 1.0)",
    "{n} / ({t} ** 2 + 1.0)",
    "{t} ** 2",
    "{t}.pow(3)",
    "{t} * {s}",
    "-{t}",
    "torch.exp(0.1 * {t})",
    "torch.exp(-({t} ** 2))",
    "torch.log({t} ** 2 + 1.0)",
    "torch.sqrt({t} ** 2 + 0.5)",
    "torch.sigmoid({t})",
    "{t}.sigmoid()",
    "torch.tanh({t})",
    "{t}.tanh()",
    "torch.relu({t})",
    "F.relu({t})",
    "F.leaky_relu({t})",
    "F.elu({t})",
    "F.softplus({t})",
    "F.gelu({t})",
    "torch.sin({t})",
    "{t}.cos()",
    "torch.atan({t})",
    "torch.erf({t})",
    "{t}.abs()",
    "torch.where({t} > {n}, {t}, {t})",
    "torch.clamp({t}, max={n})",
    "torch.maximum({t}, {t})",
    "torch.lerp({t}, {t}, 0.3)",
    "torch.addcmul({t}, {t}, {t})",
    "{t}.clone()",
)
_RESULTS: dict[Shape, tuple[str, ...]] = {
    "scalar": (
        "{v}.sum()",
        "{m}.sum()",
        "{v}.mean()",
        "{m}.mean()",
        "({v} * {v}).sum()",
        "{v}.pow(2).mean()",
        "{v} @ {v}",
        "torch.dot({v}, {v})",
        "{v}.norm()",
        "{v}.max()",
        "{v}.prod()",
        "{v}.var()",
        "torch.logsumexp({v}, dim=0)",
        "F.mse_loss({v}, {v})",
        "{v}[1:].sum()",
        "{v}[0] * {v}[2]",
        "({m} @ {v}).sum()",
    ),
    "vector": (
        "{m} @ {v}",
        "{v} @ {m}",
        "torch.mv({m}, {v})",
        "{m}.sum(dim=0)",
        "{m}.mean(dim=1)",
        "F.softmax({v}, dim=0)",
        "F.log_softmax({v}, dim=0)",
        "torch.cumsum({v}, dim=0)",
        "F.normalize({v}, dim=0)",
        "torch.stack([{s}, {s}, {s}])",
        "torch.cat([{v}[1:], {v}[:1]])",
        "{m}[0] * {v}",
        "torch.flip({v}, dims=[0])",
        "F.linear({v}, {m})",
        "torch.sort({v})[0]",
    ),
    "matrix": (
        "{m} @ {m}",
        "torch.matmul({m}, {m})",
        "{m}.T @ {m}",
        "{m} * {v}",
        "{v}.unsqueeze(1) * {m}",
        "torch.outer({v}, {v})",
        "torch.stack([{v}, {v}, {v}])",
        "F.softmax({m}, dim=1)",
        "F.linear({m}, {m})",
        "F.linear({m}, {m}, {v})",
        "F.layer_norm({m}, (3,))",
        "torch.diag({v})",
        "torch.tril({m})",
    ),
}
_VIEWS: dict[Shape, tuple[str, ...]] = {
    "scalar": ("{v}[0]", "{v}[2]", "{m}[1, 2]", "{v}.unbind()[1]"),
    "vector": (
        "{m}[0]",
        "{m}[1]",
        "{m}[:, 2]",
        "{m}.T[0]",
        "{v}[:]",
        "{v}.view(3)",
        "{v}.view(-1)",
        "{v}.reshape(3)",
        "{v}.unsqueeze(0).squeeze(0)",
        "{m}.diagonal()",
    ),
    "matrix": ("{m}.T", "{m}.t()", "{m}.view(3, 3)", "{m}.transpose(0, 1)", "{m}[:]"),
}
# What changes {t} in place; {x} is a tensor of the same shape, {n} a number.
_CHANGES = (
    "{t}.add_({n})",
    "{t} += {n}",
    "{t}.mul_({n})",
    "{t} *= {n}",
    "{t} -= {n}",
    "{t} /= 2.0",
    "{t} **= 2",
    "{t} += {x}",
    "{t} -= {x}",
    "{t} *= {x}",
    "{t}.add_({x})",
    "{t}.sub_({x}, alpha=0.1)",
    "{t}.mul_({x})",
    "{t}.div_(2.0)",
    "{t}.zero_()",
    "{t}.fill_({n})",
    "{t}.copy_({x})",
    "{t}.neg_()",
    "{t}.sigmoid_()",
    "{t}.tanh_()",
    "{t}.sin_()",
    "{t}.relu_()",
    "{t}.clamp_(max={n})",
    "{t}.lerp_({x}, 0.5)",
    "{t}.addcmul_({x}, {x})",
    "{t}.mul_({n}).add_({n})",
    "{t}.mul_({n}).tanh_()",
    "{t}.sigmoid_().mul_({n})",
    "torch.relu_({t})",
    "F.relu({t}, inplace=True)",
    "F.leaky_relu({t}, inplace=True)",
    "nn.init.constant_({t}, {n})",
)
_CHANGES_OF_PARTS = (
    "{t}[0] = {n}",
    "{t}[0] += {n}",
    "{t}[1] *= {n}",
    "{t}[1:] = {n}",
    "{t}[:2] += {n}",
    "{t}[:] = {n}",
    "{t}[:] = {x}",
    "{t}[2] = {x}[0]",
    "{t}[0].mul_({n})",
    "{t}[1:].zero_()",
    "{t}.view(-1).add_({n})",
    "{t}.unsqueeze(0).mul_({n})",
    "{t}[{t} > {n}] = {n}",
    "{t}.masked_fill_({t} > {n}, {n})",
)
_OUT = ("torch.add({x}, {n}, out={t})", "torch.mul({x}, {x}, out={t})", "torch.sin({x}, out={t})")


_CONVERSIONS: dict[Shape, tuple[str, Shape]] = {
    "scalar": ("{v}.sum()", "vector"),
    "vector": ("{m}.sum(dim=0)", "matrix"),
    "matrix": ("torch.outer({v}, {v})", "vector"),
}
"""How to get a shape, and from which one, where no tensor in scope has it."""


def _hole(shape: Shape) -> str:
    """The mark in a template that a tensor of the shape takes the place of."""
    return "{" + _SHAPE_LETTERS[shape] + "}"


@dataclass
class Tensor:
    """A tensor in scope.

    ``text`` reads it (``h``, ``parts[0]``). ``has_history`` is a guess and includes leaves that
    require grad.
    """

    text: str
    shape: Shape
    has_history: bool = False
    is_leaf: bool = False


class Writer:
    """The text so far, and what is in scope."""

    def __init__(self, choose: Choose) -> None:
        self.lines: list[str] = []
        self.definitions: list[str] = []
        self.tensors: list[Tensor] = []
        self.must_use: list[Tensor] = []
        self.flags = 0
        self.depth = 0
        self.records = True
        self._choose = choose
        self._names: dict[str, int] = {}

    # Choices

    def one_of(self, items: Sequence[Item]) -> Item:
        """One of the items, each as likely as the other."""
        return items[self._choose(len(items))]

    def weighted(self, items: Sequence[tuple[int, Item]]) -> Item:
        """One of the items, by their weights."""
        number = self._choose(sum(weight for weight, _ in items))
        for weight, item in items:
            number -= weight
            if number < 0:
                return item
        raise AssertionError("the weights have changed meanwhile")

    def chance(self, one_in: int) -> bool:
        """True once in so many times."""
        return self._choose(one_in) == one_in - 1

    def between(self, low: int, high: int) -> int:
        """A whole number, both ends included."""
        return low + self._choose(high - low + 1)

    # Text

    def name(self, stem: str) -> str:
        """A fresh name such as ``h2``."""
        self._names[stem] = self._names.get(stem, 0) + 1
        return f"{stem}{self._names[stem]}"

    def flag(self) -> str:
        """A fresh flag: one that no other branch depends on."""
        self.flags += 1
        return f"flag{self.flags - 1}"

    def line(self, text: str) -> None:
        """Write one statement."""
        self.lines.append("    " * self.depth + text)

    @contextlib.contextmanager
    def block(self, header: str, *, records: bool | None = None) -> Iterator[None]:
        """An indented block; ``records`` is the grad mode within, where it changes."""
        self.line(header)
        before, size = self.records, len(self.lines)
        self.depth += 1
        if records is not None:
            self.records = records
        yield
        if len(self.lines) == size:
            self.line("pass")
        self.depth -= 1
        self.records = before

    @contextlib.contextmanager
    def branch(self, header: str) -> Iterator[None]:
        """A block that may be left out: what it makes is out of scope behind it."""
        outside = [replace(each) for each in self.tensors]
        with self.block(header):
            yield
        history = {each.text: each.has_history for each in self.tensors}
        for each in outside:
            each.has_history = each.has_history or history.get(each.text, False)
        self.tensors = outside

    @contextlib.contextmanager
    def definition(self, parameters: Sequence[Tensor]) -> Iterator[None]:
        """What is written goes to the definitions above the program, in a scope of its own."""
        outside = self.lines, self.tensors, self.depth, self.records
        self.lines, self.tensors, self.depth = [], list(parameters), 0
        self.records = True
        yield
        self.definitions += [*self.lines, "", ""]
        self.lines, self.tensors, self.depth, self.records = outside

    # Tensors

    def leaf(self, shape: Shape | None = None, *, requires_grad: bool = True) -> Tensor:
        """Write a new leaf."""
        shape = shape or self._one_shape((*RANKED, "vector"))
        name = self.name("w" if requires_grad else "x")
        numbers = self._literal(shape)
        literal = f"torch.tensor({numbers}, dtype=torch.float64)"
        if not requires_grad:
            self.line(f"{name} = {literal}")
        else:
            form = self.weighted([(6, "keyword"), (2, "parameter"), (1, "method")])
            if form == "keyword":
                self.line(f"{name} = {literal[:-1]}, requires_grad=True)")
            elif form == "parameter":
                self.line(f"{name} = nn.Parameter({literal})")
            else:
                self.line(f"{name} = {literal}")
                self.line(f"{name}.requires_grad_()")
        return self.keep(Tensor(name, shape, requires_grad, requires_grad))

    def keep(self, tensor: Tensor) -> Tensor:
        """Put a tensor into scope, over another one of its name."""
        self.tensors = [each for each in self.tensors if each.text != tensor.text]
        self.tensors.append(tensor)
        return tensor

    def result(self, shape: Shape | None = None, *, stem: str = "h") -> Tensor:
        """Write a statement that computes a new tensor."""
        shape = shape or self._one_shape(SHAPES)
        text, has_history = self.expression(shape)
        name = self.name(stem)
        self.line(f"{name} = {text}")
        return self.keep(Tensor(name, shape, has_history and self.records))

    def view(self) -> Tensor:
        """Write a statement that makes a view."""
        shape = self.one_of(SHAPES)
        used: list[Tensor] = []
        text = self._filled(self.one_of(_VIEWS[shape]), used)
        name = self.name("view")
        self.line(f"{name} = {text}")
        return self.keep(Tensor(name, shape, used[0].has_history and self.records))

    def expression(self, shape: Shape) -> tuple[str, bool]:
        """The text of a computation that gives the shape, and whether it has history."""
        templates = [each.replace("{t}", _hole(shape)) for each in _ANY_SHAPE]
        used: list[Tensor] = []
        number = self._choose(len(templates) + 2 * len(_RESULTS[shape]))
        templates += [*_RESULTS[shape], *_RESULTS[shape]]
        text = self._filled(templates[number], used)
        return text, any(each.has_history for each in used)

    def change(self, tensor: Tensor, *, through: str = "") -> None:
        """Write a statement that changes a tensor in place, ``through`` such as ``.data``."""
        templates = [*_CHANGES]
        if tensor.shape != "scalar":
            templates += _CHANGES_OF_PARTS
        # Torch refuses out= for whatever has history; only a leaf there is the pitfall.
        if (not self.records or tensor.is_leaf) and not through and self.chance(10):
            templates = [*_OUT]
        used: list[Tensor] = []
        template = self.one_of(templates).replace("{t}", tensor.text + through)
        template = template.replace("{x}", _hole(tensor.shape))
        self.line(self._filled(template, used))
        if self.records and not through:
            tensor.has_history = tensor.has_history or any(each.has_history for each in used)

    def of_shape(self, shape: Shape) -> Tensor:
        """A tensor in scope of that shape, the later ones more often; written if there is none."""
        fitting = [each for each in reversed(self.tensors) if each.shape == shape]
        if not fitting:
            return self._of_new_shape(shape)
        return fitting[min(self._choose(len(fitting)), self._choose(len(fitting)))]

    def with_history(self) -> list[Tensor]:
        """The tensors in scope that a backward may start at or come to."""
        return [each for each in self.tensors if each.has_history]

    def results(self) -> list[Tensor]:
        """Those of them that are not leaves."""
        return [each for each in self.tensors if each.has_history and not each.is_leaf]

    def leaves(self) -> list[Tensor]:
        """The leaves in scope that require grad."""
        return [each for each in self.tensors if each.is_leaf]

    def forget_results(self) -> None:
        """Leave what a backward may have used up; what must be used stays."""
        self.tensors = [
            each
            for each in self.tensors
            if each.is_leaf or not each.has_history or each in self.must_use
        ]

    def total(self, tensors: Sequence[Tensor]) -> str:
        """The text of a scalar that depends on all the tensors."""
        return " + ".join(
            each.text if each.shape == "scalar" else each.text + self.one_of((".sum()", ".mean()"))
            for each in tensors
        )

    def plain(self) -> list[Tensor]:
        """The tensors in scope without history."""
        return [each for each in self.tensors if not each.has_history]

    def _one_shape(self, shapes: Sequence[Shape]) -> Shape:
        return self.one_of(shapes)

    def _of_new_shape(self, shape: Shape) -> Tensor:
        text, source = _CONVERSIONS[shape]
        found = [each for each in self.tensors if each.shape == source]
        if not found:
            return self.leaf(shape, requires_grad=False)
        used: list[Tensor] = []
        expression = self._filled(text, used)
        name = self.name("h")
        self.line(f"{name} = {expression}")
        history = self.records and any(each.has_history for each in used)
        return self.keep(Tensor(name, shape, history))

    def _filled(self, template: str, used: list[Tensor]) -> str:
        """Put tensors and numbers into the holes of a template."""

        def fill(hole: re.Match[str]) -> str:
            if hole[1] == "n":
                return self.one_of(NUMBERS)
            tensor = self.of_shape(_LETTERS[hole[1]])
            used.append(tensor)
            return tensor.text

        return _HOLE.sub(fill, template)

    def _literal(self, shape: Shape) -> str:
        def number() -> str:
            return f"{self.between(2, 19) / 10}"

        if shape == "scalar":
            return number()
        row = [number() for _ in range(3)]
        if shape == "vector":
            return f"[{', '.join(row)}]"
        # Rows are rolled, so that a matrix costs three choices, and differ, so that it is regular.
        rows = [row[turn:] + row[:turn] for turn in range(3)]
        rows[2][0] = "0.1"
        return "[" + ", ".join(f"[{', '.join(each)}]" for each in rows) + "]"
