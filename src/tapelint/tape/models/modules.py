"""``torch.nn`` modules and loss functions."""

from __future__ import annotations

import re

from tapelint.source import tree
from tapelint.tape.autograd import gradient_pages, graph, inplace, modes, samples
from tapelint.tape.domain.graph_nodes import Cut
from tapelint.tape.domain.terms import DeedKind, Truth, Use, WriteForm
from tapelint.tape.domain.values import (
    NONE,
    UNKNOWN,
    Container,
    ContainerKind,
    Either,
    Function,
    Instance,
    LibraryObject,
    Member,
    Method,
    NoneValue,
    Number,
    ObjectRecord,
    Tensor,
    Text,
    Unknown,
    Value,
    options_of,
)
from tapelint.tape.machine.frames import Arguments, known_truth
from tapelint.tape.machine.machine import Machine
from tapelint.tape.models import chances_given, containers, layers, sequences, variance_given
from tapelint.tape.syntax import receiver
from tapelint.torch_api.families import families
from tapelint.torch_api.knowledge import ModuleFacts, knowledge
from tapelint.torch_api.network_wrappers import WRAPPED

_FROZEN = "(frozen)"
SWITCHED = "(switched to evaluation)"
"""The attribute under which a module remembers whether it was."""
_HIDDEN = "(hidden parameter)"
_LOG_TARGET = "log_target"
OPAQUE = "torch.nn.Module"
"""The kind of a network of which nothing is known but that it has parameters."""
_DEEPEST = 3
_ABSENT = NONE
"""Stands for a parameter that a layer does not have."""


def is_module_class(name: str) -> bool:
    """Whether a canonical name is that of a class of ``torch.nn`` modules."""
    return name.startswith("torch.nn.") and name[len("torch.nn.") :] in knowledge().modules


def is_module(value: Value) -> bool:
    """Whether a value is a module of torch's, or a network of unknown layers."""
    if not isinstance(value, LibraryObject):
        return False
    return value.kind == OPAQUE or is_module_class(value.kind)


def is_network(value: Value) -> bool:
    """Whether a value is a module: of torch's, or of a class of the project's."""
    if isinstance(value, Instance):
        return value.unit is not None and value.unit.is_module
    return is_module(value)


def is_loss_class(name: str) -> bool:
    """Whether a canonical name is that of a loss class of ``torch.nn``."""
    return name.startswith("torch.nn.") and name[len("torch.nn.") :] in knowledge().loss_modules


def make(machine: Machine, kind: str, arguments: Arguments) -> LibraryObject:
    """An instance of a class of ``torch.nn``."""
    made = machine.new_object(kind)
    machine.constructed.add(made.identity)
    initialise(machine, made, arguments)
    return made


def initialise(machine: Machine, made: LibraryObject | Instance, arguments: Arguments) -> None:
    """What the constructor of a class of ``torch.nn`` does with an object of it."""
    facts = _facts_of(made)
    if facts is None:
        return
    for name in ("inplace", "max_norm", "p", _LOG_TARGET):
        if name in facts.constructor:
            value = arguments.at(facts.constructor.index(name), name)
            machine.set_attribute(made, name, value if value is not None else NONE)
    for flag, lost in facts.without.items():
        at = facts.constructor.index(flag) if flag in facts.constructor else None
        default = Truth.of(flag not in facts.off)
        if arguments.truth(at, flag, default) is Truth.NO:
            for name in lost:
                machine.set_attribute(made, name, NONE)
    layers.hold(machine, made, arguments)


def _facts_of(owner: Value) -> ModuleFacts | None:
    """What is known of the class of torch's that an object is of, or derives from."""
    return knowledge().modules.get(layers.kind_of(owner).rsplit(".", 1)[-1])


def opaque(machine: Machine) -> LibraryObject:
    """A network of which nothing is known but that it has parameters."""
    made = machine.new_object(OPAQUE)
    hidden = machine.new_tensor(None, Truth.UNKNOWN, Truth.YES, is_parameter=True)
    machine.set_attribute(made, _HIDDEN, hidden)
    return made


