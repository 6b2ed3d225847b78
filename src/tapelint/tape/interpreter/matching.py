"""``match``: what the names in a pattern are bound to."""

from __future__ import annotations

from tapelint.source import tree
from tapelint.tape.domain.values import (
    UNKNOWN,
    Class,
    ContainerKind,
    Instance,
    Symbol,
    Tensor,
    Value,
)
from tapelint.tape.interpreter.interface import Interpreter
from tapelint.tape.models import containers


def is_irrefutable(case: tree.MatchCase) -> bool:
    """Whether a case takes whatever comes: ``case _:``."""
    pattern = case.pattern
    return case.guard is None and isinstance(pattern, tree.MatchAs) and pattern.pattern is None


def bind(interpreter: Interpreter, pattern: tree.MatchPattern, value: Value) -> None:
    """Bind the names of a pattern that a value has matched."""
    machine = interpreter.machine
    if isinstance(pattern, tree.MatchAs):
        if pattern.pattern is not None:
            bind(interpreter, pattern.pattern, value)
            value = _as_matched(interpreter, pattern.pattern, value)
        if pattern.name is not None:
            interpreter.bind(pattern.name.value, value)
    elif isinstance(pattern, tree.MatchOr):
        for option in pattern.patterns:
            bind(interpreter, option.pattern, value)
    elif isinstance(pattern, (tree.MatchList, tree.MatchTuple)):
        _bind_sequence(interpreter, pattern, value)
    elif isinstance(pattern, tree.MatchMapping):
        for element in pattern.elements:
            found: Value = UNKNOWN
            record = machine.container_record(value)
            if record is not None and record.kind is ContainerKind.DICT:
                found = containers.get_item(machine, value, interpreter.evaluate(element.key))
            bind(interpreter, element.pattern, found)
        if pattern.rest is not None:
            interpreter.bind(pattern.rest.value, UNKNOWN)
    elif isinstance(pattern, tree.MatchClass):
        _bind_class(interpreter, pattern, value)


def _as_matched(interpreter: Interpreter, pattern: tree.MatchPattern, value: Value) -> Value:
    """What is bound by ``float() as x``: a tensor has not matched a number's class."""
    if isinstance(pattern, tree.MatchClass) and isinstance(value, Tensor):
        kind = interpreter.evaluate(pattern.cls)
        return value if isinstance(kind, Symbol) and kind.name == "torch.Tensor" else UNKNOWN
    return value


def _bind_sequence(
    interpreter: Interpreter, pattern: tree.MatchList | tree.MatchTuple, value: Value
) -> None:
    machine = interpreter.machine
    record = machine.container_record(value)
    count = len(pattern.patterns)
    is_star = [isinstance(each, tree.MatchStar) for each in pattern.patterns]
    parts: list[Value] = [UNKNOWN] * count
    if record is not None and record.kind not in {ContainerKind.DICT, ContainerKind.SET}:
        if any(is_star):
            parts = containers.spread_over(machine, value, is_star.index(True), count)
        elif not record.rest and not record.is_open and len(record.items) == count:
            parts = list(record.items)
    for element, part in zip(pattern.patterns, parts, strict=True):
        if isinstance(element, tree.MatchStar):
            if element.name is not None:
                interpreter.bind(element.name.value, part)
        else:
            bind(interpreter, element.value, part)


def _bind_class(interpreter: Interpreter, pattern: tree.MatchClass, value: Value) -> None:
    """``case Step(loss, n=number)``: the fields of an object of a class of this file."""
    kind = interpreter.evaluate(pattern.cls)
    record = interpreter.machine.attributes(value)
    unit = value.unit if isinstance(value, Instance) else None
    matches = isinstance(kind, Class) and unit is not None and kind.unit in unit.lineage
    names = unit.fields if matches and unit is not None else ()
    for position, element in enumerate(pattern.patterns):
        name = names[position] if position < len(names) else ""
        given = record.get(name) if record is not None and name else None
        bind(interpreter, element.value, given or UNKNOWN)
    for keyword in pattern.kwds:
        given = record.get(keyword.key.value) if record is not None and matches else None
        bind(interpreter, keyword.pattern, given or UNKNOWN)
