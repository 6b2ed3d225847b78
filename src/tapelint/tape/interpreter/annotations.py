"""What annotations and ``isinstance`` promise of a value."""

from __future__ import annotations

from collections.abc import Sequence

from tapelint.source import tree
from tapelint.source.spelling import parse_expression
from tapelint.tape.domain.program import FunctionUnit
from tapelint.tape.domain.terms import Truth
from tapelint.tape.domain.values import (
    UNKNOWN,
    Array,
    Class,
    ContainerKind,
    Distribution,
    Instance,
    NoneValue,
    Number,
    Symbol,
    Text,
    Unknown,
    Value,
)
from tapelint.tape.interpreter.interface import Interpreter
from tapelint.tape.machine.machine import Machine
from tapelint.tape.models import (
    distributions,
    environments,
    module_parameters,
    objects,
    sequences,
)
from tapelint.torch_api.families import families

_KINDS = {
    **dict.fromkeys(
        ("list", "List", "Sequence", "MutableSequence", "Collection"), ContainerKind.LIST
    ),
    **dict.fromkeys(("tuple", "Tuple"), ContainerKind.TUPLE),
    **dict.fromkeys(("set", "Set", "frozenset", "FrozenSet"), ContainerKind.SET),
    **dict.fromkeys(("deque", "Deque"), ContainerKind.RING),
    **dict.fromkeys(("Iterable", "Iterator", "Generator"), ContainerKind.ITERATOR),
    **dict.fromkeys(("dict", "Dict", "Mapping", "MutableMapping"), ContainerKind.DICT),
    **dict.fromkeys(("OrderedDict", "DefaultDict", "defaultdict"), ContainerKind.DICT),
}
"""The generic types that promise a container, by their bare names."""
_FIRST_OF = frozenset({"Annotated", "ClassVar", "Final", "Required", "NotRequired"})
"""Generic types that say more about their first argument."""


class Annotations:
    """Turns types into values."""

    def __init__(self, machine: Machine, interpreter: Interpreter) -> None:
        self.machine = machine
        self.interpreter = interpreter

    def value_of(self, annotation: tree.Annotation | None) -> Value:
        """What an annotation promises."""
        if annotation is None:
            return UNKNOWN
        return self._annotated_value(annotation.annotation)

    def _annotated_value(self, node: tree.BaseExpression) -> Value:
        if isinstance(node, tree.SimpleString):
            written = parse_expression(node.raw_value)
            if written is None:
                return UNKNOWN
            node = written
        if isinstance(node, tree.BinaryOperation) and isinstance(node.operator, tree.BitOr):
            return self._one_of([node.left, node.right])
        if isinstance(node, tree.Subscript):
            return self._annotated_generic(node)
        if isinstance(node, (tree.Name, tree.Attribute)):
            value = self.interpreter.evaluate(node)
            if isinstance(value, Symbol):
                return self._value_of_type(value.name) or UNKNOWN
            if isinstance(value, Class):
                return self.example_of(value)
        return UNKNOWN

    def returned(self, unit: FunctionUnit) -> Value:
        """What a function promises to return, where its body does not tell."""
        node = unit.node
        return UNKNOWN if isinstance(node, tree.Lambda) else self.value_of(node.returns)

    def example_of(self, value: Class) -> Value:
        """An object of a class of the project. Nothing is executed for it."""
        if value.unit is None:
            return UNKNOWN
        if value.unit.example is not None:
            return value.unit.example
        made = self.interpreter.other_files.example_of(value.unit)
        if made is not None:
            return made
        self.machine.asked_early.append(value.unit)
        example = Instance(value.unit, self.machine.new_identity())
        for unit in reversed(value.unit.lineage):
            for name, default in unit.attributes.items():
                if isinstance(default, (Number, Text, NoneValue)):
                    self.machine.set_attribute(example, name, objects.of_any(default))
        return example

    def _one_of(self, nodes: Sequence[tree.BaseExpression]) -> Value:
        """The one type of a union that is not ``None``."""
        kept = [
            node for node in nodes if not (isinstance(node, tree.Name) and node.value == "None")
        ]
        return self._annotated_value(kept[0]) if len(kept) == 1 else UNKNOWN

    def _annotated_generic(self, node: tree.Subscript) -> Value:
        base = self.interpreter.evaluate(node.value)
        name = base.name.rsplit(".", 1)[-1] if isinstance(base, Symbol) else ""
        inner = [each.slice.value for each in node.slice if isinstance(each.slice, tree.Index)]
        if name == "Optional" and inner:
            return self._annotated_value(inner[0])
        if name == "Union":
            return self._one_of(inner)
        machine = self.machine
        if name in _FIRST_OF and inner:
            return self._annotated_value(inner[0])
        if name in {"tuple", "Tuple"} and inner and not isinstance(inner[-1], tree.Ellipsis):
            items = tuple(self._annotated_value(each) for each in inner)
            is_known = any(type(each) is not Unknown for each in items)
            return machine.new_container(ContainerKind.TUPLE, items) if is_known else UNKNOWN
        if name in _KINDS and inner:
            is_pair = _KINDS[name] is ContainerKind.DICT
            element = self._annotated_value(inner[-1] if is_pair else inner[0])
            if type(element) is Unknown:
                return UNKNOWN
            return machine.new_container(_KINDS[name], rest=(element,))
        return self._value_of_type(base.name) or UNKNOWN if isinstance(base, Symbol) else UNKNOWN

    def _value_of_type(self, name: str) -> Value | None:
        """A value of a type of torch's or numpy's."""
        machine = self.machine
        of_torch = name.removeprefix("torch.")
        if of_torch in families().float_tensors or name == "torch.autograd.Variable":
            return machine.new_tensor(None, Truth.UNKNOWN, Truth.UNKNOWN)
        if name == "torch.nn.Parameter":
            return machine.new_tensor(None, Truth.UNKNOWN, Truth.YES, is_parameter=True)
        if of_torch in families().whole_number_tensors:
            return machine.new_tensor(None, Truth.NO, Truth.YES)
        if name == sequences.PACKED:
            return sequences.of(machine, None)
        if name in {"numpy.ndarray", "numpy.typing.NDArray"}:
            return Array()
        if name in {"builtins.float", "builtins.int", "builtins.bool"}:
            return Number()
        if module_parameters.is_module_class(name):
            return machine.new_object(name)
        if environments.is_environment_class(name):
            return machine.new_object(environments.KIND)
        if distributions.is_distribution_class(name):
            return Distribution(name.rsplit(".", 1)[-1])
        return None

    def instance_of(self, kinds: Value) -> Value | None:
        """What ``isinstance(value, kinds)`` tells where it holds."""
        machine = self.machine
        record = machine.container_record(kinds)
        if record is not None:
            values = [self.instance_of(each) for each in record.held]
            known = [value for value in values if value is not None]
            if len(known) != len(values) or not known:
                return None
            return known[0] if all(type(each) is type(known[0]) for each in known) else None
        if isinstance(kinds, Symbol):
            return self._value_of_type(kinds.name)
        return None
