"""The rounds of a loop: what its counter is in the round that is executed.

The tape executes a few rounds of a loop. The first ones are themselves; the last one that it
executes stands for all later ones. Where the body asks for the loop's last round, each round is
executed as one that others follow and as the last one.
"""

from __future__ import annotations

import math
from collections.abc import Callable

from tapelint.source import tree
from tapelint.source.spelling import code_of
from tapelint.source.tree import walk
from tapelint.tape.domain import counts
from tapelint.tape.domain.counts import Count
from tapelint.tape.domain.frozen import dataclass, replace
from tapelint.tape.domain.state import State
from tapelint.tape.domain.terms import Truth
from tapelint.tape.domain.values import Container, Number, Symbol, count_of
from tapelint.tape.interpreter.comparisons import COMPARISONS, linear, quantity
from tapelint.tape.interpreter.interface import Interpreter
from tapelint.tape.syntax import last_part, small_integer

_PASS_ITEMS = frozenset({"tqdm", "list", "tuple", "iter", "track", "progress_bar", "progressbar"})
"""Functions that give the items that they are given, in their order."""
_VIEWS = frozenset({"items", "keys", "values"})
_AS_MANY = frozenset(
    {"enumerate", "reversed", "list", "tuple", "sorted", "iter", "range", "len", "set"}
)
"""Functions that give as many items as they are given, by their built-in names."""
MOST_RESIDUES = 4
"""By how much a counter is divided at most, so that each remainder is followed."""


@dataclass(frozen=True)
class Round:
    """A round of a loop, as it is executed.

    Attributes:
        at: Its number, from 0.
        is_generic: Whether it stands for all later ones, too.
        is_last: Whether no other one follows.
        residues: For how many remainders of its number a round of its own is executed.
    """

    at: int
    is_generic: bool
    is_last: Truth = Truth.UNKNOWN
    residues: int = 1


@dataclass(frozen=True)
class Counter:
    """What counts the rounds of a loop.

    Attributes:
        name: The variable.
        first: The number of the first round.
        step: What is added from round to round.
        last: The number of the last round, as far as it is known.
        asks_for_last: Whether the body tells the last round from the others.
        residues: By how much the body divides the number, to look at what is left; 1 for nothing.
    """

    name: str
    first: Count
    step: int
    last: Count
    asks_for_last: bool = False
    residues: int = 1

    def number(self, of: Round) -> Number:
        """The variable's value in a round."""
        first = counts.moved(self.first, self.step * of.at)
        if of.is_generic:
            up, down = (math.inf, 0.0) if self.step > 0 else (0.0, -math.inf)
            found = [(name, low + down, high + up) for name, low, high in first.distances]
            value = first.from_(counts.ZERO)[0]
            modulus = abs(self.step) * of.residues
            is_known = math.isfinite(value) and modulus > 1
            residue = int(value) % modulus if is_known else 0
            first = Count(tuple(found), modulus if is_known else 0, residue)
        gap = 1.0 if of.is_last is Truth.NO else 0.0
        most = 0.0 if of.is_last is Truth.YES else math.inf
        up, down = (-gap, -most) if self.step > 0 else (most, gap)
        last = tuple((name, low + down, high + up) for name, low, high in self.last.distances)
        count = counts.both(first, Count(last))
        low, high = count.from_(counts.ZERO)
        return Number(value=int(low) if low == high else None, count=count)

    def may_be(self, of: Round) -> bool:
        """Whether there can be such a round."""
        return all(low <= high for _, low, high in (self.number(of).count or Count()).distances)


