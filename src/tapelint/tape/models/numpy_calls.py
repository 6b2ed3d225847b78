"""numpy: what gives an array, and what numpy does to tensors that it is given."""

from __future__ import annotations

from tapelint.source import tree
from tapelint.tape.autograd.origins import first_origin
from tapelint.tape.domain import powers
from tapelint.tape.domain.graph_nodes import Origin
from tapelint.tape.domain.powers import SigmaPower
from tapelint.tape.domain.terms import Use
from tapelint.tape.domain.values import (
    UNKNOWN,
    Array,
    ContainerKind,
    Number,
    Tensor,
    Text,
    Unknown,
    Value,
)
from tapelint.tape.machine.frames import Arguments
from tapelint.tape.machine.machine import Machine
from tapelint.tape.models import arrays_of_graph, spread
from tapelint.torch_api.families import families
from tapelint.torch_api.knowledge import knowledge

_NO_ARRAYS = frozenset(
    {
        "numpy.load", "numpy.dtype", "numpy.iinfo", "numpy.finfo", "numpy.errstate",
        "numpy.set_printoptions", "numpy.save", "numpy.savez", "numpy.savez_compressed",
        "numpy.savetxt", "numpy.seterr", "numpy.vectorize", "numpy.nditer", "numpy.ndenumerate",
        "numpy.random.default_rng", "numpy.random.RandomState", "numpy.random.seed",
        "numpy.random.Generator", "numpy.random.get_state", "numpy.random.set_state",
        "numpy.random.shuffle", "numpy.testing", "numpy.ndindex", "numpy.where", "numpy.split",
        "numpy.array_split", "numpy.meshgrid", "numpy.nonzero", "numpy.unique", "numpy.isscalar",
        "numpy.allclose", "numpy.array_equal", "numpy.shape", "numpy.histogram", "numpy.copyto",
        "numpy.result_type", "numpy.issubdtype", "numpy.broadcast_arrays", "numpy.ndim",
    }
)  # fmt: skip
"""Functions of numpy that give something else, or many arrays."""
_STANDARD_NOISE = frozenset({"randn", "standard_normal"})
_NUMBERS = frozenset({"numpy.pi", "numpy.e", "numpy.inf", "numpy.nan", "numpy.newaxis"})


def call(machine: Machine, name: str, arguments: Arguments, node: tree.Call) -> Value:
    """A call of a function of numpy's."""
    machine.use_all(arguments, Use.LOGGED, node)
    if arrays_of_graph.note_call(machine, name, arguments, node):
        return Array(origin=Origin(name, node, machine.conditions))
    if name in _NO_ARRAYS or name.startswith(("numpy.testing.", "numpy.linalg.")):
        return UNKNOWN
    last = name.rsplit(".", 1)[-1]
    if last[:1].isupper():
        return UNKNOWN
    if any(_may_be_tensor(machine, value) for value in arguments.values):
        return UNKNOWN
    power = _power(last, arguments)
    if last in knowledge().numpy_gives_tensors and any(
        isinstance(value, Unknown) for value in arguments.values
    ):
        return Unknown(power=power)  # it gives a tensor where it is given one
    return Array(power=power, origin=first_origin(machine, arguments.values))


def _power(name: str, arguments: Arguments) -> SigmaPower | None:
    """The power of sigma of what a function of numpy's gives."""
    if name in families().array_zeros_and_ones:
        return powers.ONE
    if name in _STANDARD_NOISE or (name == "normal" and _is_standard(arguments)):
        return powers.STANDARD_NOISE
    given = [value for value, _ in arguments.positional]
    power = spread.result_power(name, given)
    return None if power is not None and power.is_noise else power


def _is_standard(arguments: Arguments) -> bool:
    """Whether ``normal(loc, scale, size)`` has a mean of 0 and a deviation of 1, as by default."""
    loc, scale = arguments.at(0, "loc"), arguments.at(1, "scale")
    return (
        not arguments.spread
        and (loc is None or (isinstance(loc, Number) and loc.value == 0))
        and (scale is None or (isinstance(scale, Number) and scale.value == 1))
    )


def _may_be_tensor(machine: Machine, value: Value) -> bool:
    """Numpy functions give tensors back where a tensor's own method answers."""
    record = machine.container_record(value)
    if record is not None:
        return any(isinstance(each, Tensor) for each in record.held)
    return isinstance(value, Tensor)


def attribute(name: str) -> Value | None:
    """A constant of numpy's, or ``None``."""
    return Number() if name in _NUMBERS else None


def array_attribute(machine: Machine, name: str) -> Value | None:
    """An attribute of an array that is no method, or ``None``."""
    if name in {"shape", "strides"}:
        return machine.new_container(ContainerKind.TUPLE, rest=(Number(),))
    if name in families().array_queries:
        return Number()
    if name in {"dtype", "flags", "base", "ctypes"}:
        return UNKNOWN
    if name in families().array_views:
        return Array()
    return None


def call_method(
    machine: Machine, array: Array, name: str, arguments: Arguments, node: tree.Call
) -> Value:
    """A method of an array."""
    if name in {"item", "__len__"}:
        return Number(origin=array.origin if name == "item" else None)
    if name in {"tolist"}:
        return machine.new_container(ContainerKind.LIST, rest=(Number(origin=array.origin),))
    if name in {"tobytes", "tostring"}:
        return Text(None)
    if name in families().array_procedures:
        return UNKNOWN
    given = [value for value, _ in arguments.positional]
    power = spread.result_power(name, [array, *given])
    return Array(power=power, origin=array.origin, is_guess=array.is_guess)