def attribute(machine: Machine, module: LibraryObject, name: str, node: tree.Attribute) -> Value:
    """``module.name``: an own parameter, or a method."""
    record = machine.attributes(module)
    known = record.get(name) if record else None
    if known is not None:
        return known
    if module.kind == OPAQUE and name not in families().module_methods:
        return module if name == WRAPPED else UNKNOWN
    parameter = _own_parameter(machine, module, name)
    if parameter is not None:
        return parameter
    return module if name == WRAPPED else Method(module, name)


def _own_parameter(machine: Machine, module: Value, name: str) -> Tensor | None:
    facts = _facts_of(module)
    if facts is None:
        return None
    if name in facts.parameters:
        tensor = machine.new_tensor(None, Truth.YES, Truth.YES, is_parameter=True)
    elif name in facts.buffers:
        tensor = machine.new_tensor(None, Truth.NO, Truth.YES)
    else:
        return None
    record = machine.attributes(module)
    frozen = record.get(_FROZEN) if record else None
    if frozen is not None:
        machine.update_tensor(tensor, requires_grad=Truth.UNKNOWN)
    machine.set_attribute(module, name, tensor)
    return tensor


def meet_another(machine: Machine, module: Value) -> None:
    """From here on a module that stands for many is another one of them, with its own tensors."""
    for parameter in own_parameters(machine, module)[0]:
        machine.take_another(parameter)
    for option in options_of(module):
        record = machine.attributes(option)
        for _, value in record.attributes if record else ():
            machine.take_another(value)


def own_parameters(machine: Machine, owner: Value, depth: int = 0) -> tuple[list[Value], bool]:
    """All parameters of a module that are known of, and whether there may be others."""
    if depth > _DEEPEST:
        return [], True
    found: list[Value] = []
    is_open = False
    for option in options_of(owner) if isinstance(owner, Either) else ():
        found += own_parameters(machine, option, depth + 1)[0]
    facts, kind = _facts_of(owner), layers.kind_of(owner)
    if isinstance(owner, LibraryObject):
        known = machine.attributes(owner)
        is_unknown_list = kind in layers.HOLDERS and (
            known is None or known.get(layers.ARGUMENTS) is None
        )
        is_open = kind != OPAQUE and (
            facts is None
            or is_unknown_list
            or (facts.has_submodules and kind not in layers.HOLDERS)
        )
    for name in facts.parameters if facts else ():
        parameter = attribute_value(machine, owner, name)
        if isinstance(parameter, Tensor):
            _look_at_members(machine, parameter)
            found.append(parameter)
    record = machine.attributes(owner)
    for name, value in record.attributes if record else ():
        tensor = machine.tensor_record(value)
        if tensor is not None:
            if tensor.is_parameter and value not in found:
                _look_at_members(machine, value)
                found.append(value)
        elif isinstance(value, (LibraryObject, Instance, Either)) and name != _FROZEN:
            inner, more = own_parameters(machine, value, depth + 1)
            found.extend(inner)
            is_open = is_open or more
        elif name == layers.ARGUMENTS and isinstance(value, Container):
            held = machine.container_record(value)
            is_open = is_open or held is None or held.is_open
            for child in held.held if held else ():
                is_open = is_open or isinstance(child, Unknown)
                if isinstance(child, Tensor) and child not in found:
                    found.append(child)
                inner, more = own_parameters(machine, child, depth + 1)
                found.extend(inner)
                is_open = is_open or more
    return found, is_open or not isinstance(owner, LibraryObject)


def _look_at_members(machine: Machine, parameter: Value) -> None:
    """Where one of two networks is kept, its parameters may have been frozen as the other's."""
    record = machine.tensor_record(parameter)
    for member in record.members if record is not None else ():
        now = machine.state.get(member.identity)
        if now is not None and record is not None and isinstance(parameter, Tensor):
            if now.requires_grad is not record.requires_grad:
                machine.update_tensor(parameter, requires_grad=Truth.UNKNOWN)
                return


