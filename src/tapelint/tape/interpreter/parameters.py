"""Binding a function's parameters to what a call gives, or to what may come from anywhere."""

from __future__ import annotations

from collections.abc import Mapping

from tapelint.source import tree
from tapelint.tape.autograd import flow
from tapelint.tape.domain.deeds import BROUGHT
from tapelint.tape.domain.graph_nodes import GraphNode, NodeKind
from tapelint.tape.domain.program import FunctionUnit
from tapelint.tape.domain.summary_items import bag
from tapelint.tape.domain.terms import Evidence, Truth
from tapelint.tape.domain.values import (
    UNKNOWN,
    Array,
    Class,
    ContainerKind,
    Instance,
    LibraryObject,
    Number,
    Symbol,
    Tensor,
    Text,
    Unknown,
    Value,
)
from tapelint.tape.interpreter.annotations import Annotations
from tapelint.tape.interpreter.given_roles import GivenRoles
from tapelint.tape.interpreter.interface import Interpreter
from tapelint.tape.interpreter.kinds import has_attribute
from tapelint.tape.interpreter.statistics import keeps_statistics
from tapelint.tape.machine.frames import Arguments
from tapelint.tape.machine.machine import Machine
from tapelint.tape.models import module_parameters
from tapelint.tape.models.module_parameters import is_network
from tapelint.tape.models.naming import named_power
from tapelint.tape.syntax import is_used_as_sequence, last_part
from tapelint.torch_api.names import HANDED_ON, encodes_positions


def _carries_history(unit: FunctionUnit, parameter: tree.Param) -> bool:
    """Whether it is what a layer's ``forward`` gets from the layer before."""
    if unit.last_name != "forward" or unit.unit_class is None or not unit.unit_class.is_module:
        return False
    if encodes_positions(unit.unit_class.name):
        return False
    annotation = parameter.annotation.annotation if parameter.annotation is not None else None
    is_tensor = annotation is None or last_part(annotation) == "Tensor"
    name = parameter.name.value
    if not is_tensor or name not in HANDED_ON or unit.given.get(name) is Truth.NO:
        return False
    return not is_used_as_sequence(unit.node, name) and not keeps_statistics(unit, name)


_OPERATIONS = (tree.Call, tree.BinaryOperation, tree.UnaryOperation)


