"""``torch.nn`` modules and loss functions."""

from __future__ import annotations

from tapelint.source import tree
from tapelint.tape.autograd import flow, gradient_pages, graph, inplace, samples
from tapelint.tape.domain.frozen import replace
from tapelint.tape.domain.graph_nodes import Cut
from tapelint.tape.domain.terms import DeedKind, Truth, Use, WriteForm
from tapelint.tape.domain.values import (
    NONE,
    UNKNOWN,
    ContainerKind,
    Instance,
    LibraryObject,
    Method,
    NoneValue,
    Number,
    ObjectRecord,
    Tensor,
    Text,
    Unknown,
    UnknownAttribute,
    Value,
)
from tapelint.tape.machine.frames import Arguments, known_truth
from tapelint.tape.machine.machine import Machine
from tapelint.tape.models import (
    chances_given,
    container_methods,
    inner_modules,
    layers,
    missed_parameters,
    sequences,
    spellings,
    variance_given,
)
from tapelint.tape.models.module_modes import SWITCHED, note_mode, switch_training
from tapelint.tape.models.module_parameters import (
    OPAQUE,
    attribute_value,
    facts_of,
    freeze,
    is_module_class,
    own_parameter,
    own_parameters,
    parameters,
    trains,
)
from tapelint.torch_api.families import families
from tapelint.torch_api.knowledge import knowledge
from tapelint.torch_api.network_wrappers import WRAPPED

_ASKING_NOTHING = families().module_setters - {"eval", "requires_grad_"} | {"zero_grad"}
"""What is done to a network whoever trains it."""
_BATCH_FIRST = "batch_first"
_LOG_TARGET, _REDUCTION = "log_target", "reduction"
_ABSENT = NONE
"""Stands for a parameter that a layer does not have."""
_FROZEN_NETWORK = "network"
"""How the tape calls what a network of unknown layers does whose parameters do not train."""


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
    facts = facts_of(made)
    if facts is None:
        return
    for name in ("inplace", "max_norm", "p", _BATCH_FIRST, _LOG_TARGET, _REDUCTION):
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


def attribute(machine: Machine, module: LibraryObject, name: str, node: tree.Attribute) -> Value:
    """``module.name``: an own parameter, or a method."""
    record = machine.attributes(module)
    known = record.get(name) if record else None
    if known is not None:
        return known
    if module.kind == OPAQUE and name not in families().module_methods:
        return module if name == WRAPPED else UnknownAttribute(name=name, is_of_network=True)
    held = layers.named_child(machine, module, name)
    if held is not None:
        return held
    parameter = own_parameter(machine, module, name)
    if parameter is not None:
        return parameter
    return module if name == WRAPPED else Method(module, name)


def call(
    machine: Machine, module: LibraryObject | Instance, arguments: Arguments, node: tree.Call
) -> Value:
    """``module(...)``."""
    full_name = layers.kind_of(module)
    kind = full_name.rsplit(".", 1)[-1]
    if is_loss_class(full_name):
        return loss(machine, arguments, node, kind, module)
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
            measured=f"F.{_operation_of(kind)}(inplace)",
        )
        return first[0]
    if kind in {"Embedding", "EmbeddingBag"}:
        weight = attribute_value(machine, module, "weight")
        if isinstance(weight, Tensor):
            renormalise(machine, kind, _with_max_norm(machine, module), (weight, node.func), node)
    is_packed = first is not None and sequences.is_packed(first[0])
    if first is not None and is_packed:
        data = sequences.data(machine, first[0]) or UNKNOWN
        arguments = replace(arguments, positional=((data, first[1]), *arguments.positional[1:]))
    made: list[Value] = [*_operation(machine, module, kind, arguments, node, is_packed)]
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
    facts = facts_of(module)
    return facts is not None and "weight_hh_l0" in facts.parameters


def _call_opaque(machine: Machine, network: Value, arguments: Arguments, node: tree.Call) -> Value:
    """What a network of unknown layers gives: it saves its weights, unless it is one layer.

    Of a frozen one nobody knows whether a part of it trains: a new head, one that is thawed.
    """
    machine.pass_on(arguments, node)
    own, _ = own_parameters(machine, network)
    name = _FROZEN_NETWORK if trains(machine, network) is Truth.NO else OPAQUE
    given = [*arguments.positional, *arguments.hidden]
    made = graph.results(machine, name, given, node, None, Truth.UNKNOWN, saved_too=own)
    machine.update_tensor(made[0], is_guess=True)
    return made[0]


