"""What a ``with`` enters: what it binds, and what it may switch."""

from __future__ import annotations

from tapelint.source import tree
from tapelint.source.expected_errors import ERRORS, EXPECT_ERRORS
from tapelint.tape.domain.terms import Truth
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
from tapelint.tape.interpreter.demonstrations import OF_CALLS
from tapelint.tape.interpreter.interface import Interpreter
from tapelint.tape.machine.frames import Arguments, known_truth
from tapelint.tape.models import iteration
from tapelint.tape.syntax import SWITCHES, dotted_name, last_part, mentions


def expects_error(node: tree.BaseExpression) -> bool:
    """Whether a context expects an error that torch may raise: ``pytest.raises(RuntimeError)``."""
    given = node.args if isinstance(node, tree.Call) else ()
    expected = [last_part(each.value) for each in given if each.keyword is None]
    others = [name for name in expected if name in ERRORS and name not in OF_CALLS]
    return last_part(node) in EXPECT_ERRORS and (not others or len(others) < len(expected))


def entered(interpreter: Interpreter, value: Value, node: tree.BaseExpression) -> Value:
    """What ``with value as name`` binds: what ``__enter__`` returns, or a generator yields."""
    if isinstance(value, GradModeContext):
        return UNKNOWN
    if isinstance(value, Instance) and value.unit is not None:
        method = value.unit.method("__enter__")
        if method is not None:
            return interpreter.call(Function(method, value), Arguments(), node)
    record = interpreter.machine.container_record(value)
    if record is not None and record.kind is ContainerKind.ITERATOR:
        return iteration.iterated(interpreter.machine, value, node)
    return value


def may_switch_grad_mode(interpreter: Interpreter, node: tree.BaseExpression, value: Value) -> bool:
    """Whether a context manager may switch recording off.

    Those of libraries say so in their names. What stands behind a variable, or is written in
    this file and speaks of it, may.
    """
    name = dotted_name(node).lower()
    if "grad" in name or "inference" in name:
        return True
    maker = interpreter.evaluate(node.func) if isinstance(node, tree.Call) else value
    if isinstance(maker, Function) and maker.unit is not None:
        return mentions(maker.unit.node, SWITCHES)
    if isinstance(maker, Class) and maker.unit is not None and maker.unit.node is not None:
        return maker.unit.mentions(SWITCHES)
    return type(maker) in {Unknown, UnknownAttribute}


def inference(interpreter: Interpreter, node: tree.BaseExpression) -> Truth:
    """Whether what stands within a context runs under ``inference_mode``."""
    before = interpreter.machine.inference
    name = last_part(node)
    if name == "inference_mode":
        given = node.args[0].value if isinstance(node, tree.Call) and node.args else None
        return Truth.YES if given is None else known_truth(interpreter.evaluate(given))
    return before