class Parameters:
    """Binds parameters on a machine."""

    def __init__(self, machine: Machine, interpreter: Interpreter) -> None:
        self.machine = machine
        self.annotations = Annotations(machine, interpreter)
        self.note_bound = interpreter.note_bound
        self.roles = GivenRoles(machine, self.annotations, interpreter)
        self.assumed: dict[FunctionUnit, set[str]] = {}
        """What functions are given, as was assumed, that carries history or trains."""

    def bind(self, unit: FunctionUnit, receiver: Value | None, arguments: Arguments | None) -> None:
        """Bind a function's parameters; ``arguments`` are ``None`` for a call from anywhere."""
        parameters = unit.node.params
        positional = [*parameters.posonly_params, *parameters.params]
        takes_receiver = receiver is not None and not positional and not unit.is_static
        roles = self.roles.values(unit, receiver) if arguments is None else {}
        for name, value in roles.items():
            if isinstance(value, Instance):
                self.assumed.setdefault(unit, set()).add(name)
        if receiver is not None and positional and not unit.is_static:
            self._bind(positional[0], receiver)
            positional = positional[1:]
        elif unit.unit_class is not None and unit.is_class_method and positional:
            self._bind(positional[0], Class(unit.unit_class))
            positional = positional[1:]
        for position, parameter in enumerate(positional):
            self._bind(parameter, self._argument(unit, parameter, position, arguments, roles))
        for parameter in parameters.kwonly_params:
            self._bind(parameter, self._argument(unit, parameter, None, arguments, roles))
        machine = self.machine
        if isinstance(parameters.star_arg, tree.Param):
            extra = arguments.positional[len(positional) :] if arguments else ()
            items = tuple(value for value, _ in extra)
            if takes_receiver and receiver is not None:
                items = (receiver, *items)
            self._bind(parameters.star_arg, self._rest_of(items, arguments))
        if parameters.star_kwarg is not None:
            names = {each.name.value for each in (*positional, *parameters.kwonly_params)}
            extra_keywords = [
                (name, value)
                for name, value, _ in (arguments.keywords if arguments else ())
                if name not in names
            ]
            value = machine.new_container(
                ContainerKind.DICT,
                tuple(value for _, value in extra_keywords),
                keys=tuple(name for name, _ in extra_keywords),
                is_open=arguments is None or bool(arguments.spread),
            )
            self._bind(parameters.star_kwarg, value)

    def note_given(self, unit: FunctionUnit, arguments: Arguments, is_bound: bool) -> None:
        """Remember whether what a call gives may carry a history, or trains: what comes first."""
        first = unit.first_parameter(is_bound)
        names = unit.parameter_names[1 if is_bound and not unit.is_static else 0 :]
        for at, name in enumerate(names):
            given = arguments.at(at, name)
            if given is not None and is_network(given):
                found, _ = module_parameters.own_parameters(self.machine, given)
                known = [flow.requires_grad(self.machine, each) for each in found]
                flows = flow.any_of(known) if known else Truth.UNKNOWN
            elif given is not None and name == first:
                is_held = self.machine.container_record(given) is not None
                flows = Truth.NO if is_held else flow.requires_grad(self.machine, given)
            else:
                continue
            unit.given[name] = max(flows, unit.given.get(name, Truth.NO))

    def is_refuted(self, unit: FunctionUnit) -> bool:
        """Whether the calls in the file give it nothing that carries history, as was assumed."""
        return any(unit.given.get(name) is Truth.NO for name in self.assumed.get(unit, ()))

    def _rest_of(self, items: tuple[Value, ...], arguments: Arguments | None) -> Value:
        """What ``*args`` holds: the arguments that are left over."""
        machine = self.machine
        spread = arguments.spread if arguments is not None else ()
        records = [machine.container_record(value) for value in spread]
        known = [record for record in records if record is not None]
        if arguments is None or len(known) != len(records) or any(each.is_open for each in known):
            return machine.new_container(ContainerKind.TUPLE, items, is_open=True)
        if not known:
            return machine.new_container(ContainerKind.TUPLE, items)
        lists = [each for each in known if each.kind is not ContainerKind.DICT]
        held = [value for each in lists for value in each.held]
        return machine.new_container(ContainerKind.TUPLE, rest=bag((*items, *held)))

    def _bind(self, parameter: tree.Param, value: Value) -> None:
        name = parameter.name.value
        self.note_bound(value)
        self.machine.state.set(
            (self.machine.frame.scope, name), named_power(value, name, Evidence.OUTPUT)
        )

    def _argument(
        self,
        unit: FunctionUnit,
        parameter: tree.Param,
        position: int | None,
        arguments: Arguments | None,
        roles: Mapping[str, Value],
    ) -> Value:
        name = parameter.name.value
        if arguments is not None:
            given = arguments.at(position, name)
            if given is not None and type(given) is not Unknown:
                if self._is_wrong_guess(unit, name, given):
                    return UNKNOWN
                if isinstance(given, Tensor) and self._is_computed_by_caller(given):
                    self.machine.frame.given_tensors[name] = given.identity
                return given
            if given is None and not arguments.spread and name in unit.defaults:
                return unit.defaults[name]
            if given is not None and given.power is not None:
                return given
        if arguments is None and position == 0 and _carries_history(unit, parameter):
            self.assumed.setdefault(unit, set()).add(name)
            return self.machine.new_tensor(
                None,
                Truth.UNKNOWN,
                Truth.NO,
                graph=GraphNode("argument", (), (), None, kind=NodeKind.LEAF),
                trained_on_a_path=True,
                is_guess=True,
            )
        default = unit.defaults.get(name)
        if arguments is None and isinstance(default, Symbol) and default.name.startswith("torch."):
            return default
        value = self.annotations.value_of(parameter.annotation)
        if type(value) is Unknown and name in roles:
            value = roles[name]
        if arguments is None and isinstance(value, (Instance, LibraryObject)):
            brought = self.machine.state.fact(BROUGHT)
            self.machine.state.set_fact(BROUGHT, None, brought | {value.identity})
        return UNKNOWN if self._is_contradicted(unit, name, value) else value

    def _is_computed_by_caller(self, given: Tensor) -> bool:
        """Whether an argument is the result of an operation, and on no path ``None``."""
        machine, record = self.machine, self.machine.tensor_record(given)
        if record is None or record.is_guess or not isinstance(record.made_at, _OPERATIONS):
            return False
        caller = machine.frames[-2] if len(machine.frames) > 1 else None
        is_own = caller is not None and given.identity > caller.scope
        return is_own and given.identity not in machine.perhaps_none

    def _is_wrong_guess(self, unit: FunctionUnit, name: str, given: Value) -> bool:
        """Whether what the caller takes for a tensor, by its name alone, is a sequence here."""
        record = self.machine.tensor_record(given)
        return record is not None and record.is_guess and is_used_as_sequence(unit.node, name)

    def _is_contradicted(self, unit: FunctionUnit, name: str, value: Value) -> bool:
        """Whether a function uses a parameter as what its annotation says cannot be used."""
        if not isinstance(value, (Array, Number, Text, Tensor)):
            return False
        used = unit.attributes_read.get(name, ())
        return any(not has_attribute(value, each) for each in used)
