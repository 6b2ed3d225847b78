"""Tests that ask for the history of tensors: ``x.requires_grad``, ``x.is_leaf``, ``any(...)``."""

from __future__ import annotations

from tapelint.source import tree
from tapelint.tape.domain.values import Symbol, Tensor
from tapelint.tape.interpreter.interface import Interpreter
from tapelint.tape.models import iteration
from tapelint.tape.syntax import without_not
from tapelint.torch_api.gradient_flag import FLAG, GRAD_FN, IS_LEAF


def told(
    interpreter: Interpreter, test: tree.BaseExpression, holds: bool
) -> list[tuple[Tensor, bool]]:
    """The tensors of whose history a test tells, and whether they have one."""
    is_negated, test = without_not(test)
    holds = holds is not is_negated
    if isinstance(test, tree.Attribute):
        return _of_attribute(interpreter, test, holds)
    if isinstance(test, tree.Comparison) and len(test.comparisons) == 1:
        return _of_comparison(interpreter, test, holds)
    if isinstance(test, tree.Call) and len(test.args) == 1:
        return _of_all(interpreter, test, holds)
    return []


def asks(test: tree.BaseExpression) -> bool:
    """Whether a test asks a value for its history: ``x.requires_grad``, ``not x.is_leaf``."""
    _, test = without_not(test)
    if isinstance(test, tree.Comparison):
        test = test.left
    return isinstance(test, tree.Attribute) and test.attr.value in {FLAG, GRAD_FN, IS_LEAF}


def _tensors(interpreter: Interpreter, node: tree.BaseExpression) -> list[Tensor]:
    """The tensor that a variable or an attribute holds."""
    if not isinstance(node, (tree.Name, tree.Attribute)):
        return []
    value = interpreter.evaluate(node)
    return [value] if isinstance(value, Tensor) else []


def _of_attribute(
    interpreter: Interpreter, test: tree.Attribute, holds: bool
) -> list[tuple[Tensor, bool]]:
    name = test.attr.value
    if name == FLAG:
        return [(each, holds) for each in _tensors(interpreter, test.value)]
    if name == IS_LEAF and holds:  # it may require grad, and no operation has made it
        return [(each, False) for each in _tensors(interpreter, test.value)]
    return []


def _of_comparison(
    interpreter: Interpreter, test: tree.Comparison, holds: bool
) -> list[tuple[Tensor, bool]]:
    """``x.grad_fn is None``."""
    (target,) = test.comparisons
    left, right = test.left, target.comparator
    if not isinstance(left, tree.Attribute) or left.attr.value != GRAD_FN:
        return []
    if not isinstance(right, tree.Name) or right.value != "None":
        return []
    if isinstance(target.operator, (tree.Is, tree.Equal)):
        holds = not holds
    return [(each, holds) for each in _tensors(interpreter, left.value)]


def _of_all(interpreter: Interpreter, test: tree.Call, holds: bool) -> list[tuple[Tensor, bool]]:
    """``any(t.requires_grad for t in tensors)``, where it does not hold, and ``all(not ...)``."""
    generator = test.args[0].value
    if not isinstance(generator, (tree.GeneratorExp, tree.ListComp)):
        return []
    for_in = generator.for_in
    function = interpreter.evaluate(test.func)
    name = function.name if isinstance(function, Symbol) else ""
    is_negated, asked = without_not(generator.elt)
    denies = (name == "builtins.any" and not holds and not is_negated) or (
        name == "builtins.all" and holds and is_negated
    )
    if not denies or for_in.ifs or for_in.inner_for_in is not None:
        return []
    if not isinstance(asked, tree.Attribute) or asked.attr.value != FLAG:
        return []
    if not isinstance(asked.value, tree.Name) or not isinstance(for_in.target, tree.Name):
        return []
    if asked.value.value != for_in.target.value:
        return []
    machine = interpreter.machine
    iterated = interpreter.evaluate(for_in.iter)
    record = machine.container_record(iterated)
    each = iteration.iterated(machine, iterated, for_in.iter)
    held = record.held if record is not None else (each,)
    return [(value, False) for value in held if isinstance(value, Tensor)]
