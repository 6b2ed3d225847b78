"""Statements whose result nobody takes: operations on tensors that change nothing."""

from __future__ import annotations

from tapelint.source import tree
from tapelint.source.spelling import code_of
from tapelint.source.tree import children, walk
from tapelint.tape import events
from tapelint.tape.domain.terms import Discard
from tapelint.tape.domain.values import (
    DataOfUnknown,
    GradModeContext,
    Method,
    Symbol,
    Tensor,
    TensorRecord,
    Unknown,
    UnknownAttribute,
    Value,
)
from tapelint.tape.interpreter.demonstrations import tries_out
from tapelint.tape.interpreter.interface import Interpreter
from tapelint.tape.syntax import last_part, mentions, names_bound
from tapelint.torch_api.conversions import CONVERSIONS
from tapelint.torch_api.families import families
from tapelint.torch_api.knowledge import knowledge
from tapelint.torch_api.names import names_network

_OF_TENSORS_ALONE = frozenset({"detach", "requires_grad_"})
"""Methods of which the name alone tells that a tensor is meant."""
_GRADIENT = "grad"
_MODULES = frozenset({"torch", "torch.nn.functional"})
_PLACES = frozenset({"device", "dtype"})
_OF_ANOTHER = frozenset({_GRADIENT, "data"})
_COMPREHENSIONS = (tree.ListComp, tree.SetComp, tree.DictComp, tree.GeneratorExp)


def note(interpreter: Interpreter, node: tree.Expr, value: Value) -> None:
    """Tell of a statement that is an expression, if it changes no tensor that it names."""
    called = node.value
    if _is_mode(interpreter, called, value):
        _emit(interpreter, called, Discard.MODE, "", called, is_sure=True)
    elif isinstance(called, tree.Attribute):
        name = called.attr.value
        is_sure = isinstance(value, Method) and _is_sure_tensor(interpreter, value.receiver)
        is_told = name in _OF_TENSORS_ALONE and not _is_own_method(interpreter, name)
        if is_sure or (is_told and isinstance(value, Unknown)):
            _emit(interpreter, called, Discard.NOT_CALLED, name, called.value, is_sure=is_sure)
    elif isinstance(called, tree.Call) and isinstance(called.func, tree.Attribute):
        name = called.func.attr.value
        if any(map(_takes_result, called.args)):
            return
        if name not in families().giving_anew or not _is_made_here(interpreter, called, value):
            return
        target = _target(interpreter, called, called.func)
        if target is None:
            return
        operand = quietly(interpreter, target)
        if _is_sure_tensor(interpreter, operand):
            if name in CONVERSIONS and _is_converted(interpreter, operand, name):
                return
            is_sure = name not in CONVERSIONS  # one that has nothing to do gives the tensor itself
            _emit(interpreter, called, Discard.RESULT, name, target, is_sure=is_sure)
        elif _may_be_tensor(interpreter, operand, called):
            _emit(interpreter, called, Discard.RESULT, name, target, is_sure=False)


def note_rebound(
    interpreter: Interpreter, node: tree.Assign, before: Value | None, value: Value
) -> None:
    """Tell of ``p = p * 0.9`` at the end of a loop over ``p``: the next round has another one."""
    loop = interpreter.machine.frame.loops[-1].node if interpreter.machine.is_in_loop else None
    target = node.targets[0].target
    if not isinstance(loop, tree.For) or not isinstance(target, tree.Name):
        return
    if target.value not in names_bound(loop.target):
        return
    if before is None or not _is_sure_tensor(interpreter, before) or value == before:
        return
    if not _is_made_here(interpreter, node.value, value) or not isinstance(value, Tensor):
        return
    if _ends(loop.body, node) and not _is_read_after(interpreter, loop, target.value):
        _emit(interpreter, node, Discard.REBOUND, "", target, is_sure=True, before=before)


def _emit(
    interpreter: Interpreter,
    node: tree.Node,
    form: Discard,
    operation: str,
    target: tree.BaseExpression,
    *,
    is_sure: bool,
    before: Value | None = None,
) -> None:
    machine = interpreter.machine
    record = machine.tensor_record(before or quietly(interpreter, target))
    owner = record
    if isinstance(target, tree.Attribute) and target.attr.value == "data":
        owner = _record(interpreter, target.value)
    inner = target
    while isinstance(inner, tree.Attribute) and inner.attr.value in _OF_ANOTHER:
        inner = inner.value  # a gradient has the shape of what it belongs to
    made = _record(interpreter, inner)
    given = [made, *(_record(interpreter, each.value) for each in getattr(node, "args", ()))]
    history = (
        record.graph if record is not None and operation in families().without_history else None
    )
    machine.emit(
        events.ResultDiscarded,
        node,
        form=form,
        operation=operation,
        target=target,
        is_sure=is_sure,
        record=owner,
        made_at=tuple(each.made_at if each is not None else None for each in given),
        is_held_elsewhere=_is_held_elsewhere(interpreter, target),
        is_meant=interpreter.shown.is_shown(node)
        or _is_repeated(interpreter, node)
        or any(map(tries_out, machine.frame.attempts[-1:])),
        passed_by=machine.passing.setdefault(history, {}) if history is not None else {},
    )