def _operation(
    machine: Machine,
    module: Value,
    kind: str,
    arguments: Arguments,
    node: tree.Call,
    is_packed: bool,
) -> list[Tensor]:
    """A layer's forward: its function, with the layer's own parameters as operands."""
    taken = _operands(machine, module, kind, arguments, node)
    if taken is None:
        operands = [*arguments.positional, *arguments.hidden]
        own = _saved_parameters(machine, module, kind)
        return graph.results(
            machine, kind, operands, node, None, trains(machine, module), saved_too=own
        )
    name = _way_of(machine, module, kind, is_packed)
    return graph.results(machine, name, taken, node, None, trains(machine, module))


def _way_of(machine: Machine, module: Value, kind: str, is_packed: bool) -> str:
    """The row of the table for the way in which a layer is called."""
    name = _operation_of(kind)
    record = machine.attributes(module)
    given = record.get(_BATCH_FIRST) if record is not None else None
    is_first = isinstance(given, Number) and known_truth(given) is not Truth.NO
    way = f"{name}_packed" if is_packed else f"{name}_{_BATCH_FIRST}" if is_first else name
    return way if way in knowledge().operations else name


def _operands(
    machine: Machine, module: Value, kind: str, arguments: Arguments, node: tree.Call
) -> list[flow.Operand] | None:
    """What a layer's function is given; ``None`` where the layer is measured as a whole."""
    known = knowledge().modules.get(kind)
    facts = knowledge().operations.get(known.operation) if known is not None else None
    if known is None or facts is None or not known.operands:
        return None
    given: dict[str, flow.Operand] = {}
    for parameter, source in zip(facts.parameters, known.operands, strict=True):
        if isinstance(source, int):
            pair = arguments.pair(source, parameter)
        else:
            value = _own(machine, module, source) if source is not None else None
            pair = (value if value is not None else _ABSENT, node.func)
        if pair is not None:
            given[parameter] = pair
    return spellings.in_order(facts, given, hidden=arguments.hidden)


def _own(machine: Machine, module: Value, name: str) -> Value | None:
    """A parameter or buffer of a layer, or one of a layer that it is made of."""
    if "." in name:
        flows = trains(machine, module)
        is_doubtful = flows is Truth.UNKNOWN
        return machine.new_tensor(None, flows, Truth.YES, trained_on_a_path=is_doubtful)
    return attribute_value(machine, module, name)


def _is_idle(record: ObjectRecord) -> bool:
    """Whether a module that only acts in training may be in evaluation mode."""
    return record.get("p") is not None and isinstance(record.get(SWITCHED), Number)


def may_drop_nothing(probability: Value | None) -> bool:
    """Whether a dropout's probability may be 0: then it changes nothing."""
    if probability is None or isinstance(probability, NoneValue):
        return False
    return not isinstance(probability, Number) or not probability.value


def _saved_parameters(machine: Machine, module: Value, kind: str) -> list[Value]:
    """The parameters that a layer saves which is made of several and was not measured."""
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
    weight: flow.Operand | None,
    node: tree.Call,
) -> None:
    """What ``max_norm`` does before the lookup: it shortens rows of the weight in place."""
    parameters = knowledge().functional_parameters.get(name, ())
    at = parameters.index("max_norm") if "max_norm" in parameters else None
    limit = arguments.at(at, "max_norm")
    record = machine.tensor_record(weight[0]) if weight is not None else None
    if weight is None or record is None or not isinstance(limit, Number):
        return
    inplace.note(machine, record, node, WriteForm.RENORMALISATION)


def _operation_of(kind: str) -> str:
    """The function that a layer calls: ``LayerNorm`` is ``layer_norm``."""
    facts = knowledge().modules.get(kind)
    return facts.operation if facts is not None and facts.operation else kind


