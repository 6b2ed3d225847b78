"""Which shapes tensors have, as far as code tells."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import Final, NamedTuple

from tapelint.analyses.shapes.expressions import operands_of
from tapelint.core.autograd.events import Cut, Operation
from tapelint.core.autograd.graph import Tensor
from tapelint.core.domain.alternatives import Either
from tapelint.core.domain.fields import Contents, Field
from tapelint.core.domain.objects import ITEMS, Collection, Dictionary, Instance, Numbered
from tapelint.core.domain.values import NONE, Const, Item, Symbol, Unknown, Value
from tapelint.core.machine.events import Evaluated, Taken
from tapelint.core.machine.machine import Machine
from tapelint.core.models.torch.modules import GIVEN
from tapelint.core.models.torch.operations import Number
from tapelint.torch_api.families import families
from tapelint.torch_api.knowledge import knowledge
from tapelint.torch_api.reinforcement_names import (
    speaks_of_discounts,
    speaks_of_ends,
    speaks_of_rewards,
)
from tapelint.torch_api.shape_arguments import Argument, Given, Index, Result, Unseen
from tapelint.torch_api.shape_effects import EFFECTS, MORE, counted, elementwise, indexed
from tapelint.torch_api.shape_table import GIVEN_SIZES, VECTORS, shape_table
from tapelint.torch_api.shapes import NUMBER, Lead, Place, Shape, Size


def _same(contents: Contents[Result]) -> Result:
    """A shape that is the same on all ways; what is told twice rests on both."""
    first = contents[0][0]
    return first if all(each == first for each, _ in contents) else None


SHAPE: Final = Field[Result]("shape", None, _same)
"""The shape of a tensor, or those of several results; ``None`` where nobody knows."""
_FUNCTIONAL: Final = "torch.nn.functional."
_REDUCTION: Final = "reduction"
_NEWAXIS: Final = "numpy.newaxis"
_HOLDING: Final = frozenset({"Parameter", "Buffer"})
"""Classes of tensors over the memory of another one."""
_LOADING: Final = "torch.utils.data."
_OTHER_BATCHES: Final = frozenset({"batch_sampler", "collate_fn"})
"""Arguments of a loader that may give batches of another form; a size of none as well."""
_FLATTENED: Final = "flattened"
_SEVERAL: Final = ("tuple", "list")
_RESULTS: Final = (Tensor, Unknown, Either, Collection)


class Learned(NamedTuple):
    """What some code shows of a shape.

    Attributes:
        at: The code.
        of: The expression that has the shape.
        what: What it is.
    """

    at: ast.expr
    of: ast.expr
    what: str


ONE_NUMBER: Final = "one number for each step"
A_NUMBER: Final = "a number"
"""What names tell."""


class Loss(NamedTuple):
    """A loss that is computed of two tensors.

    Attributes:
        name: The function, by its name in the table.
        operands: The first two values.
        shapes: Their shapes.
    """

    name: str
    operands: tuple[Value, Value]
    shapes: tuple[Shape | None, Shape | None]


class Tracking:
    """Keeps shapes while a machine runs.

    Attributes:
        made: Where each value was made whose shape is known.
    """

    def __init__(self, machine: Machine) -> None:
        """Listen to a machine that has not run yet."""
        self._machine: Final = machine
        self.made: Final[dict[Value, ast.AST]] = {}
        machine.listen(Operation, self._operated)
        machine.listen(Cut, self._cut)
        machine.listen(Evaluated, self._evaluated)
        machine.listen(Taken, self._taken)
        self._rows: Final[dict[Value, tuple[Shape, ...]]] = {}

    # What is known.

    def of(self, value: Value) -> Shape | None:
        """The shape of a value; ``None`` for what is none, or may be one of several."""
        if isinstance(value, Either):
            several = {self.of(one) for one, _ in self._machine.alternatives(value)}
            return several.pop() if len(several) == 1 else None
        if isinstance(value, Const):
            return NUMBER if isinstance(value.v, (int, float)) else None
        if isinstance(value, Number):
            return NUMBER
        if not isinstance(value, (Tensor, Unknown)):
            return None
        told = self._told(value)
        if told is None:
            return Shape((), Lead(value, 0))
        return told if isinstance(told, Shape) else None

    def _told(self, value: Tensor | Unknown) -> Result:
        told = self._machine.state.get(value, SHAPE)
        if told is None and isinstance(value, Unknown) and len(value.of) == 2:
            hint, source = value.of  # a part of what an operation has given
            if isinstance(source, Unknown) and isinstance(hint, str) and hint[:1] == "[":
                return self._part(source, hint[1:-1])
        return told

    def _part(self, source: Unknown, at: str) -> Result:
        several = self._machine.state.get(source, SHAPE)
        if isinstance(several, tuple) and not isinstance(several, Shape) and at.isdigit():
            return several[int(at)] if int(at) < len(several) else None
        return None

    def is_known(self, value: Value) -> bool:
        """Whether a value is known to be a tensor with a shape, or a number."""
        if isinstance(value, Unknown) and not isinstance(value, Number):
            return isinstance(self._told(value), Shape)
        return self.of(value) is not None

    def argument(self, value: Value) -> Argument:
        """What an operation is given, as effects are told it."""
        if isinstance(value, Const):
            return value.v
        if isinstance(value, Symbol):
            is_setting = value.path.startswith("torch.") or value.path == _NEWAXIS
            return None if is_setting else Unseen(value)
        if isinstance(value, Collection) and value.kind in (*_SEVERAL, "slice"):
            items = self._machine.state.get(value, ITEMS)
            known = tuple(map(self.argument, items.known))
            if value.kind == "slice":
                return Index(known)
            return known if items.rest is None else (*known, self.argument(items.rest), MORE)
        if isinstance(value, Numbered):
            length = value.length
            return Shape((length.v if isinstance(length, Const) else Place(length, -1),))
        return self.of(value) if self.is_known(value) else Unseen(value)

    def given(self, node: ast.AST, several: Iterable[Value], words: Mapping[str, Value]) -> Given:
        """What an operation is given: the first is a tensor, whatever is known of it."""
        values = list(several)
        first: list[Argument] = []
        if values and isinstance(values[0], (Tensor, Unknown, Either)):
            shape = self.of(values.pop(0))
            first = [Unseen(node) if shape is None else shape]
        named = {name: self.argument(each) for name, each in words.items()}
        return Given(node, [*first, *map(self.argument, values)], named)

    def is_told(self, value: Value) -> bool:
        """Whether anything is known of a shape."""
        shape = self.of(value)
        return shape is not None and (bool(shape.sizes) or shape.lead != Lead(value, 0))

    def learn(self, loss: Loss, node: ast.AST) -> None:
        """A loss takes two tensors of one shape: where nothing is known of one, it has that."""
        nodes = operands_of(node)
        for at, value in enumerate(loss.operands):
            shape = loss.shapes[1 - at]
            if shape is not None and isinstance(value, (Tensor, Unknown)):
                is_open = not self.is_told(value) and self.is_told(loss.operands[1 - at])
                if is_open and nodes is not None and isinstance(node, ast.expr):
                    learned = Learned(node, nodes[at], "of one shape with what it is compared to")
                    own = Shape(shape.sizes, shape.lead, shape.why | {learned})
                    self._machine.state.put(value, SHAPE, own)

    # What happens.

    def put(self, value: Value, shape: Result, node: ast.AST) -> None:
        """Keep the shape of a result."""
        state = self._machine.state
        several = shape if isinstance(shape, tuple) and not isinstance(shape, Shape) else None
        for one, _ in self._machine.alternatives(value):
            if isinstance(one, Collection) and several is not None:
                for each, own in zip(state.get(one, ITEMS).known, several, strict=False):
                    self.put(each, own, node)
            elif isinstance(one, (Tensor, Unknown)):
                if shape is not None or state.get(one, SHAPE) is not None:
                    state.put(one, SHAPE, shape)
                self.made[one] = node

    def _operated(self, event: Operation) -> None:
        """An attribute that is a view, and what a loop takes of a tensor."""
        if event.name in families().attribute_views and len(event.operands) == 1:
            effect = EFFECTS["transposed"] if event.name == "T" else None
            given = self.given(event.node, event.operands, {})
            self.put(event.result, effect(given) if effect else None, event.node)
        elif event.name == "unbind" and not isinstance(event.node, ast.Call):
            shape = self.of(event.operands[0])
            is_plain = shape is not None and shape.lead is None and shape.sizes
            rows = shape.with_sizes(*shape.sizes[1:]) if shape is not None and is_plain else None
            self.put(event.result, rows, event.node)

    def _cut(self, event: Cut) -> None:
        """``.data`` has the same shape."""
        if isinstance(event.node, ast.Attribute):
            self.put(event.result, self.of(event.given), event.node)

    def _taken(self, event: Taken) -> None:
        """A batch of a loader."""
        rows = self._rows.get(event.of)
        if rows is not None and isinstance(event.item, Unknown):
            self._machine.state.put(event.item, SHAPE, rows)

    def _loads(self, path: str, event: Evaluated) -> None:
        """A dataset of tensors, or a loader of its rows in batches."""
        name, given = path.rpartition(".")[2], event.given
        if name == "TensorDataset":
            shapes = [self.of(each) for each in given.positional]
            known = [each for each in shapes if each is not None and each.sizes]
            if len(known) == len(shapes) and all(each.lead is None for each in known):
                self._rows[event.result] = tuple(known)
        elif name == "DataLoader" and not given.keywords.keys() & _OTHER_BATCHES:
            of, size = given.get(0, "dataset"), given.get(1, "batch_size")
            rows = None if of is None or size == NONE else self._rows.get(of)
            if rows is not None:
                length = Place(event.result, -1)
                self._rows[event.result] = tuple(
                    each.with_sizes(length, *each.sizes[1:]) for each in rows
                )

    def _evaluated(self, event: Evaluated) -> None:
        if event.given.is_open or not isinstance(event.result, _RESULTS):
            return
        plain = event.name.rstrip("_") if event.name not in knowledge().spellings else event.name
        given = event.given.all
        if event.result is event.of or event.result in given:
            if event.name not in knowledge().inplace_metadata_methods:
                return
            event = Evaluated(event.node, plain, event.of, event.given, event.result)
        shape = self._shape(event)
        if shape is not None or event.result is event.of:
            self.put(event.result, shape, event.node)

    def _shape(self, event: Evaluated) -> Result:
        """The shape of what was evaluated."""
        if event.name == "[]":
            return self._indexed(event)
        if event.name:
            name = event.name
            return self._by_table(name, event.node, [event.of, *event.given.positional], event)
        if isinstance(event.of, Symbol):
            return self._called(event.of.path, event)
        return self._of_layer(event.of, event) if isinstance(event.of, Instance) else None

    def _by_table(
        self, name: str, node: ast.AST, several: Iterable[Value], event: Evaluated
    ) -> Result:
        values = list(several)
        effect = EFFECTS.get(shape_table().effects.get(name, ""))
        if effect is None or not values:
            return None
        if isinstance(values[0], (Symbol, Instance)):
            return None
        if isinstance(values[0], Unknown) and event.name and not self._is_tensor(name, values[0]):
            return None
        if isinstance(node, ast.BinOp) and effect is elementwise:
            operands = [self.number(each, node, at) for at, each in enumerate(values)]
            return effect(Given(node, operands, {}))
        return effect(self.given(node, values, event.given.keywords))

    def _is_tensor(self, name: str, value: Unknown) -> bool:
        """Whether something unknown may be taken for a tensor by what is done with it."""
        if name in knowledge().tensor_methods:
            return True
        return self.is_known(value)

    def _called(self, path: str, event: Evaluated) -> Result:
        """What a function of torch gives."""
        if not path.startswith("torch."):
            return None
        if path.startswith(_LOADING):
            self._loads(path, event)
            return None
        name, given = path.rpartition(".")[2], event.given
        if name in knowledge().loss_functions and path.startswith(_FUNCTIONAL):
            return self._lost(given.keywords.get(_REDUCTION), event)
        if path.rpartition(".")[0] == "torch":
            if name in families().shaped or name in VECTORS or name in GIVEN_SIZES:
                return self._sized(name, event)
            if name in families().from_data and given.positional:
                return self._from_data(name, given.positional[0], event.node)
        if name in _HOLDING and path.startswith("torch.nn.") and given.positional:
            return self.of(given.positional[0])
        return self._by_table(name, event.node, given.positional, event)

    def _sized(self, name: str, event: Evaluated) -> Result:
        """``torch.zeros(n, 3)``, ``torch.randint(0, 5, (n, 3))``, ``torch.arange(n)``."""
        given = event.given
        several = list(map(self.argument, given.positional))
        if "size" in given.keywords:
            several = [self.argument(given.keywords["size"])]
        if name in VECTORS:
            is_length = len(several) == 1 and isinstance(several[0], (int, Unseen))
            return Shape((several[0] if is_length else Place(event.node, -1),))
        listed = [each for each in several if type(each) is tuple]
        sizes = list(listed[0]) if len(listed) == 1 else several
        if not listed and name not in families().shaped:
            return None
        if not all(isinstance(each, (int, Unseen)) for each in sizes) or not sizes:
            return None
        if not listed and len(sizes) == 1 and isinstance(sizes[0], Unseen):
            return None  # a size, or several
        return Shape(tuple(sizes))

    def _from_data(self, name: str, data: Value, node: ast.AST) -> Result:
        """``torch.tensor([1.0, 2.0])``."""
        if isinstance(data, Const) and name not in ("tensor", "as_tensor"):
            return None  # a size
        if isinstance(data, Collection) and data.kind in _SEVERAL:
            return counted(self.argument(data)) or self._named(data, node)
        return self.of(data) if self.is_known(data) else None

    def _indexed(self, event: Evaluated) -> Result:
        of, key = event.of, event.given.positional[0]
        if isinstance(of, Unknown) and isinstance(key, Const) and isinstance(key.v, int):
            told = self._told(of)
            if isinstance(told, tuple) and not isinstance(told, Shape):
                return told[key.v] if -len(told) <= key.v < len(told) else None
        if not isinstance(of, (Tensor, Unknown)):
            return None
        shape = self.of(of)
        is_matrix = isinstance(key, Collection) and key.kind == "tuple"
        if shape is None or (not is_matrix and not self.is_known(of)):
            return None
        return indexed(shape, self.argument(key), event.node)

    # What only names tell.

    def _named(self, data: Value, node: ast.AST) -> Shape | None:
        """A list of rewards, or of ends of episodes: one number for each."""
        first = node.args[0] if isinstance(node, ast.Call) and node.args else None
        item = first.elt if isinstance(first, ast.ListComp) else first
        if item is None or not isinstance(data, Collection) or not isinstance(node, ast.expr):
            return None
        names = {each.id for each in ast.walk(item) if isinstance(each, ast.Name)}
        text = item.attr if isinstance(item, ast.Attribute) else " ".join(names)
        if not (speaks_of_rewards(text) or speaks_of_ends(text)):
            return None
        return Shape((Place(data, -1),), None, frozenset([Learned(node, item, ONE_NUMBER)]))

    def number(self, value: Value, node: ast.AST, at: int) -> Argument:
        """An operand of an operator; one that is called a discount is a number."""
        nodes = operands_of(node)
        if isinstance(value, Unknown) and not self.is_known(value) and nodes is not None:
            if speaks_of_discounts(ast.unparse(nodes[at])) and isinstance(node, ast.expr):
                return Shape((), None, frozenset([Learned(node, nodes[at], A_NUMBER)]))
        return self.argument(value)

    # Layers and losses.

    def _of_layer(self, layer: Instance, event: Evaluated) -> Result:
        name, table = self.layer(layer), shape_table()
        given = event.given
        if name in knowledge().modules and name in self._losses:
            return self._lost(self.setting(layer, _REDUCTION), event)
        first = given.get(0, "input")
        shape = None if first is None else self.of(first)
        if shape is None:
            return None
        if name in table.features:
            opened = shape.opened(1)
            size = self.setting(layer, table.features[name])
            if opened is None or size is None:
                return None
            last: Size = size.v if isinstance(size, Const) else Place(size, -1)
            return opened.with_sizes(*opened.sizes[:-1], last)
        effect = table.layers.get(name, "")
        several: list[Argument] = [shape]
        if effect == _FLATTENED:  # a batch is left as it is, unless that is said
            said = [self.setting(layer, each) for each in ("start_dim", "end_dim")]
            places = zip(said, (1, -1), strict=True)
            several += [own if each is None else self.argument(each) for each, own in places]
        return EFFECTS[effect](Given(event.node, several, {})) if effect else None

    @cached_property
    def _losses(self) -> Mapping[str, str]:
        """The classes of losses, each with its function."""
        losses = knowledge().loss_functions
        modules = knowledge().modules.items()
        return {name: each.operation for name, each in modules if each.operation in losses}

    def layer(self, value: Value) -> str:
        """The class of ``torch.nn`` that a value is an object of; "" for another."""
        cls = value.cls if isinstance(value, Instance) else None
        path = cls.path if isinstance(cls, Symbol) else ""
        return path.rpartition(".")[2] if path.startswith("torch.nn.") else ""

    def setting(self, layer: Instance, name: str) -> Value | None:
        """What a layer was made with."""
        held = self._machine.state.get(layer, GIVEN)
        found = held.cells.get(Item(name)) if isinstance(held, Dictionary) else None
        return found if isinstance(found, Value) else None

    def loss(self, event: Evaluated) -> Loss | None:
        """The loss that was computed, if it is one."""
        name = ""
        if isinstance(event.of, Symbol) and event.of.path.startswith(_FUNCTIONAL):
            name = event.of.path.rpartition(".")[2]
        elif isinstance(event.of, Instance):
            name = self._losses.get(self.layer(event.of), "")
        one, other = event.given.get(0, "input"), event.given.get(1, "target")
        if event.name or name not in knowledge().loss_functions or one is None or other is None:
            return None
        return Loss(name, (one, other), (self.of(one), self.of(other)))

    def _lost(self, reduction: Value | None, event: Evaluated) -> Result:
        """What a loss gives: a number, or one for each number."""
        words = event.given.keywords.keys() & {"reduce", "size_average"}
        if words or (reduction is not None and not isinstance(reduction, Const)):
            return None
        if reduction is None or reduction.v != "none":
            return NUMBER
        several = [self.argument(each) for each in event.given.positional[:2]]
        return elementwise(Given(event.node, several, {}))
