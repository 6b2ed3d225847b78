"""What a ``with`` enters: what it binds, and what it may switch."""

from __future__ import annotations

from tapelint.source import tree
from tapelint.tape.domain.values import (
    UNKNOWN,
    Class,
    ContainerKind,
    Function,
    GradModeContext,
    Instance,
    Unknown,
    UnknownAttribute,
    Value,
)
from tapelint.tape.interpreter.calls import Calls
from tapelint.tape.interpreter.expressions import Expressions
from tapelint.tape.machine.frames import Arguments
from tapelint.tape.models import iteration
from tapelint.tape.syntax import SWITCHES, dotted_name, last_part, mentions

_EXPECT_ERRORS = frozenset(
    {"raises", "assertRaises", "assertRaisesRegex", "suppress", "assertRaisesRegexp"}
)
"""Contexts in which an error is expected: what raises there is meant."""


def expects_error(node: tree.BaseExpression) -> bool:
    """Whether a context is there to expect an error: ``pytest.raises(RuntimeError)``."""
    return last_part(node) in _EXPECT_ERRORS


def entered(calls: Calls, value: Value, node: tree.BaseExpression) -> Value:
    """What ``with value as name`` binds: what ``__enter__`` returns, or a generator yields."""
    if isinstance(value, GradModeContext):
        return UNKNOWN
    if isinstance(value, Instance) and value.unit is not None:
        method = value.unit.method("__enter__")
        if method is not None:
            return calls.call(Function(method, value), Arguments(), node)
    record = calls.machine.container_record(value)
    if record is not None and record.kind is ContainerKind.ITERATOR:
        return iteration.iterated(calls.machine, value, node)
    return value


def may_switch_grad_mode(expressions: Expressions, node: tree.BaseExpression, value: Value) -> bool:
    """Whether a context manager may switch recording off.

    Those of libraries say so in their names. What stands behind a variable, or is written in
    this file and speaks of it, may.
    """
    name = dotted_name(node).lower()
    if "grad" in name or "inference" in name:
        return True
    maker = expressions.evaluate(node.func) if isinstance(node, tree.Call) else value
    if isinstance(maker, Function) and maker.unit is not None:
        return mentions(maker.unit.node, SWITCHES)
    if isinstance(maker, Class) and maker.unit is not None and maker.unit.node is not None:
        return maker.unit.mentions(SWITCHES)
    return type(maker) in {Unknown, UnknownAttribute}