class Rounds:
    """Finds what counts the rounds of a ``for``."""

    def __init__(self, interpreter: Interpreter) -> None:
        self.interpreter = interpreter
        self._asked: dict[tree.For, tuple[tuple[tree.BaseExpression, ...], int]] = {}

    def counter(self, node: tree.For) -> Counter | None:
        """What counts the rounds of a loop: that of ``range(...)`` or ``enumerate(...)``."""
        iterated = self._unwrapped(node.iter)
        if not isinstance(iterated, tree.Call):
            return None
        name, arguments = self._called(iterated.func), _plain_arguments(iterated)
        found: tuple[Count, int, Count] | None = None
        target: tree.BaseExpression = node.target
        if name == "reversed" and arguments:
            inner = self._unwrapped(arguments[0])
            if isinstance(inner, tree.Call) and self._called(inner.func) == "range":
                ahead = self._range(_plain_arguments(inner))
                found = (ahead[2], -ahead[1], ahead[0]) if ahead and abs(ahead[1]) == 1 else None
        elif name == "range":
            found = self._range(arguments)
        elif name == "enumerate" and isinstance(target, tree.Tuple) and len(target.elements) == 2:
            target = target.elements[0].value
            found = self._enumerate(iterated)
        if found is None or not isinstance(target, tree.Name):
            return None
        first, step, last = found
        others, residues = self._asked_of(node, target.value)
        asks = any(self._may_be_last(each, last) for each in others)
        return Counter(target.value, first, step, last, asks, residues)

    def _unwrapped(self, node: tree.BaseExpression) -> tree.BaseExpression:
        """What ``tqdm(...)`` and its like go over."""
        while isinstance(node, tree.Call) and node.args:
            if last_part(node.func) not in _PASS_ITEMS:
                break
            node = node.args[0].value
        return node

    def _called(self, function: tree.BaseExpression) -> str:
        name = last_part(function)
        if name == "trange":
            return "range"
        known = self.interpreter.evaluate(function) if isinstance(function, tree.Name) else None
        return name if isinstance(known, Symbol) and known.name == f"builtins.{name}" else ""

    def _range(self, given: list[tree.BaseExpression]) -> tuple[Count, int, Count] | None:
        if not 1 <= len(given) <= 3:
            return None
        step_value = self.interpreter.evaluate(given[2]) if len(given) == 3 else Number(value=1)
        step = step_value.value if isinstance(step_value, Number) else None
        if not isinstance(step, int) or isinstance(step, bool) or step == 0:
            return None
        first = counts.at(0) if len(given) == 1 else self._linear(given[0])
        stop = self._linear(given[0] if len(given) == 1 else given[1])
        if abs(step) == 1:
            return first, step, counts.moved(stop, -step)
        low, high = first.from_(counts.ZERO)
        end, _ = stop.from_(counts.ZERO)
        if low == high and math.isfinite(low) and stop.from_(counts.ZERO) == (end, end):
            length = len(range(int(low), int(end), step))
            return first, step, counts.at(low + step * (length - 1)) if length else Count()
        return first, step, Count()

    def _enumerate(self, call: tree.Call) -> tuple[Count, int, Count] | None:
        inner = call.args[0].value if call.args else None
        begins = [each for each in call.args[1:] if not each.star]
        if inner is None or len(begins) > 1:
            return None
        first = self._linear(begins[0].value) if begins else counts.at(0)
        inner = self._unwrapped(inner)
        length = counts.at(0, quantity=quantity(self.interpreter.machine, f"len({code_of(inner)})"))
        low, high = first.from_(counts.ZERO)
        return first, 1, counts.moved(length, low - 1) if low == high else Count()

    def _linear(self, node: tree.BaseExpression) -> Count:
        return linear(self.interpreter, node, self.interpreter.evaluate(node))

    def _asked_of(self, node: tree.For, name: str) -> tuple[tuple[tree.BaseExpression, ...], int]:
        """What a body compares the counter with, and by how much it divides it."""
        known = self._asked.get(node)
        if known is not None:
            return known
        others: list[tree.BaseExpression] = []
        residues = 1
        for each in walk(node.body):
            if isinstance(each, tree.Comparison) and len(each.comparisons) == 1:
                (target,) = each.comparisons
                if type(target.operator) in COMPARISONS:
                    if _is_about(each.left, name):
                        others.append(target.comparator)
                    if _is_about(target.comparator, name):
                        others.append(each.left)
            elif type(each) is tree.BinaryOperation and isinstance(each.operator, tree.Modulo):
                divisor = small_integer(each.right)
                if _is_about(each.left, name) and divisor is not None:
                    if 1 < divisor <= MOST_RESIDUES:
                        residues = max(residues, math.lcm(residues, divisor))
        known = tuple(others), residues if residues <= MOST_RESIDUES else 1
        self._asked[node] = known
        return known

    def _may_be_last(self, other: tree.BaseExpression, last: Count) -> bool:
        """Whether what the counter is compared with may be the number of the last round."""
        if not last.distances:
            return False
        if not isinstance(other, tree.Integer):
            return True
        low, high = last.from_(counts.ZERO)
        number = small_integer(other)
        return low == high and number is not None and abs(low - number) <= 1


def executed_rounds(most: int, counter: Counter | None) -> list[Round]:
    """The rounds of a loop that are executed, as many as its body needs."""
    residues = counter.residues if counter is not None and most > 1 else 1
    most = max(most, 2 * residues) if residues > 1 else most
    rounds = [Round(at, is_generic=at >= most - residues, residues=residues) for at in range(most)]
    if counter is None or most == 1:
        return rounds
    if counter.asks_for_last:
        rounds = [
            replace(at, is_last=is_last) for at in rounds for is_last in (Truth.YES, Truth.NO)
        ]
    return [at for at in rounds if counter.may_be(at)]


def widen_numbers(state: State, base: State) -> None:
    """Let the numbers that a loop has changed be those of any later round."""
    for layer in state.layers_above(base):
        for key, value in layer.cells.items():
            if type(key) is not tuple or type(value) is not Number:
                continue
            before, after = base.get(key), count_of(value)
            if not isinstance(before, Number) or before == value or after is None:
                continue
            if not isinstance(value.value, bool):
                known = count_of(before) or counts.NOWHERE
                layer.cells[key] = replace(value, value=None, count=counts.widened(known, after))


def container_gone_over(interpreter: Interpreter, node: tree.BaseExpression) -> Container | None:
    """The container that a loop goes over: where the loop does not run, it is empty.

    So a loop that writes all its items anew leaves nothing of what was there.
    """
    while isinstance(node, tree.Call):
        function, first = node.func, node.args[0].value if node.args else None
        if isinstance(function, tree.Attribute) and function.attr.value in _VIEWS:
            node = function.value
        elif isinstance(function, tree.Name) and function.value in _AS_MANY and first:
            node = first
        else:
            return None
    if not isinstance(node, (tree.Name, tree.Attribute)):
        return None
    value = interpreter.evaluate(node)
    return value if isinstance(value, Container) else None


def _plain_arguments(call: tree.Call) -> list[tree.BaseExpression]:
    return [each.value for each in call.args if not each.star and each.keyword is None]


def _is_about(node: tree.BaseExpression, name: str) -> bool:
    """Whether an expression is a variable, or the variable and a number."""
    if isinstance(node, tree.BinaryOperation) and isinstance(node.right, tree.Integer):
        node = node.left
    return isinstance(node, tree.Name) and node.value == name


Body = Callable[[Round], None]
"""Runs the body of a loop for one round."""
