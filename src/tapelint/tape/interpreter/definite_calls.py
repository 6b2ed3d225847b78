"""What is sure after a call: what may be one and the same tensor, and what may be none."""

from __future__ import annotations

from tapelint.source import tree
from tapelint.tape.definite.facts import Facts
from tapelint.tape.domain.frozen import replace
from tapelint.tape.domain.terms import Truth
from tapelint.tape.domain.values import (
    UNKNOWN,
    Function,
    Instance,
    LibraryObject,
    Method,
    Number,
    Symbol,
    Tensor,
    Value,
)
from tapelint.tape.interpreter.interface import Interpreter
from tapelint.tape.machine.frames import Arguments, known_truth
from tapelint.tape.models import layers, module_parameters
from tapelint.tape.syntax import dotted_name
from tapelint.torch_api.conversions import CONVERSIONS
from tapelint.torch_api.knowledge import knowledge
from tapelint.torch_api.same_or_other import (
    ALWAYS_ANOTHER,
    SAME_OR_OTHER,
    SAME_OR_OTHER_MODULES,
    SEVERAL,
    SEVERAL_WHERE_ASKED,
)

_MOVES = CONVERSIONS | {"to_empty", "_apply"}
_MOST_PLAIN = 2
"""With more arguments, a backward may be asked for a graph."""
_OPERATIONS = ("torch.", "operator.")
_NO_OPERATIONS = ("torch.autograd.", "torch.optim.", "torch.nn.utils.", "torch.utils.")
_LISTS_OF_PARAMETERS = frozenset({"torch.nn.ParameterList", "torch.nn.ParameterDict"})
_OF_NUMBERS = frozenset({"conjugate", "is_integer"})
"""Methods that numbers have, too."""


def given(facts: Facts, function: Value, arguments: Arguments) -> tuple[Value, Arguments]:
    """A method that only tensors have is called of one; arguments that may be missing."""
    maybe = facts.maybe
    if isinstance(function, Method):
        if function.name not in _OF_NUMBERS and maybe.may_be_number(function.receiver):
            function = replace(function, receiver=maybe.as_tensor(function.receiver))
        if isinstance(function.receiver, Tensor):
            arguments = maybe.as_given(arguments)
    if _makes_parameters(function):
        made = tuple((facts.as_parameter(each, at), at) for each, at in arguments.positional)
        arguments = replace(arguments, positional=made)
    elif isinstance(function, LibraryObject):
        arguments = maybe.as_given(arguments)
    elif isinstance(function, Symbol) and _is_operation(function.name):
        is_inplace = function.name.endswith("_") or "foreach" in function.name
        arguments = maybe.as_given(arguments, 1 if is_inplace else 0)
    return function, arguments


def called(
    interpreter: Interpreter,
    facts: Facts,
    function: Value,
    arguments: Arguments,
    node: tree.Node,
    result: Value,
) -> Value:
    """What a call has given, with what it leaves in doubt."""
    result = _perhaps_number(interpreter, facts, function, arguments, result)
    if isinstance(function, Symbol) and function.name == "copy.copy":
        if isinstance(result, Tensor) and result in arguments.values:
            result = facts.machine.new_tensor(node, Truth.UNKNOWN, Truth.UNKNOWN, is_guess=True)
    name = dotted_name(node.func).rsplit(".", 1)[-1] if isinstance(node, tree.Call) else ""
    name = name or getattr(function, "name", "")
    _note_same(facts, function, name, arguments, result, node)
    _note_several(facts, function, name, arguments, result, node)
    _note_changed(facts, function, name, arguments, node)
    if isinstance(function, Symbol) and isinstance(result, LibraryObject):
        _doubt_absent(facts, result, arguments, node)
    if isinstance(result, Tensor):
        receiver = getattr(function, "receiver", None)
        facts.versions.computed((receiver or UNKNOWN, *arguments.values), result)
    return result


def _is_operation(name: str) -> bool:
    """Whether a symbol is a function that computes with tensors, and keeps none of them."""
    is_class = name.rsplit(".", 1)[-1][:1].isupper()
    return name.startswith(_OPERATIONS) and not name.startswith(_NO_OPERATIONS) and not is_class


def _makes_parameters(function: Value) -> bool:
    """Whether what a call is given becomes parameters."""
    if isinstance(function, Method) and function.name in {"append", "extend", "update"}:
        receiver = function.receiver
        return isinstance(receiver, LibraryObject) and receiver.kind in _LISTS_OF_PARAMETERS
    return isinstance(function, Symbol) and function.name in _LISTS_OF_PARAMETERS


# --- what may be a number --------------------------------------------------------------------


def _perhaps_number(
    interpreter: Interpreter, facts: Facts, function: Value, arguments: Arguments, result: Value
) -> Value:
    """What may be a number: the sum of what may be nothing; and whether something is one."""
    name = function.name.rsplit(".", 1)[-1] if isinstance(function, Symbol) else ""
    first = arguments.pair(0)
    if first is None or not isinstance(function, Symbol):
        return result
    if name in {"isinstance", "is_tensor"} and facts.maybe.may_be_other(first[0]):
        return Number()
    if name == "sum" and isinstance(result, Tensor) and not function.name.startswith("torch."):
        if facts.maybe.may_be_empty(first[0]) and not _goes_over_parameters(interpreter, first[1]):
            return facts.maybe.or_number(result)
    return result