def attribute_value(machine: Machine, module: Value, name: str) -> Value | None:
    """The module's own parameter of that name, made on first sight."""
    record = machine.attributes(module)
    known = record.get(name) if record else None
    return known if known is not None else _own_parameter(machine, module, name)


def _one_of_many(machine: Machine, hidden: Value, node: tree.Node) -> Value:
    """A parameter of a network of unknown layers: what is learned of it holds for it alone."""
    record = machine.tensor_record(hidden)
    if record is None or not isinstance(hidden, Tensor):
        return hidden
    return machine.new_tensor(
        node,
        record.requires_grad,
        Truth.YES,
        is_parameter=True,
        storage=record.storage,
        counter=record.counter,
        members=(Member(hidden.identity),),
    )


def parameters(machine: Machine, owner: Value, node: tree.Node, named: bool) -> Value:
    """``module.parameters()``: leaves; whether an unknown one is trained is not known."""
    found, _ = own_parameters(machine, owner)
    if isinstance(owner, LibraryObject) and owner.kind == OPAQUE:
        found = [_one_of_many(machine, each, node) for each in found]
    if not found:
        generic = machine.new_tensor(node, Truth.UNKNOWN, Truth.YES, is_parameter=True)
        found.append(generic)
    if named:
        found = [machine.new_container(ContainerKind.TUPLE, (Text(None), each)) for each in found]
    made = machine.new_container(ContainerKind.ITERATOR, rest=tuple(found))
    gradient_pages.note_iterator(machine, made)
    if not named and _is_enumerated(machine, owner):
        machine.enumerated.add(made.identity)
    return made


def _is_enumerated(machine: Machine, owner: Value, depth: int = 0) -> bool:
    """Whether all parameters of a network are known: all that it holds is a layer or none."""
    record = machine.attributes(owner)
    if record is None or depth > _DEEPEST or len(record.members) > 1:
        return False
    if isinstance(owner, Instance):
        is_plain = owner.unit is not None and set(owner.unit.library_bases) == {OPAQUE}
        held = tuple(value for _, value in record.attributes)
        if not is_plain or any(type(each) in {Unknown, Either} for each in held):
            return False
    else:
        facts = _facts_of(owner)
        arguments = machine.container_record(record.get(layers.ARGUMENTS) or NONE)
        is_holder = layers.kind_of(owner) in layers.HOLDERS
        if facts is None or (facts.has_submodules and not is_holder):
            return False
        if is_holder and (arguments is None or arguments.is_open):
            return False
        held = arguments.held if arguments is not None else ()
    inner = [each for each in held if isinstance(each, (Instance, LibraryObject, Unknown))]
    return all(_is_enumerated(machine, each, depth + 1) for each in inner)


def trains(machine: Machine, module: Value) -> Truth:
    """Whether a module has a parameter that requires grad."""
    found, is_open = own_parameters(machine, module)
    flows = graph.any_of([graph.requires_grad(machine, each) for each in found])
    return max(flows, Truth.UNKNOWN) if is_open else flows


def freeze(machine: Machine, owner: Value, on: Truth, depth: int = 0) -> None:
    """``module.requires_grad_(on)``."""
    found, _ = own_parameters(machine, owner)
    for each in found:
        if isinstance(each, Tensor):
            record = machine.tensor_record(each)
            if record is not None and record.requires_grad is not on:
                machine.update_tensor(each, requires_grad=on if depth == 0 else Truth.UNKNOWN)
    if on is not Truth.YES:
        machine.set_attribute(owner, _FROZEN, Number(value=True))


