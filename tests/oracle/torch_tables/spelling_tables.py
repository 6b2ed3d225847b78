"""All the ways to write one operation, found by running each and comparing the history."""

from __future__ import annotations

import builtins
import inspect
import itertools
import operator
from collections.abc import Callable, Iterator
from functools import cache
from typing import NamedTuple

import torch
from torch import Tensor
from torch.nn import functional

from . import torch_registry as registry
from .autograd_experiments import named_operands, run
from .error_reports import error_of
from .example_calls import CALLS, VARIANTS
from .example_expressions import EXPRESSIONS, OF_MANY, OF_SHAPES, OF_VALUES, WRITTEN
from .family_tables import uninitialised
from .operands import Example, Operand
from .operation_tables import bare, find_function

NAMESPACES: dict[str, object] = {
    "torch": torch,
    "torch.nn.functional": functional,
    "torch.linalg": torch.linalg,
    "torch.special": torch.special,
    "torch.fft": torch.fft,
    "torch.Tensor": Tensor,
}
"""Where torch keeps the functions that make tensors of tensors."""

PYTHON: dict[str, object] = {"operator": operator, "builtins": builtins}
PYTHON_FUNCTIONS = ("builtins.abs", "builtins.pow", "builtins.round")

ROUNDING = 1e-12
"""Which part of a number two results in double precision may lie apart that are the same."""
MOST_OPERANDS = 2
"""How many operands the operators of Python's have at most."""


Row = dict[str, object]


class Spelling(NamedTuple):
    """One way to write a call.

    Attributes:
        name: The name of the function, with the place where it is found.
        order: The names of the arguments that are given by place, in the order of this way.
        keywords: The names of those that are given by keyword, as the row calls them, and as the
            call does.
    """

    name: str
    order: tuple[str, ...]
    keywords: tuple[tuple[str, str], ...] = ()

    def write(self, written: dict[str, str]) -> str:
        """Write the call, given how each of its arguments is written."""
        place, _, last = self.name.rpartition(".")
        given = [written[each] for each in self.order]
        given += [f"{called}={written[each]}" for each, called in self.keywords]
        if place == "builtins":
            return f"{last}({', '.join(given)})"
        return f"{self.name}({', '.join(given)})"

    def write_as_method(self, written: dict[str, str]) -> str:
        """Write it as a method of its first argument."""
        first, *rest = [written[each] for each in self.order]
        rest += [f"{called}={written[each]}" for each, called in self.keywords]
        return f"{first}.{bare(self.name)}({', '.join(rest)})"


@cache
def dunders() -> dict[str, Callable[..., object]]:
    """Return the functions of Python's operators, as methods of Tensor and in ``operator``."""
    found: dict[str, Callable[..., object]] = {}
    for name in dir(operator):
        function = getattr(operator, name)
        if not name.startswith("_") and callable(function) and not isinstance(function, type):
            found[f"operator.{name}"] = function
    for name in dir(Tensor):
        if name in NO_OPERATORS or not name.startswith("__") or not name.endswith("__"):
            continue
        if callable(function := getattr(Tensor, name)):
            found[f"torch.Tensor.{name}"] = function
    for name in PYTHON_FUNCTIONS:
        found[name] = getattr(builtins, bare(name))
    return found


NO_OPERATORS = frozenset(dir(object)) - {"__eq__", "__ne__", "__lt__", "__le__", "__gt__", "__ge__"}


def outcome(example: Example) -> tuple[list[Tensor], list[object]] | None:
    """Return what a call gives and what autograd records of it; ``None`` if it raises."""
    every = frozenset(name for name, each in named_operands(example).items() if each.differentiable)
    found: list[tuple[list[Tensor], list[object]]] = []

    def call() -> None:
        outputs = run(example, every).outputs
        found.append((outputs, [recorded(each.grad_fn) for each in outputs]))

    return found[0] if error_of(call) is None and found else None


def recorded(function: object, depth: int = 6) -> object:
    """Return the names of the backward functions behind a result."""
    if function is None or depth == 0:
        return None
    behind = getattr(function, "next_functions", ())
    return type(function).__name__, tuple(recorded(each, depth - 1) for each, _ in behind)


def is_same(one: object, other: object) -> bool:
    """Tell whether two calls have given the same, with the same history."""
    if one is None or other is None:
        return False
    assert isinstance(one, tuple)
    assert isinstance(other, tuple)
    (results, history), (others, other_history) = one, other
    return (
        bool(results)
        and len(results) == len(others)
        and history == other_history
        and all(map(is_equal, results, others))
    )


