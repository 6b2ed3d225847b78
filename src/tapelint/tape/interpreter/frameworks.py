"""What a framework does with what users hand over: it runs the loss's backward, and steps.

Which framework does so with which method, and where it takes a function, is data of
``torch_api/frameworks``.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from tapelint.source import tree
from tapelint.tape.autograd import backward
from tapelint.tape.domain.path_conditions import Condition
from tapelint.tape.domain.program import FunctionUnit
from tapelint.tape.domain.terms import Truth
from tapelint.tape.domain.values import (
    UNKNOWN,
    Array,
    Container,
    ContainerKind,
    Either,
    Function,
    Instance,
    LibraryObject,
    Number,
    Tensor,
    Value,
    options_of,
)
from tapelint.tape.interpreter.interface import Interpreter
from tapelint.tape.machine.frames import Arguments
from tapelint.tape.machine.machine import Machine
from tapelint.tape.models import optimisers
from tapelint.torch_api.frameworks import Loss, loss_taken

_OF_ONE_GROUP = "optimizer"
"""The key under which a dict that sets an optimiser up has it."""

_Place = tuple[Value, tree.BaseExpression]


# --- losses ---


def run_backward(interpreter: Interpreter, loss: Loss, value: Value, node: tree.Return) -> bool:
    """The backward that a framework runs of what a method returns; whether there was one."""
    machine, found = interpreter.machine, False
    if node.value is None:
        return False

    def run(given: Value, expression: tree.BaseExpression) -> Value:
        nonlocal found
        place = _loss_in(machine, loss, given, expression)
        if place is not None:
            found = True
            _run(machine, *place, node, loss)
        return UNKNOWN

    sides = list(_sides(interpreter, value, node.value, frozenset()))
    if len(sides) == 1:
        run(*sides[0][1])
    elif sides:  # only one of them is returned
        runs = [(says, partial(run, *place)) for says, place in sides]
        machine.alternatives(runs, machine.new_identity())
    return found


def _run(
    machine: Machine, value: Value, root: tree.BaseExpression, node: tree.Return, loss: Loss
) -> None:
    if isinstance(value, Either):
        machine.for_each(value, lambda each: _run(machine, each, root, node, loss))
    else:
        backward.run(machine, value, root, node, Truth.NO, call=loss.backward)


def _sides(
    interpreter: Interpreter,
    value: Value,
    written: tree.BaseExpression,
    says: frozenset[Condition],
) -> Iterator[tuple[frozenset[Condition], _Place]]:
    """What may be returned: ``(loss, outputs) if return_outputs else loss`` is two things."""
    if not isinstance(written, tree.IfExp):
        yield says, (value, written)
        return
    for side, holds in ((written.body, True), (written.orelse, False)):
        if _is_plain(side):
            told = says | interpreter.told(written.test, holds)
            yield from _sides(interpreter, interpreter.evaluate(side), side, told)


def _is_plain(written: tree.BaseExpression) -> bool:
    """Whether it only names things: to evaluate it again does nothing."""
    if isinstance(written, tree.Tuple):
        return all(isinstance(e, tree.Element) and _is_plain(e.value) for e in written.elements)
    return isinstance(written, tree.Name)


def _loss_in(
    machine: Machine, loss: Loss, value: Value, written: tree.BaseExpression
) -> _Place | None:
    """The loss in what is returned, with its expression; ``None`` where there is none in sight."""
    if isinstance(value, Either):
        is_loss = all(isinstance(each, (Tensor, Number, Array)) for each in options_of(value))
        return (value, written) if is_loss else None
    if isinstance(value, (Tensor, Number, Array)):
        return value, written
    held = machine.container_record(value)
    if held is None:
        return None
    if held.kind is ContainerKind.DICT and loss.key in held.keys[: len(held.items)]:
        item = held.items[held.keys.index(loss.key)]
        return _loss_in(machine, loss, item, _under(written, loss.key))
    if held.kind is ContainerKind.TUPLE and loss.may_be_first and held.items:
        first = written.elements[0] if isinstance(written, tree.Tuple) else None
        expression = first.value if isinstance(first, tree.Element) else written
        return _loss_in(machine, loss, held.items[0], expression)
    return None


def _under(written: tree.BaseExpression, key: str) -> tree.BaseExpression:
    """The expression of a key's value in a dict that is written out."""
    for each in written.elements if isinstance(written, tree.Dict) else ():
        if isinstance(each, tree.DictElement) and isinstance(each.key, tree.SimpleString):
            if each.key.raw_value == key:
                return each.value
    return written


def functions_taken(name: str, arguments: Arguments) -> Iterator[tuple[FunctionUnit, Loss]]:
    """The functions that a call gives to a framework which runs the backward of their result."""
    taken = loss_taken(name)
    if taken is None:
        return
    at, keyword, loss = taken
    given = arguments.at(at, keyword)
    for each in options_of(given) if given is not None else ():
        unit = each.unit if isinstance(each, Function) else None
        if isinstance(each, Instance) and each.unit is not None:
            unit = each.unit.method("forward")
        if unit is not None:
            yield unit, loss


# --- optimisers ---


class Optimisers:
    """Gives back the optimisers that a user's class makes for its framework.

    A function that is executed on its own has them made anew: they are no attribute that one
    method leaves to the others.
    """

    def __init__(self, machine: Machine) -> None:
        self._machine = machine
        self._made: dict[tuple[int, int], tuple[Value, ...]] = {}

    def of(self, owner: Instance, name: str, node: tree.Call) -> Value | None:
        """What ``self.optimizers()`` gives, one or a list; ``None`` where that is not known."""
        machine = self._machine
        framework = owner.unit.framework if owner.unit is not None else None
        if owner.unit is None or framework is None or name != framework.gives_optimisers:
            return None
        makes = owner.unit.method(framework.makes_optimisers)
        if makes is None:
            return None
        key = (machine.entry, owner.identity)
        known = self._made.get(key)
        if known is None or any(machine.state.get(_identity(each)) is None for each in known):
            made = machine.call(Function(makes, owner), Arguments(), node)
            found = _configured(machine, made)
            if found is None:
                return None
            known = self._made[key] = tuple(found)
        return known[0] if len(known) == 1 else machine.new_container(ContainerKind.LIST, known)


def _configured(machine: Machine, made: Value) -> list[Value] | None:
    """The optimisers in what the user's method returns; ``None`` where that is not known."""
    if optimisers.is_optimiser(made):
        return [made]
    held = machine.container_record(made) if isinstance(made, Container) else None
    if held is None or held.rest or held.is_open or not held.items:
        return None
    if held.kind is ContainerKind.DICT:
        if _OF_ONE_GROUP not in held.keys[: len(held.items)]:
            return None
        return _configured(machine, held.items[held.keys.index(_OF_ONE_GROUP)])
    first = held.items[0]
    in_first = machine.container_record(first) if len(held.items) == 2 else None
    if in_first is not None and in_first.kind is ContainerKind.LIST:
        return _configured(machine, first)  # and the schedulers
    found: list[Value] = []
    for each in held.items:
        inner = _configured(machine, each)
        if inner is None or len(inner) != 1:
            return None
        found += inner
    return found


def _identity(value: Value) -> int:
    return value.identity if isinstance(value, LibraryObject) else -1