def call(
    machine: Machine, module: LibraryObject | Instance, arguments: Arguments, node: tree.Call
) -> Value:
    """``module(...)``."""
    full_name = layers.kind_of(module)
    kind = full_name.rsplit(".", 1)[-1]
    if is_loss_class(full_name):
        return loss(
            machine, arguments, node, ("input", "target"), kind, _log_target(machine, module)
        )
    if full_name == OPAQUE:
        return _call_opaque(machine, module, arguments, node)
    if not is_module_class(full_name):
        machine.pass_on(arguments, node)
        return UNKNOWN
    first = arguments.pair(0, "input")
    if kind == "Identity" and first is not None:
        return first[0]
    record = machine.attributes(module)
    works_in_place = known_truth(record.get("inplace") or NONE) if record else Truth.NO
    if works_in_place is Truth.YES and first is not None and isinstance(first[0], Tensor):
        if record is not None and (may_drop_nothing(record.get("p")) or _is_idle(record)):
            return first[0]
        inplace.write(
            machine,
            first[0],
            first[1],
            node,
            f"nn.{kind}(inplace=True)",
            WriteForm.MODULE,
            measured=f"F.{_function_of(kind)}(inplace)",
        )
        return first[0]
    if kind in {"Embedding", "EmbeddingBag"}:
        weight = attribute_value(machine, module, "weight")
        if isinstance(weight, Tensor):
            renormalise(machine, kind, _with_max_norm(machine, module), (weight, node.func), node)
    operands = list(arguments.positional)
    is_packed = first is not None and sequences.is_packed(first[0])
    if first is not None and is_packed:
        operands[:1] = [(sequences.data(machine, first[0]) or UNKNOWN, first[1])]
    made: list[Value] = [*_operation(machine, module, kind, operands, node)]
    if is_packed and _is_recurrent(module):
        made[0] = sequences.of(machine, made[0])
    if kind == "LSTM":
        state = machine.new_container(ContainerKind.TUPLE, tuple(made[1:]))
        return machine.new_container(ContainerKind.TUPLE, (made[0], state))
    if kind == "MultiheadAttention":
        return machine.new_container(ContainerKind.TUPLE, (made[0], UNKNOWN))
    return made[0] if len(made) == 1 else machine.new_container(ContainerKind.TUPLE, tuple(made))


def _is_recurrent(module: Value) -> bool:
    """Whether it goes over sequences, step by step."""
    facts = _facts_of(module)
    return facts is not None and "weight_hh_l0" in facts.parameters


def _call_opaque(machine: Machine, network: Value, arguments: Arguments, node: tree.Call) -> Value:
    """What a network of unknown layers gives: it saves its weights, unless it is one layer."""
    machine.pass_on(arguments, node)
    own, _ = own_parameters(machine, network)
    made = graph.results(
        machine, OPAQUE, list(arguments.positional), node, None, Truth.UNKNOWN, saved_too=own
    )
    machine.update_tensor(made[0], is_guess=True)
    return made[0]


def _operation(
    machine: Machine,
    module: Value,
    kind: str,
    operands: list[graph.Operand],
    node: tree.Call,
) -> list[Tensor]:
    """A layer's forward: its function, with the layer's own parameters as operands."""
    name = _function_of(kind)
    facts = knowledge().operations.get(name)
    if kind in knowledge().operations or facts is None or len(operands) != 1:
        own = _saved_parameters(machine, module, kind, operands)
        return graph.results(
            machine, kind, operands, node, None, trains(machine, module), saved_too=own
        )
    for parameter in facts.parameters[1:]:
        value = attribute_value(machine, module, parameter)
        operands.append((value if value is not None else _ABSENT, node.func))
    return graph.results(machine, name, operands, node, None, trains(machine, module))


def _is_idle(record: ObjectRecord) -> bool:
    """Whether a module that only acts in training may be in evaluation mode."""
    return record.get("p") is not None and isinstance(record.get(SWITCHED), Number)


def may_drop_nothing(probability: Value | None) -> bool:
    """Whether a dropout's probability may be 0: then it changes nothing."""
    if probability is None or isinstance(probability, NoneValue):
        return False
    return not isinstance(probability, Number) or not probability.value