def is_equal(one: Tensor, other: Tensor) -> bool:
    """Tell whether two tensors hold the same numbers of the same type.

    Where a solver's memory lies decides its last digits: two calls of one function may differ.
    """
    if one.dtype != other.dtype or one.shape != other.shape or one.layout != other.layout:
        return False
    if one.is_sparse:
        return True
    left, right = torch.nan_to_num(one.detach()), torch.nan_to_num(other.detach())
    if left.dtype.is_floating_point or left.dtype.is_complex:
        return torch.allclose(left, right, rtol=ROUNDING, atol=0.0)
    return torch.equal(left, right)


def called(
    function: Callable[..., object], spelling: Spelling, example: Example
) -> tuple[list[Tensor], list[object]] | None:
    """Return what a call gives if it is written in another way."""

    def call(**given: object) -> object:
        positional = [given[each] for each in spelling.order]
        keywords = {name: given[each] for each, name in spelling.keywords}
        return function(*positional, **keywords)

    return outcome(Example(call, example.arguments))


def orders(example: Example, leading: int) -> Iterator[tuple[str, ...]]:
    """Return the orders in which the leading arguments may be given, their own one first."""
    names = tuple(example.arguments)[:leading]
    yield names
    if len(names) == MOST_OPERANDS:
        yield names[::-1]
        return
    operands = {each.split("[")[0] for each in named_operands(example)}
    for each in names[1:]:
        if each in operands:
            yield (each, *(other for other in names if other != each))


def leading_of(name: str, example: Example) -> int:
    """Return how many of the arguments may be given by their places."""
    declared = registry.call_parameters(name, example.target, set(example.arguments))
    order = declared or list(example.arguments)
    return sum(
        1
        for _ in itertools.takewhile(
            lambda pair: pair[0] == pair[1], zip(example.arguments, order, strict=False)
        )
    )


def keyword_names(name: str, example: Example) -> list[dict[str, str]]:
    """Return how the arguments may be called where they are given by keyword."""
    names = list(example.arguments)
    found = [dict(zip(names, names, strict=True))]
    for schema in registry.schemas(name, registry.NAMESPACES):
        declared = [argument.name for argument in schema.arguments]
        if len(declared) >= len(names):
            found.append(dict(zip(names, declared, strict=False)))
    return found


def functions_called(name: str) -> dict[str, Callable[..., object]]:
    """Return what torch has under a name, in each of the places."""
    found = {}
    for place, namespace in NAMESPACES.items():
        function = getattr(namespace, name, None)
        if callable(function) and not isinstance(function, type):
            found[f"{place}.{name}"] = function
    return found


def spellings(name: str, example: Example) -> list[Spelling]:
    """Return all the ways in which an example's call may be written.

    What gives memory as it lies gives the same by chance alone: nothing can be compared.
    """
    expected = outcome(example)
    if expected is None or bare(name) in uninitialised():
        return []
    found = []
    leading = leading_of(name, example)
    names = tuple(example.arguments)
    for spelled, function in functions_called(name).items():
        way = first_that_works(spelled, function, name, example, leading, expected)
        if way is not None:
            found.append(way)
            found += by_keyword(way, function, name, example, expected)
    plain = all(isinstance(each, (Operand, int, float)) for each in example.arguments.values())
    if plain and len(names) <= MOST_OPERANDS:
        for spelled in dunders():
            for order in orders(example, len(names)):
                values = tuple(example.arguments[each] for each in order)
                is_method = spelled.startswith("torch.Tensor.")
                if is_method and not isinstance(values[0], Operand):
                    continue
                if is_same(result_of_operator(spelled, values), expected):
                    found.append(Spelling(spelled, order))
                    break
    return found


@cache
def result_of_operator(
    name: str, values: tuple[object, ...]
) -> tuple[list[Tensor], list[object]] | None:
    """Return what an operator's function gives; many operations are tried with the same values."""
    function = dunders()[name]
    arguments = {f"{at}": value for at, value in enumerate(values)}
    return outcome(Example(lambda **given: function(*given.values()), arguments))


def first_that_works(
    spelled: str,
    function: Callable[..., object],
    name: str,
    example: Example,
    leading: int,
    expected: object,
) -> Spelling | None:
    """Return a way of writing it by places, as far as they are known."""
    names = tuple(example.arguments)
    for keywords in keyword_names(name, example):
        for count in dict.fromkeys((leading, 1, 0)):
            for order in orders(example, count):
                rest = tuple((each, keywords[each]) for each in names if each not in order)
                way = Spelling(spelled, order, rest)
                if is_same(called(function, way, example), expected):
                    return way
    return None


def by_keyword(
    way: Spelling,
    function: Callable[..., object],
    name: str,
    example: Example,
    expected: object,
) -> list[Spelling]:
    """Return the way with all but the first argument given by keyword, and with all."""
    found = []
    for count in (1, 0):
        if len(way.order) <= count or (count == 0 and way.name.startswith("torch.Tensor.")):
            continue
        for keywords in keyword_names(name, example):
            rest = tuple((each, keywords[each]) for each in way.order[count:])
            other = Spelling(way.name, way.order[:count], rest + way.keywords)
            if is_same(called(function, other, example), expected):
                found.append(other)
                break
    return found


