"""What gives a network back: ``nn.DataParallel(net)``, ``accelerator.prepare(net, optimizer)``."""

from __future__ import annotations

from tapelint.source import tree
from tapelint.tape.domain.values import (
    Class,
    ContainerKind,
    Either,
    Function,
    NoneValue,
    Value,
)
from tapelint.tape.machine.frames import Arguments
from tapelint.tape.machine.machine import Machine
from tapelint.tape.models import module_parameters, optimisers
from tapelint.torch_api.network_wrappers import (
    CALLS_IN_PARALLEL,
    PREPARING_FUNCTIONS,
    PREPARING_METHODS,
    WRAPPERS,
)


def call(machine: Machine, name: str, arguments: Arguments, node: tree.Call) -> Value | None:
    """A function or class of a library; ``None`` where it gives no network back."""
    if name in CALLS_IN_PARALLEL and len(arguments.positional) > 1:
        network, inputs, *_ = (value for value, _ in arguments.positional)
        held = machine.container_record(inputs)
        if held is None or held.rest or held.is_open:
            return machine.call(network, Arguments((arguments.positional[1],)), node)
        given = tuple((each, arguments.positional[1][1]) for each in held.items)
        return machine.call(network, Arguments(given), node)
    parameter = WRAPPERS.get(name)
    if parameter is not None:
        given_network = arguments.at(0, parameter)
        if not _is_wrapped(given_network):
            return None
        machine.has_wrapped = True
        return given_network
    parameters = PREPARING_FUNCTIONS.get(name)
    if parameters is None:
        return None
    found = (arguments.at(at, each) for at, each in parameters)
    return _handed_back(machine, [each for each in found if each is not None])


def prepared(machine: Machine, name: str, arguments: Arguments, node: tree.Call) -> Value | None:
    """``accelerator.prepare(net, optimizer)``; ``None`` where it is something else."""
    if name not in PREPARING_METHODS or arguments.spread or node is machine.done_for_effect:
        return None
    return _handed_back(machine, [value for value, _ in arguments.positional])


def _handed_back(machine: Machine, given: list[Value]) -> Value | None:
    """One thing, or a tuple of them in the order given; ``None`` where no network is known."""
    given = [each for each in given if not isinstance(each, NoneValue)]
    if not any(map(_is_prepared, given)):
        return None
    machine.has_wrapped = True
    if len(given) == 1:
        return given[0]
    return machine.new_container(ContainerKind.TUPLE, tuple(given))


def _is_wrapped(value: Value | None) -> bool:
    if isinstance(value, Either):
        return all(map(_is_wrapped, value.options))
    return isinstance(value, (Function, Class)) or (
        value is not None and module_parameters.is_network(value)
    )


def _is_prepared(value: Value) -> bool:
    if isinstance(value, Either):
        return all(map(_is_prepared, value.options))
    return optimisers.is_optimiser(value) or module_parameters.is_network(value)