def _saved_parameters(
    machine: Machine, module: Value, kind: str, operands: list[graph.Operand]
) -> list[Value]:
    """The parameters that a layer saves which has no function of its own.

    Its matrix products save a weight where what it is multiplied with requires grad: in a cell
    the input or the state, in a layer over several steps the state of the step before.
    """
    flows = graph.any_of([graph.requires_grad(machine, value) for value, _ in operands])
    if kind.endswith("Cell") and flows is not Truth.YES:
        return []
    facts = knowledge().modules.get(kind)
    names = [name for name in (facts.parameters if facts else ()) if "bias" not in name]
    found = [attribute_value(machine, module, name) for name in names]
    return [each for each in found if isinstance(each, Tensor)]


def _with_max_norm(machine: Machine, module: Value) -> Arguments:
    record = machine.attributes(module)
    value = record.get("max_norm") if record else None
    return Arguments(keywords=(("max_norm", value or NONE, tree.name("max_norm")),))


def renormalise(
    machine: Machine,
    name: str,
    arguments: Arguments,
    weight: graph.Operand | None,
    node: tree.Call,
) -> None:
    """What ``max_norm`` does before the lookup: it shortens rows of the weight in place."""
    parameters = knowledge().functional_parameters.get(name, ())
    at = parameters.index("max_norm") if "max_norm" in parameters else None
    limit = arguments.at(at, "max_norm")
    record = machine.tensor_record(weight[0]) if weight is not None else None
    if weight is None or record is None or not isinstance(limit, Number):
        return
    with machine.under_no_grad():
        inplace.note(machine, record, weight[1], node, "max_norm", WriteForm.RENORMALISATION)


def _function_of(kind: str) -> str:
    """The function that a layer calls: ``LayerNorm`` is ``layer_norm``, ``Conv2d`` ``conv2d``."""
    known = knowledge().operations
    snake = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", kind).lower()
    for name in (kind.lower(), snake, re.sub(r"\dd$", "", snake)):
        if name in known:
            return name
    return kind


def loss(
    machine: Machine,
    arguments: Arguments,
    node: tree.BaseExpression,
    parameters_of_loss: tuple[str, ...],
    name: str,
    log_target: Truth | None = None,
) -> Value:
    """A loss function: the first argument is the prediction, what comes after it is given."""
    chances_given.note_loss(machine, name, parameters_of_loss, arguments, node, log_target)
    variance_given.note_loss(machine, name, arguments, node)
    first = arguments.pair(0, parameters_of_loss[0] if parameters_of_loss else "input")
    others = [value for position, (value, _) in enumerate(arguments.positional) if position > 0] + [
        value for keyword, value, _ in arguments.keywords if keyword != parameters_of_loss[0]
    ]
    operands = list(arguments.positional) + [(value, each) for _, value, each in arguments.keywords]
    prediction_cuts: frozenset[Cut] = frozenset()
    if first is not None:
        value, _ = first
        is_given = any(graph.requires_grad(machine, other) is Truth.YES for other in others)
        machine.use(value, Use.CONSTANT if is_given else Use.LOSS_INPUT, node)
        if any(isinstance(other, Unknown) for other in others):
            machine.use(value, Use.LESS_UNKNOWN, node)
        record = machine.tensor_record(value)
        if record is not None and not is_given:
            prediction_cuts = record.cuts
    for other in others:
        machine.use(other, Use.LOSS_TARGET, node)
    tensor = graph.result(machine, name, operands, node, passes_cuts=False)
    traces = samples.of(machine, [first[0]] if first is not None else [])
    if first is not None and graph.requires_grad(machine, first[0]) is Truth.NO and not traces:
        # Prediction and target are given the other way round.
        traces = samples.of(machine, others)
    machine.update_tensor(tensor, cuts=prediction_cuts, samples=traces)
    return tensor