def spelled_examples() -> dict[str, tuple[str, Example]]:
    """Return the examples by row, each with the name of the function that it calls."""
    found = {}
    for name, call in CALLS.items():
        found[bare(name)] = bare(name), Example(find_function(name, call), call)
    for variant, (name, call) in VARIANTS.items():
        found[variant] = bare(name), Example(find_function(name, call), call, variant_of=name)
    for variant, (name, call) in WRITTEN.items():
        base, target, _ = EXPRESSIONS[variant]
        found[variant] = name, Example(of_all(target), call, variant_of=base)
    return found


def of_all(target: Callable[..., object]) -> Callable[..., object]:
    """Return a function of an expression's operands as one of all that its call names."""
    taken = inspect.signature(target).parameters
    return lambda **given: target(**{name: given[name] for name in taken})


@cache
def all_spellings() -> dict[str, list[Spelling]]:
    """Return all the ways to write each row's example."""
    return {row: spellings(name, example) for row, (name, example) in spelled_examples().items()}


def declared(name: str, example: Example) -> list[str]:
    """Return the names of all arguments in the order of the call, as far as torch tells."""
    names = list(example.arguments)
    return registry.call_parameters(name, example.target, set(names)) or names


def measure_spellings() -> dict[str, Row]:
    """Measure for each row the order of its arguments, and which of them stands first where.

    A way of writing that takes the arguments in the order of the row has a 0; a method that is
    called on the second one has a 1.
    """
    rows: dict[str, Row] = {}
    found = all_spellings()
    examples = spelled_examples()
    owners = owners_of(found, examples)
    for row in sorted(examples, key=lambda row: examples[row][1].variant_of is not None):
        name, example = examples[row]
        rows[row] = {"arguments": declared(name, example)}
        when = conditions(row, examples)
        if when:
            rows[row]["when"] = when
        places: dict[str, int] = {}
        for way in found[row]:
            base = example.variant_of or row
            if base != row and way.name in rows[base].get("spellings", {}):  # type: ignore[operator]
                continue
            if owners.get(way.name, base) != base:
                continue
            if way.order and not changes_first(way):
                order: list[str] = rows[row]["arguments"]  # type: ignore[assignment]
                places.setdefault(way.name, order.index(way.order[0]))
        if places:
            rows[row]["spellings"] = places
        renamed = {
            called: each for way in found[row] for each, called in way.keywords if each != called
        }
        if renamed:
            rows[row]["renamed"] = renamed
    rows |= {row: {"arguments": arguments} for row, arguments in OF_MANY.items()}
    return rows


def conditions(row: str, examples: dict[str, tuple[str, Example]]) -> dict[str, object]:
    """Say of a second way to call an operation which arguments make the difference.

    Each is given, is absent, is a tensor, a number, or one of the values in a list.
    """
    _, example = examples[row]
    if example.variant_of not in examples or row in OF_SHAPES:
        return {}
    usual = examples[example.variant_of][1].arguments
    found: dict[str, object] = {}
    for name, value in example.arguments.items():
        if isinstance(value, Operand):
            if not isinstance(usual.get(name), Operand):
                found[name] = "tensor"
        elif isinstance(usual.get(name), Operand):
            found[name] = [value] if row in OF_VALUES else "number"
        elif usual.get(name) != value:
            is_said = isinstance(value, (str, bool)) or row in OF_VALUES
            found[name] = [value] if is_said else "given"
    absent = {name for name, value in usual.items() if isinstance(value, Operand)}
    return found | dict.fromkeys(sorted(absent - example.arguments.keys()), "absent")


def owners_of(
    found: dict[str, list[Spelling]], examples: dict[str, tuple[str, Example]]
) -> dict[str, str]:
    """Return of which operation each function of Python's is another way to write it.

    Of several that give the same, it is the one of the same name, of a name that begins so, or of
    the shortest.
    """
    owners: dict[str, list[str]] = {}
    for row, ways in found.items():
        for way in ways:
            if way.name in dunders():
                owners.setdefault(way.name, []).append(examples[row][1].variant_of or row)

    def rank(spelled: str, row: str) -> tuple[bool, bool, int]:
        last = bare(spelled).strip("_")
        names = (last, last.removeprefix("r"))
        return row not in names, not row.startswith(names), len(row)

    return {name: min(rows, key=lambda row: rank(name, row)) for name, rows in owners.items()}


def changes_first(way: Spelling) -> bool:
    """Tell whether it changes its first argument, as ``operator.imul`` does."""
    place, _, last = way.name.rpartition(".")
    known = {each.strip("_") for each in (*dir(operator), *dir(Tensor))}
    is_operator = place == "operator" or last.startswith("__")
    last = last.strip("_")
    return is_operator and last.startswith("i") and last[1:] in known and last != "invert"