def _goes_over_parameters(interpreter: Interpreter, node: tree.BaseExpression) -> bool:
    """Whether a comprehension goes over a network that has parameters for sure."""
    if not isinstance(node, (tree.GeneratorExp, tree.ListComp)):
        return False
    over = node.for_in.iter
    if node.for_in.ifs or node.for_in.inner_for_in is not None:
        return False
    if not isinstance(over, tree.Call) or not isinstance(over.func, tree.Attribute):
        return False
    if over.func.attr.value not in {"parameters", "named_parameters"}:
        return False
    owner = interpreter.evaluate(over.func.value)
    return bool(module_parameters.own_parameters(interpreter.machine, owner)[0])


# --- what may be one and the same ------------------------------------------------------------


def _note_same(
    facts: Facts,
    function: Value,
    name: str,
    arguments: Arguments,
    result: Value,
    node: tree.Node,
) -> None:
    """A call may give what it is given, or keep its memory."""
    doubts = facts.doubts
    receiver = getattr(function, "receiver", None)
    if name == "detach_" and isinstance(receiver, Tensor):
        doubts.doubt({receiver.identity}, "detached in place", node)
    if name == "from_pretrained":
        for each in arguments.values:
            doubts.may_be_one(each, each)
            record = facts.machine.tensor_record(each)
            counters = {record.counter} if record is not None else set()
            doubts.doubt(counters, "its memory is that of an embedding's weight", node)
    is_idle = isinstance(function, LibraryObject) and _may_be_idle(facts, function)
    if not is_idle and (name not in SAME_OR_OTHER or isinstance(function, Function)):
        return
    for given in (receiver, *arguments.values):
        if isinstance(given, Tensor) and isinstance(result, Tensor):
            doubts.may_be_one(given, result)
            doubts.may_be_given_one(given, result, is_other=name in ALWAYS_ANOTHER)


def _may_be_idle(facts: Facts, module: LibraryObject) -> bool:
    """Whether a layer may give what it is given, or a view of it."""
    if module.kind == "torch.nn.Sequential":
        held = layers.children(facts.machine, module)
        inner = [each for each in held if isinstance(each, LibraryObject)]
        return len(inner) < len(held) or all(_may_be_idle(facts, each) for each in inner)
    return module.kind.rsplit(".", 1)[-1] in SAME_OR_OTHER_MODULES


# --- what is no tensor -----------------------------------------------------------------------


def _note_several(
    facts: Facts,
    function: Value,
    name: str,
    arguments: Arguments,
    result: Value,
    node: tree.Node,
) -> None:
    """A call may give a tuple of tensors, which counts as one."""
    makers = facts.doubts.makers_of_several
    is_several = _is_several(function, name, arguments)
    if isinstance(function, LibraryObject):
        is_several = is_several or function.identity in makers
    if is_several and isinstance(result, LibraryObject):
        makers.add(result.identity)
    if is_several and isinstance(result, Tensor):
        facts.doubts.is_several(result, node)


def _is_several(function: Value, name: str, arguments: Arguments) -> bool:
    """Whether a call gives a tuple of tensors."""
    if isinstance(function, Function):
        return False
    if name in SEVERAL or (name == "where" and len(arguments.values) == 1):
        return True
    if name.startswith("atleast_") and len(arguments.values) > 1:
        return True
    return any(
        keyword in SEVERAL_WHERE_ASKED and known_truth(value) is not Truth.NO
        for keyword, value, _ in arguments.keywords
    )


def _doubt_absent(facts: Facts, made: LibraryObject, arguments: Arguments, node: tree.Node) -> None:
    """``nn.Linear(3, 1, bias=False)``: a parameter that a layer was made without is ``None``."""
    known = knowledge().modules.get(made.kind.rsplit(".", 1)[-1])
    flags = [(name, value) for name, value, _ in arguments.keywords if name != "inplace"]
    flags += [("", value) for value, _ in arguments.positional]
    off = [
        name
        for name, value in flags
        if isinstance(value, Number) and (value.value is False or (name and value.value is None))
    ]
    if known is None or not (off or arguments.spread):
        return
    is_bias_alone = off == ["bias"] and not arguments.spread
    for name in (*known.parameters, *known.buffers):
        absent = module_parameters.attribute_value(facts.machine, made, name)
        if isinstance(absent, Tensor) and ("bias" in name or not is_bias_alone):
            facts.doubts.doubt({absent.identity}, "the layer may have been made without it", node)


# --- what may have changed -------------------------------------------------------------------


def _note_changed(
    facts: Facts, function: Value, name: str, arguments: Arguments, node: tree.Node
) -> None:
    """A call may give tensors other memory, other numbers, or a history."""
    machine, receiver = facts.machine, getattr(function, "receiver", None)
    if isinstance(receiver, (Instance, LibraryObject)):
        if name in _MOVES:
            owned, _ = module_parameters.own_parameters(machine, receiver)
            facts.doubts.given_new_memory(owned, node)
            facts.versions.forget_buffers(receiver)
        if name == "load_state_dict":
            facts.versions.forget(receiver)
    if isinstance(function, Symbol) and name == "getattr":
        _doubt_method(facts, arguments, node)
    if name == "backward" and _may_create_graph(arguments):
        facts.doubts.created_graph(node)


def _may_create_graph(arguments: Arguments) -> bool:
    """Whether a backward may leave gradients that have a history themselves."""
    is_asked = arguments.truth(None, "create_graph", Truth.NO) is not Truth.NO
    return is_asked or bool(arguments.spread) or len(arguments.positional) > _MOST_PLAIN


def _doubt_method(facts: Facts, arguments: Arguments, node: tree.Node) -> None:
    """``getattr(x, "add_")``: a method that is asked for by name may change the tensor."""
    record = facts.machine.tensor_record(arguments.at(0) or UNKNOWN)
    name = getattr(arguments.at(1), "value", None)
    if record is not None and not (isinstance(name, str) and not name.endswith("_")):
        facts.doubts.doubt({record.counter}, "one of its methods is asked for by name", node)