def _log_target(machine: Machine, module: Value) -> Truth | None:
    """Whether a loss takes the logarithm of a target; ``None`` if it cannot."""
    facts, record = _facts_of(module), machine.attributes(module)
    if facts is None or _LOG_TARGET not in facts.constructor:
        return None
    flag = record.get(_LOG_TARGET) if record is not None else None
    if flag is None:
        return Truth.UNKNOWN
    return Truth.NO if isinstance(flag, NoneValue) else known_truth(flag)


def call_method(
    machine: Machine, owner: Value, name: str, arguments: Arguments, node: tree.Call
) -> Value:
    """A method that every module has, of a module of torch's or of this file."""
    inner = layers.dict_of(machine, owner)
    if inner is not None and name in {"values", "items", "keys", "get", "update", "pop"}:
        return containers.call_method(machine, inner, name, arguments, node)
    if name in {"parameters", "buffers"}:
        if name == "buffers":
            buffer = machine.new_tensor(node, Truth.NO, Truth.YES)
            return machine.new_container(ContainerKind.ITERATOR, rest=(buffer,))
        return parameters(machine, owner, node, named=False)
    if name == "named_parameters":
        return parameters(machine, owner, node, named=True)
    if name in {"load_state_dict", "reset_parameters"} and not arguments.is_true("assign"):
        _overwrite(machine, owner, name, node)
        return UNKNOWN
    if name == "zero_grad":
        own, _ = own_parameters(machine, owner)
        _clear(machine, [each for each in own if isinstance(each, Tensor)], node)
        if arguments.truth(0, "set_to_none", Truth.YES) is Truth.YES:
            for each in own:
                if isinstance(each, Tensor):
                    machine.note_gradient(each.identity, False)
        return NONE
    if name == "requires_grad_":
        freeze(machine, owner, arguments.truth(0, "requires_grad", Truth.YES))
        return owner
    if name == "apply":
        function = arguments.at(0, "fn")
        if isinstance(function, Function):
            machine.call(function, Arguments(((UNKNOWN, node),)), node)
        return owner
    if name in {"train", "eval"}:
        trains = arguments.truth(0, "mode", Truth.YES) if name == "train" else Truth.NO
        _note_mode(machine, owner, node, trains)
        _switch_training(machine, owner, name == "train" and not arguments.values)
    if name in families().module_setters:
        return owner
    if name in {"add_module", "register_module"}:
        _add_child(machine, owner, arguments.at(0, "name"), arguments.at(1, "module"))
        return UNKNOWN
    if name in families().lists_modules:
        _may_be_unfrozen(machine, owner)
    first = arguments.at(0)
    if name == "extend" and layers.is_list(owner) and first is not None:
        layers.extend(machine, owner, first)
        return owner
    if name in {"insert", "extend"} and isinstance(owner, LibraryObject):
        layers.loosen(machine, owner)
        return owner
    if name == "append" and layers.is_list(owner) and first is not None:
        layers.append(machine, owner, first)
        return owner
    if name == "register_buffer":
        return _register(machine, owner, arguments.at(0, "name"), arguments.at(1, "tensor"))
    if name == "register_parameter":
        return _register(machine, owner, arguments.at(0, "name"), arguments.at(1, "param"))
    machine.pass_on(arguments, node)
    return UNKNOWN


def _clear(machine: Machine, own: list[Tensor], node: tree.Call) -> None:
    """``module.zero_grad()``: of a parameter that may be one of several, that is not sure."""
    records = {each.identity: machine.tensor_record(each) for each in own}
    joined = {at for at, record in records.items() if record is not None and record.members}
    members = [
        member.identity
        for at in joined
        if (record := records[at]) is not None
        for member in record.members
    ]
    sure = [at for at in records if at not in joined]
    if not own:
        gradient_pages.note_unseen(machine)
    gradient_pages.note(machine, sure, DeedKind.CLEARED, node, unsure=[*joined, *members])


