"""Modules that a function makes, calls and forgets; dropout, by such a module or by a function."""

from __future__ import annotations

from tapelint.project.roles import anew, asking
from tapelint.source import tree
from tapelint.source.index import CALLED
from tapelint.source.spelling import code_of
from tapelint.source.tree import walk
from tapelint.tape import module_events
from tapelint.tape.domain.state import State
from tapelint.tape.domain.terms import Truth
from tapelint.tape.domain.values import Instance, LibraryObject, Number, Value, options_of
from tapelint.tape.machine.frames import Arguments, Frame
from tapelint.tape.machine.machine import Machine
from tapelint.tape.models import layers, module_modes, module_parameters
from tapelint.tape.syntax import dotted_name, is_name, last_part, mentions
from tapelint.torch_api.families import families
from tapelint.torch_api.knowledge import knowledge
from tapelint.torch_api.training_names import asks_for_training, drops_on_purpose

_DEEPEST = 3
_TOLD_AT = 2
"""Where the functions that drop numbers take ``training``."""


def note_function(machine: Machine, name: str, arguments: Arguments, node: tree.Call) -> None:
    """Record a call of a function, if it is one that drops numbers."""
    if name not in families().dropouts:
        return
    at = knowledge().functional_parameters.get(name, ()).index("p")
    is_told = arguments.pair(_TOLD_AT, "training") is not None or bool(arguments.spread)
    called, chance = dotted_name(node.func) or name, arguments.pair(at, "p")
    _note_dropout(machine, called, chance, node, is_told=is_told, is_module=False)


def note_module(machine: Machine, module: Value, arguments: Arguments, node: tree.Node) -> None:
    """Record a call of a module that was made in the function at hand, and only to be called."""
    if not isinstance(module, (LibraryObject, Instance)) or not machine.frames:
        return
    frame = machine.frame
    if frame.unit is None or not isinstance(node, tree.Call):
        return
    run, own = _call_of_forward(machine), _own_attribute(node.func)
    since = run.scope if run is not None and own else frame.scope
    if module.identity <= since or module.identity not in machine.constructed:
        return
    if own:
        if run is None or not _is_anew(run, own, is_called=True):
            return
    elif not anew.is_forgotten(frame.unit.node, node.func) or _is_kept(machine, module):
        return
    full = layers.kind_of(module)
    kind = full.rsplit(".", 1)[-1]
    if isinstance(module, LibraryObject) and kind in families().dropout_modules:
        record = machine.attributes(module)
        value = record.get("p") if record is not None else None
        is_told = record is not None and record.get(module_modes.SWITCHED) is not None
        chance = (value, node.func) if value is not None else None
        _note_dropout(machine, kind, chance, node, is_told=is_told, is_module=True)
        return
    if run is None:
        return
    is_in_list = any(given is node for _, given in arguments.positional)
    has_parameters = _has_own(machine, module, since, is_in_list=is_in_list)
    machine.emit(
        module_events.FreshModuleCalled,
        node,
        kind=kind or getattr(module.unit, "name", "") if isinstance(module, Instance) else kind,
        has_parameters=has_parameters,
        trains=module_parameters.trains(machine, module) if has_parameters else Truth.NO,
    )


def note_parameter(machine: Machine, arguments: Arguments, node: tree.Call) -> None:
    """Record a parameter that a network makes, computes with and forgets."""
    run = _call_of_forward(machine) if machine.frames else None
    given = arguments.pair(0, "data")
    if run is None or given is None or last_part(given[1]) not in families().fresh:
        return
    unit = machine.frame.unit
    kept = anew.parameter_of(unit.node, node) if unit is not None else None
    if kept == "" or (kept and _is_anew(run, kept, is_called=False)):
        machine.emit(
            module_events.FreshModuleCalled,
            node,
            kind="Parameter",
            has_parameters=True,
            trains=arguments.truth(1, "requires_grad", Truth.YES),
        )


def _note_dropout(
    machine: Machine,
    called: str,
    chance: tuple[Value, tree.BaseExpression] | None,
    node: tree.Call,
    *,
    is_told: bool,
    is_module: bool,
) -> None:
    frame = machine.frame
    value = chance[0] if chance is not None else None
    machine.emit(
        module_events.DropoutCalled,
        node,
        called=called,
        is_module=is_module,
        is_told=is_told,
        drops=_drops(frame, value, chance[1] if chance is not None else None),
        is_asked=_is_asked(machine, node) or _comes(frame, chance),
        owner=_owner_of(frame),
        is_in_module=_is_of_module(frame) or _is_run_by_module(machine),
    )


def _drops(frame: Frame, value: Value | None, chance: tree.BaseExpression | None) -> Truth:
    if isinstance(value, Number) and value.value is not None:
        return Truth.of(value.value != 0)
    return Truth.UNKNOWN if _is_zero_by_default(frame, chance) else Truth.YES


def _is_zero_by_default(frame: Frame, chance: tree.BaseExpression | None) -> bool:
    """Whether an attribute is what the constructor was given, and zero where nothing was."""
    init = frame.unit_class.method("__init__") if frame.unit_class is not None else None
    if init is None or not isinstance(chance, tree.Attribute):
        return False
    return any(
        isinstance(each, tree.Assign)
        and isinstance(each.value, tree.Name)
        and asking.assigns(each, code_of(chance))
        and _is_zero(init.defaults.get(each.value.value))
        for each in walk(init.node.body)
    )


def _is_zero(value: Value | None) -> bool:
    return isinstance(value, Number) and value.value == 0


def _is_of_module(frame: Frame) -> bool:
    return frame.unit_class is not None and frame.unit_class.is_module