def _is_mode(interpreter: Interpreter, node: tree.BaseExpression, value: Value) -> bool:
    """Whether it is a mode that nobody enters: ``torch.no_grad()``, ``torch.no_grad``."""
    made = value
    if isinstance(node, tree.Call) and type(value) in {Unknown, GradModeContext}:
        if not isinstance(node.func, (tree.Name, tree.Attribute)):
            return False
        made = quietly(interpreter, node.func)
    return isinstance(made, Symbol) and made.name in families().switched_by_with


def _record(interpreter: Interpreter, node: tree.BaseExpression) -> TensorRecord | None:
    return interpreter.machine.tensor_record(quietly(interpreter, node))


def _takes_result(argument: tree.Arg) -> bool:
    """Whether an argument says that a tensor is changed: ``out=x``, ``inplace=True``."""
    keyword = argument.keyword.value if argument.keyword is not None else ""
    is_off = isinstance(argument.value, tree.Name) and argument.value.value == "False"
    return keyword == "out" or (keyword == "inplace" and not is_off)


def _is_made_here(interpreter: Interpreter, node: tree.BaseExpression, value: Value) -> bool:
    """Whether a tensor is another one than those that were given; so is what is not known."""
    record = interpreter.machine.tensor_record(value)
    return record is None or record.made_at is node


def _is_converted(interpreter: Interpreter, value: Value, name: str) -> bool:
    """Whether a tensor was made as it is wanted, or brought there: ``zeros(3, device=d)``.

    What no view has given is contiguous.
    """
    record = interpreter.machine.tensor_record(value)
    made = record.made_at if record is not None else None
    if name == "contiguous":
        return made is None or not _is_view(made)
    return made is not None and any(
        each.keyword is not None and each.keyword.value in _PLACES
        if isinstance(each, tree.Arg)
        else isinstance(each, tree.Attribute) and each.attr.value in CONVERSIONS
        for each in walk(made)
    )


def _is_view(made: tree.Node) -> bool:
    """Whether an expression may give a tensor that lies in another order than it is read."""
    name = last_part(made.func) if isinstance(made, tree.Call) else ""
    return isinstance(made, (tree.Attribute, tree.Subscript)) or name in knowledge().views


def _is_sure_tensor(interpreter: Interpreter, value: Value) -> bool:
    record = interpreter.machine.tensor_record(value)
    return record is not None and not record.is_guess


def _may_be_tensor(interpreter: Interpreter, value: Value, call: tree.Call) -> bool:
    """Whether names tell that a method is a tensor's: ``p.grad.clamp(-1, 1)``, ``y.detach()``."""
    if not isinstance(call.func, tree.Attribute):
        return False
    name = call.func.attr.value
    if name in _OF_TENSORS_ALONE and not call.args:
        if names_network(code_of(call.func.value)) or _is_own_method(interpreter, name):
            return False
        return isinstance(value, Unknown) or interpreter.machine.tensor_record(value) is not None
    if isinstance(value, DataOfUnknown):
        return not value.is_guess
    if isinstance(value, UnknownAttribute) and value.name == _GRADIENT:
        return True
    is_open = type(value) is Unknown or interpreter.machine.is_guess(value)
    return is_open and (
        _is_function(interpreter, call.func) or _is_view_by_sizes(interpreter, call.func, call)
    )


def _is_function(interpreter: Interpreter, function: tree.Attribute) -> bool:
    """Whether a function of torch's is called, which takes nothing but tensors."""
    owner = quietly(interpreter, function.value)
    return isinstance(owner, Symbol) and owner.name in _MODULES


def _is_view_by_sizes(interpreter: Interpreter, function: tree.Attribute, call: tree.Call) -> bool:
    """Whether a variable is given another shape: ``x.view(-1, 3)``, ``mask.unsqueeze(1)``.

    What has such a method is a tensor, or an array, which stays as it was as well.
    """
    if function.attr.value not in knowledge().views or not isinstance(function.value, tree.Name):
        return False
    if not any(_is_whole_number(each.value) for each in call.args):
        return False
    return interpreter.uses.may_be_tensor(function.value.value)