def _overwrite(machine: Machine, owner: Value, name: str, node: tree.Call) -> None:
    """New values for all parameters, in place, while autograd does not record."""
    target = receiver(node)
    own, _ = own_parameters(machine, owner)
    leaves = [each.identity for each in own if isinstance(each, Tensor)]
    gradient_pages.note(machine, leaves, DeedKind.OVERWRITTEN, node)
    with machine.under_no_grad():
        for each in own:
            record = machine.tensor_record(each)
            if record is not None:
                inplace.note(machine, record, target, node, name, WriteForm.METHOD)


def _note_mode(machine: Machine, owner: Value, node: tree.Call, trains: Truth) -> None:
    """``train()`` and ``eval()``, as the backwards of the parameters will ask for them."""
    own, _ = own_parameters(machine, owner)
    leaves = [each.identity for each in own if isinstance(each, Tensor)]
    acts = trains is Truth.NO and _acts_in_training(machine, owner)
    modes.note_switched(machine, leaves, node, trains, acts=acts)


def _acts_in_training(machine: Machine, owner: Value, depth: int = 0) -> bool:
    """Whether a module holds, for sure, a layer that does something else while it trains."""
    record = machine.attributes(owner)
    if isinstance(owner, Instance) and owner.unit is not None:
        if owner.unit.method("train") is not None or owner.unit.method("eval") is not None:
            return False  # it decides for itself what that does
        if record is None or not record.attributes:
            record = machine.attributes(owner.unit.example) if owner.unit.example else None
    if record is None or depth > _DEEPEST:
        return False
    if layers.kind_of(owner).rsplit(".", 1)[-1] in families().acting_modules:
        chance, is_kept = record.get("p"), record.get("track_running_stats")
        return not any(isinstance(each, Number) and not each.value for each in (chance, is_kept))
    return any(
        _acts_in_training(machine, each, depth + 1)
        for name, value in record.attributes
        for each in _held(machine, name, value)
        if isinstance(each, (LibraryObject, Instance))
    )


def _held(machine: Machine, name: str, value: Value) -> tuple[Value, ...]:
    """What an attribute of a module holds: for ``nn.Sequential`` its layers."""
    held = machine.container_record(value) if name == layers.ARGUMENTS else None
    return tuple(held.held) if held is not None else (value,)


def _switch_training(machine: Machine, owner: Value, trains: bool, depth: int = 0) -> None:
    """``module.train()`` and ``module.eval()``, for the modules in it, too."""
    record = machine.attributes(owner)
    if record is None or depth > _DEEPEST:
        return
    for name, value in record.attributes:
        inner = _held(machine, name, value)
        for each in (option for child in inner for option in options_of(child)):
            if isinstance(each, (LibraryObject, Instance)):
                _switch_training(machine, each, trains, depth + 1)
    if isinstance(owner, LibraryObject) and (not trains or record.get(SWITCHED) is not None):
        machine.set_attribute(owner, SWITCHED, NONE if trains else Number(value=True))


def _register(machine: Machine, owner: Value, name: Value | None, value: Value | None) -> Value:
    if isinstance(name, Text) and name.value and value is not None:
        machine.set_attribute(owner, name.value, value)
    return UNKNOWN


def _add_child(machine: Machine, owner: Value, name: Value | None, module: Value | None) -> None:
    """``module.add_module(name, child)``."""
    if module is None:
        return
    if layers.is_list(owner):
        layers.append(machine, owner, module)
    elif isinstance(name, Text) and name.value:
        machine.set_attribute(owner, name.value, module)


def _may_be_unfrozen(machine: Machine, owner: Value) -> None:
    """Who walks through a frozen network may let a part of it train."""
    found, _ = own_parameters(machine, owner)
    for each in found:
        record = machine.tensor_record(each)
        if isinstance(each, Tensor) and record is not None and record.requires_grad is Truth.NO:
            machine.update_tensor(each, requires_grad=Truth.UNKNOWN)