def _runs_in_each_call(frame: Frame) -> bool:
    """Whether it is a module's ``forward``, or a method that only helps it."""
    if not _is_of_module(frame) or frame.unit is None or frame.unit_class is None:
        return False
    name, receiver = frame.unit.last_name, frame.receiver
    owner = receiver.unit if isinstance(receiver, Instance) else None
    return name in CALLED or name in (owner or frame.unit_class).methods_of_forward


def _call_of_forward(machine: Machine) -> Frame | None:
    """The call of a module on the way here, which makes what it needs anew each time.

    What the constructor asks for, too, may be made to learn a size.
    """
    frames = list(machine.frames)
    while frames and not _runs_in_each_call(frames[0]):
        del frames[0]
    for each in frames:
        is_method = each.unit_class is not None
        if not _runs_in_each_call(each) if is_method else _is_asked_by_maker(frames[0], each):
            return None
    return frames[0] if frames else None


def _is_run_by_module(machine: Machine) -> bool:
    """Whether a function that is no method runs for a module, which does not ask for randomness."""
    run = _call_of_forward(machine)
    above = machine.frames[machine.frames.index(run) :] if run is not None else ()
    return bool(above) and not any(drops_on_purpose(each.name) for each in above)


def _is_asked_by_maker(run: Frame, helper: Frame) -> bool:
    init = run.unit_class.method("__init__") if run.unit_class is not None else None
    name = helper.unit.last_name if helper.unit is not None else ""
    return init is not None and mentions(init.node.body, frozenset({name}))


def _own_attribute(called: tree.BaseExpression) -> str:
    """The attribute of the object at hand that is called; "" for anything else."""
    is_own = isinstance(called, tree.Attribute) and is_name("self", called.value)
    return called.attr.value if is_own and isinstance(called, tree.Attribute) else ""


def _is_anew(frame: Frame, name: str, *, is_called: bool) -> bool:
    """Whether each call of the object at hand gives one of its attributes a new object."""
    receiver = frame.receiver
    unit = receiver.unit if isinstance(receiver, Instance) else frame.unit_class
    if unit is None:
        return False
    methods = {at: one.node for each in unit.lineage[::-1] for at, one in each.methods.items()}
    return anew.is_made_anew(methods, CALLED, name, is_called=is_called)


def _owner_of(frame: Frame) -> str:
    """What a method of a module calls its object."""
    unit = frame.unit
    if unit is None or not _is_of_module(frame) or unit.is_static or unit.is_class_method:
        return ""
    parameters = (*unit.node.params.posonly_params, *unit.node.params.params)
    return parameters[0].name.value if parameters else ""


def _is_asked(machine: Machine, node: tree.Call) -> bool:
    """Whether the call itself, or a branch on the way here, asks if the module trains."""
    if asks_for_training(code_of(node)) or any(asking.asks(text) for text, _ in machine.conditions):
        return True
    state: State | None = machine.state
    outside = machine.frames[1].base if len(machine.frames) > 1 else None
    while state is not None and state is not outside:  # what the file did before is over
        if any(asking.asks(text) for text, _ in state.conditions):
            return True
        state = state.parent
    return False


def _comes(frame: Frame, chance: tuple[Value, tree.BaseExpression] | None) -> bool:
    """Whether a chance is given by whoever calls the function, or computed before in it."""
    name = chance[1].value if chance is not None and isinstance(chance[1], tree.Name) else ""
    return bool(name) and frame.unit is not None and asking.comes(frame.unit.node, name)


def _is_kept(machine: Machine, module: Value) -> bool:
    """Whether the object at hand holds the module: a helper or a decorator has put it there."""
    receiver = machine.frame.receiver
    record = machine.attributes(receiver) if receiver is not None else None
    return record is not None and any(module in options_of(value) for _, value in record.attributes)


def _makes(machine: Machine, example: Value) -> bool:
    """Whether the constructor of a class makes modules with parameters."""
    record = machine.attributes(example)
    return record is not None and any(
        isinstance(each, LibraryObject)
        and each.identity in machine.constructed
        and bool(module_parameters.own_parameters(machine, each)[0])
        for _, each in record.attributes
    )


def _has_own(
    machine: Machine, module: Value, since: int, depth: int = 0, *, is_in_list: bool = False
) -> bool:
    """Whether a module has parameters that are as new as itself, and as it was made with.

    Of a layer in a list of layers, a parameter that was asked for before may have been given
    its weights.
    """
    if isinstance(module, (LibraryObject, Instance)):
        if module.identity <= since or module.identity not in machine.constructed:
            return False
    facts = knowledge().modules.get(layers.kind_of(module).rsplit(".", 1)[-1])
    known = machine.attributes(module) if is_in_list else None
    for name in facts.parameters if facts is not None else ():
        if known is not None and known.get(name) is not None:
            continue
        if machine.tensor_record(
            module_parameters.attribute_value(machine, module, name) or module
        ):
            return True
    record = machine.attributes(module)
    held = [value for _, value in record.attributes] if record is not None else []
    if not held and isinstance(module, Instance) and module.unit is not None:
        made = module.unit.example  # what its class makes, where nobody followed the call
        return made is not None and _makes(machine, made)
    if layers.is_list(module):
        for each in (
            one for child in layers.children(machine, module) for one in options_of(child)
        ):
            if depth < _DEEPEST and _has_own(machine, each, since, depth + 1, is_in_list=True):
                return True
    for each in (option for value in held for option in options_of(value)):
        tensor = machine.tensor_record(each)
        is_given = is_in_list and isinstance(module, LibraryObject)
        if tensor is not None and tensor.is_parameter and tensor.storage > since and not is_given:
            return True
        is_module = isinstance(each, (LibraryObject, Instance))
        if is_module and depth < _DEEPEST and _has_own(machine, each, since, depth + 1):
            return True
    return facts is not None and facts.has_submodules and not layers.is_list(module)