def _is_whole_number(node: tree.BaseExpression) -> bool:
    return isinstance(
        node.expression if isinstance(node, tree.UnaryOperation) else node, tree.Integer
    )


def _is_own_method(interpreter: Interpreter, name: str) -> bool:
    """Whether a class of the file, or of one that it imports from, has a method of that name."""
    module = interpreter.module
    own = module is not None and any(
        isinstance(each, tree.FunctionDef) and each.name.value == name
        for owner in walk(module)
        if isinstance(owner, tree.ClassDef)
        for each in owner.body.body
    )
    return own or interpreter.other_files.has_method(name)


def _target(
    interpreter: Interpreter, call: tree.Call, function: tree.Attribute
) -> tree.BaseExpression | None:
    """The tensor that an operation is done with, where the code has a name for it."""
    target = function.value
    module = quietly(interpreter, target)
    if isinstance(module, Symbol):
        if module.name not in _MODULES or not call.args:
            return None
        target = call.args[0].value
    inner = target
    while isinstance(inner, (tree.Attribute, tree.Subscript)):
        inner = inner.value
    return target if isinstance(inner, tree.Name) else None


def quietly(interpreter: Interpreter, node: tree.BaseExpression) -> Value:
    """The value of names, attributes and items; nothing is told of how it is come by."""
    machine = interpreter.machine
    if any(isinstance(each, (tree.Call, tree.Await, tree.Yield)) for each in walk(node)):
        return Unknown()
    before, machine.is_recording = machine.is_recording, False
    try:
        return interpreter.evaluate(node)
    finally:
        machine.is_recording = before


def _is_held_elsewhere(interpreter: Interpreter, target: tree.BaseExpression) -> bool:
    if isinstance(target, tree.Attribute) and target.attr.value in _OF_ANOTHER:
        return True
    if isinstance(target, tree.Name) and _is_of_round_alone(interpreter, target):
        return True
    record = interpreter.machine.tensor_record(quietly(interpreter, target))
    return record is not None and record.is_parameter


def _is_of_round_alone(interpreter: Interpreter, target: tree.Name) -> bool:
    """Whether a name is bound by a loop, over what others hold, and no more read in the round."""
    loops = interpreter.machine.frame.loops
    loop = loops[-1].node if loops else None
    if not isinstance(loop, tree.For) or target.value not in names_bound(loop.target):
        return False
    line = target.line or 0
    return not any(
        isinstance(each, tree.Name) and each.value == target.value and (each.line or line) > line
        for each in walk(loop.body)
    )


def _is_repeated(interpreter: Interpreter, node: tree.Node) -> bool:
    """Whether a statement is all that a loop does, and the same in each round."""
    loops = interpreter.machine.frame.loops
    loop = loops[-1].node if loops else None
    if not isinstance(loop, tree.For) or len(loop.body.body) != 1:
        return False
    line = loop.body.body[0]
    is_alone = isinstance(line, tree.SimpleStatementLine) and any(
        isinstance(each, tree.Expr) and each.value is node for each in line.body
    )
    return is_alone and not mentions(node, frozenset(names_bound(loop.target)))


def _ends(body: tree.BaseSuite, node: tree.Assign) -> bool:
    """Whether nothing in a block comes after a statement of it."""
    while True:
        last = body.body[-1] if body.body else None
        if last is node:
            return True
        if isinstance(last, tree.SimpleStatementLine):
            return last.body[-1] is node
        if not isinstance(last, (tree.If, tree.With)) or getattr(last, "orelse", None) is not None:
            return False
        body = last.body


def _is_read_after(interpreter: Interpreter, loop: tree.For, name: str) -> bool:
    """Whether the name of a loop is met behind it, where nothing has bound it anew."""
    unit, source = interpreter.machine.frame.unit, loop.source
    root: tree.Node | None = unit.node if unit is not None else None
    if root is None and source is not None:
        root = source.module
    pending = [root] if root is not None else []
    met: list[tree.Node] = []
    is_behind = False
    while pending:
        node = pending.pop()
        if node is loop:
            is_behind = True
            continue
        if is_behind and isinstance(node, tree.Name) and node.value == name:
            met.append(node)
        if isinstance(node, (tree.For, tree.CompFor)) and name in names_bound(node.target):
            continue
        if isinstance(node, _COMPREHENSIONS) and name in names_bound(node.for_in.target):
            continue
        pending += reversed(children(node))
    return bool(met)