def loss(
    machine: Machine,
    arguments: Arguments,
    node: tree.Call,
    name: str,
    module: Value | None = None,
) -> Value:
    """A loss function: the first argument is the prediction, what comes after it is given.

    Args:
        machine: The machine.
        arguments: What it is called with.
        node: The call.
        name: The function's name, or that of the class.
        module: The object that is called, where it is one of a class.
    """
    operation = name if module is None else _operation_of(name)
    parameters_of_loss = knowledge().loss_functions.get(operation, ("input", "target"))
    log_target, reduction = (
        _option(machine, parameters_of_loss, arguments, module, each)
        for each in (_LOG_TARGET, _REDUCTION)
    )
    chances_given.note_loss(
        machine, name, parameters_of_loss, arguments, node, log_target, reduction
    )
    variance_given.note_loss(machine, name, arguments, node)
    first = arguments.pair(0, parameters_of_loss[0])
    others = [value for position, (value, _) in enumerate(arguments.positional) if position > 0] + [
        value for keyword, value, _ in arguments.keywords if keyword != parameters_of_loss[0]
    ]
    operands = None if module is None else _operands(machine, module, name, arguments, node)
    if operands is None:
        operation, operands = spellings.bound(
            machine, operation, 0, arguments.positional, arguments.keywords, arguments.hidden
        )
    prediction_cuts: frozenset[Cut] = frozenset()
    if first is not None:
        value, _ = first
        is_given = any(flow.requires_grad(machine, other) is Truth.YES for other in others)
        machine.use(value, Use.CONSTANT if is_given else Use.LOSS_INPUT, node)
        if any(isinstance(other, Unknown) for other in others):
            machine.use(value, Use.LESS_UNKNOWN, node)
        record = machine.tensor_record(value)
        if record is not None and not is_given:
            prediction_cuts = record.cuts
    for other in others:
        machine.use(other, Use.LOSS_TARGET, node)
    tensor = graph.result(machine, operation, operands, node, passes_cuts=False)
    traces = samples.of(machine, [first[0]] if first is not None else [])
    if first is not None and flow.requires_grad(machine, first[0]) is Truth.NO and not traces:
        # Prediction and target are given the other way round.
        traces = samples.of(machine, others)
    machine.update_tensor(tensor, cuts=prediction_cuts, samples=traces)
    return tensor


def _option(
    machine: Machine,
    parameters: tuple[str, ...],
    arguments: Arguments,
    module: Value | None,
    name: str,
) -> Value:
    """What a loss is told by a name: in its call, or where the object was made; else ``None``."""
    if module is None:
        at = parameters.index(name) if name in parameters else None
        told = arguments.at(at, name)
        return told if told is not None else UNKNOWN if arguments.spread else NONE
    record = machine.attributes(module)
    kept = record.get(name) if record is not None else None
    return kept if kept is not None else UNKNOWN


def call_method(
    machine: Machine, owner: Value, name: str, arguments: Arguments, node: tree.Call
) -> Value:
    """A method that every module has, of a module of torch's or of this file."""
    _note_asked(machine, owner, name)
    inner = layers.dict_of(machine, owner)
    if inner is not None and name in {"values", "items", "keys", "get", "update", "pop"}:
        return container_methods.call_method(machine, inner, name, arguments, node)
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
        inner_modules.apply(machine, owner, arguments.at(0, "fn") or UNKNOWN, node)
        return owner
    if name in {"train", "eval"}:
        trains = arguments.truth(0, "mode", Truth.YES) if name == "train" else Truth.NO
        note_mode(machine, owner, node, trains)
        switch_training(machine, owner, name == "train" and not arguments.values)
    if name in families().module_setters:
        return owner
    if name in {"add_module", "register_module"}:
        _add_child(machine, owner, arguments.at(0, "name"), arguments.at(1, "module"))
        return UNKNOWN
    if name == "get_submodule":
        return inner_modules.at_path(machine, owner, arguments.at(0, "target"))
    if name in families().lists_modules:
        return inner_modules.listed(machine, owner, name)
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


def _note_asked(machine: Machine, owner: Value, name: str) -> None:
    """Whoever asks a network for its parameters, or loads or freezes it, knows what trains it."""
    if name not in _ASKING_NOTHING and isinstance(owner, (Instance, LibraryObject)):
        missed_parameters.note_asked(machine, owner)


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
    own, _ = own_parameters(machine, owner)
    leaves = [each.identity for each in own if isinstance(each, Tensor)]
    gradient_pages.note(machine, leaves, DeedKind.OVERWRITTEN, node)
    for each in own:
        record = machine.tensor_record(each)
        if record is not None:
            inplace.note(machine, record, node, WriteForm.METHOD)


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
