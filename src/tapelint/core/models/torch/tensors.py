"""Tensors: attributes, methods, operators, items."""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Final

from tapelint.core.autograd import events
from tapelint.core.autograd.events import Cut, Replaced, Switched
from tapelint.core.autograd.graph import (
    CHANGES,
    FILLED,
    GRAD,
    HISTORY,
    IS_LEAF,
    REQUIRES_GRAD,
    SINCE,
    Tensor,
)
from tapelint.core.autograd.recording import HAS_RUN
from tapelint.core.domain.alternatives import Condition, Either, one_of
from tapelint.core.domain.certainty import MAYBE, NO, YES, Certainty, any_of
from tapelint.core.domain.fields import Field, Items, join_certainty
from tapelint.core.domain.objects import ITEMS, Bound, Collection
from tapelint.core.domain.predicate import Guard
from tapelint.core.domain.predicates import DOUBTFUL
from tapelint.core.domain.values import FALSE, NONE, TRUE, UNBOUND, Const, Unknown, Value
from tapelint.core.machine.machine import Machine
from tapelint.core.machine.protocol import Arguments
from tapelint.core.models.kind import Kind, identity, registering
from tapelint.core.models.python.unknowns import Unknowns
from tapelint.core.models.torch.operations import (
    DataOfUnknown,
    Number,
    Operations,
    is_whole_number_type,
)
from tapelint.torch_api.families import families
from tapelint.torch_api.gradient_calls import BACKWARD_PARAMETERS
from tapelint.torch_api.knowledge import knowledge
from tapelint.torch_api.same_or_other import COPY_REORDERED

Method = Callable[["Tensors", Tensor, Arguments, ast.AST], Value]
_TENSORS: Final = frozenset({"torch.Tensor", "torch.autograd.Variable", "builtins.object"})
_GRADIENTS: Final = (GRAD, "_grad")
"""The names of the gradient; by the second one, workers give theirs to shared networks."""
BACKWARD: Final = "backward"
"""It shows a history of one of the tensors that its root may be, and not of each."""
MOST_VIEWS: Final = 8
"""So many views of one tensor are told apart."""
METHODS: Final[dict[str, Method]] = {}
"""The methods that are no plain operations."""
method = registering(METHODS)


class Gradient(Unknown):
    """What a tensor's ``.grad`` may hold: ``None``, or a tensor.

    Attributes:
        tensor: The tensor.
    """

    __slots__ = ("tensor",)

    def __init__(self, tensor: Tensor) -> None:
        super().__init__("grad")
        self.tensor: Final = tensor


_RECORDED: Final = "autograd records where its gradient is used"


class Gradients(Unknowns):
    """Gradients of which nobody knows whether they are there."""

    def __init__(self, world: Machine, operations: Operations) -> None:
        super().__init__(world)
        self.autograd: Final = operations.autograd

    def attribute(self, obj: Unknown, name: str, node: ast.AST) -> Value:
        """``.data`` is a tensor's, if it is there."""
        if name == "data" and isinstance(obj, Gradient):
            if self.world.hears(events.DataRead):
                self.world.emit(events.DataRead(node, obj.tensor))
            return DataOfUnknown(node, self.world.state.tick(), is_named=True)
        return super().attribute(obj, name, node)

    def operate(
        self, operator: str, left: Value, right: Value | None, node: ast.AST
    ) -> Value | None:
        """Who computes with one knows that its tensor is a leaf that has got it.

        Where nothing shows that autograd records, the gradient may be used where it does not.
        """
        has_run = self.world.state.get(self.autograd.mode, HAS_RUN)
        for each in (left, right):
            if isinstance(each, Gradient):
                told = [has_run, MAYBE.assuming(_RECORDED), self.autograd.requires(each.tensor)]
                self.world.state.put(each.tensor, REQUIRES_GRAD, any_of(told))
                self.world.state.put(each.tensor, IS_LEAF, YES)
        return None


class Tensors(Kind[Tensor]):
    """Tensors."""

    joint_methods = frozenset({BACKWARD})

    joint = True

    def __init__(self, world: Machine, operations: Operations) -> None:
        super().__init__(world)
        self.operations: Final = operations
        self.autograd: Final = operations.autograd

    def attribute(self, obj: Tensor, name: str, node: ast.AST) -> Value:
        """An attribute; a method that is not called yet."""
        if name == "data":
            return self.cut(obj, self.autograd.alias(obj, node, counts=False), node)
        if name in _GRADIENTS:
            held = self.world.state.attribute(obj, GRAD)
            if held is UNBOUND:
                held = Gradient(obj)
                self.world.state.discover(obj, GRAD, held)
            return held
        if name == "requires_grad":
            return self._told(obj, self.autograd.requires(obj), holds=True)
        if name == "is_leaf":
            return self._told(obj, self.world.state.get(obj, IS_LEAF), holds=False)
        if name in families().attribute_views:
            return self.autograd.view(obj, name, node)
        known = knowledge()
        if name in known.tensor_methods or f"torch.Tensor.{name}" in known.spellings:
            return Bound(obj, name)
        if _augmenting(name):
            return Bound(obj, name)
        return self.world.derived(name, obj)

    def _told(self, obj: Tensor, certainty: Certainty, holds: bool) -> Value:
        """Whether it requires grad, or does not; of a leaf both may be."""
        several = self.autograd.needed(obj)
        is_told = len(several) == 1 and (holds or not self.autograd.may_be_leaf(obj))
        if certainty in (YES, NO) or not is_told:
            return self.autograd.told(certainty)
        (needed,) = several
        true, false = frozenset([needed]), frozenset([~needed])
        return Condition(true, false) if holds else Condition(false, true)

    def set_attribute(self, obj: Tensor, name: str, value: Value, node: ast.AST) -> None:
        """``requires_grad``, ``grad`` and ``data`` can be set."""
        if name == "requires_grad":
            self.set_requires(obj, value, node)
        elif name == "data":
            if self.world.hears(Replaced):
                self.world.emit(Replaced(node, [obj]))
            self.autograd.exchange(obj, value, node)
        elif name in _GRADIENTS:
            self.world.state.set_attribute(obj, GRAD, value)
            self.world.state.put(obj, FILLED, NO)

    def cut(self, given: Value, result: Value, node: ast.AST) -> Value:
        """What has the numbers of a tensor without its history, which listeners are told."""
        if self.world.hears(Cut):
            self.world.emit(Cut(node, given, result))
        return result

    def set_requires(self, tensor: Tensor, value: Value, node: ast.AST) -> None:
        """A leaf requires grad from here on, or does not."""
        state = self.world.state
        is_leaf = state.get(tensor, IS_LEAF)
        if is_leaf.may:
            told = Certainty.of(self.world.is_true(value))
            state.put(tensor, REQUIRES_GRAD, told)
            state.put(tensor, SINCE, state.tick())
            if not is_leaf.must:  # it may have the history that it has, or be a leaf
                history = state.get(tensor, HISTORY)
                state.put(tensor, HISTORY, one_of(history, NONE))
            if self.world.hears(Switched):
                self.world.emit(Switched(node, tensor))

    def is_lasting(self, obj: Tensor) -> bool:
        """Modules keep their parameters."""
        return obj.is_parameter

    def is_a(self, obj: Tensor, path: str) -> bool | None:
        """A tensor is one, also by its old name."""
        if path in _TENSORS:
            return True
        if path.rpartition(".")[2] == "Parameter":
            return obj.is_parameter
        return False if path.startswith("builtins.") else None

    def truth(self, obj: Tensor) -> bool | Value:
        """Its number says it, whatever that is."""
        return self.world.derived("truth", obj, len(self.world.state.get(obj.storage, CHANGES)))

    def items(self, obj: Tensor, node: ast.AST) -> Items | None:
        """Its rows: views."""
        return Items(
            (self.autograd.view(obj, "unbind", node),), self.autograd.view(obj, "unbind", node)
        )

    # Operators.

    def operate(
        self, operator: str, left: Value, right: Value | None, node: ast.AST
    ) -> Value | None:
        """An operator is an operation."""
        given = [left] if right is None else [left, right]
        for each in given:
            if isinstance(each, (Collection,)) or each == NONE:
                return self.world.unknown(operator)
        reflected = right is not None and not self.operations.is_tensor(left)
        if reflected and f"torch.Tensor.__r{operator}__" in knowledge().spellings:
            path = f"torch.Tensor.__r{operator}__"
            return self.operations.spelled(path, Arguments(given[::-1]), node)
        return self.operations.spelled(f"operator.{operator}", Arguments(given), node)

    def augment(self, operator: str, left: Tensor, right: Value, node: ast.AST) -> Value | None:
        """``x += y`` changes the tensor itself."""
        if operator == "matmul":
            return None
        known = knowledge().spellings.get(f"operator.{operator}", (operator, 0))
        others = [right] if self.operations.may_be_tensor(right) else []
        self.operations.change(left, f"{known[0]}_", others, node, "operator", given=[right])
        return left

    def compare(self, operator: str, left: Value, right: Value, node: ast.AST) -> Value | None:
        """``<`` gives a tensor; ``is`` does not."""
        several = isinstance(left, Either) or isinstance(right, Either)
        if operator in ("is", "is not", "in", "not in"):
            return None if several else identity(operator, left, right)
        if left == NONE or right == NONE:
            return Const(operator == "ne")
        return self.operations.spelled(f"operator.{operator}", Arguments([left, right]), node)

    # Items.

    def subscript(self, obj: Tensor, key: Value, node: ast.AST) -> Value:
        """A view, or a copy where a tensor or a list is the index."""
        for part in self._parts(key):
            if isinstance(part, Tensor) and self.world.state.get(part, IS_NUMBER).may:
                continue
            if self.operations.is_tensor(part):
                return self._indexed("getitem_index", [obj, part], node)
            if isinstance(part, Collection) and part.kind == "list":
                return self._indexed("getitem_list", [obj], node)
        made = self.autograd.view(obj, "getitem_basic", node)
        if made.data_of is not None and any(isinstance(each, Unknown) for each in self._parts(key)):
            made.data_of = made.data_of._replace(may_be_copy=True)
        return made

    def _indexed(self, row: str, operands: list[Value], node: ast.AST) -> Value:
        return self.autograd.operation(row, operands, node, knowledge().operations[row])

    def _parts(self, key: Value) -> tuple[Value, ...]:
        if isinstance(key, Collection) and key.kind == "tuple":
            return self.world.state.get(key, ITEMS).all
        return (key,)

    def set_subscript(
        self, obj: Tensor, key: Value, value: Value, operator: str, node: ast.AST
    ) -> None:
        """A change in place; what ``x[i] += y`` has changed is only put back."""
        if operator and isinstance(value, Tensor) and value.storage is obj.storage:
            return
        indices = [each for each in self._parts(key) if self.operations.is_tensor(each)]
        row = "setitem_index" if indices else "setitem_basic"
        others = [*indices[:1], value]
        if all(map(self._is_whole, self._parts(key))):
            row = "copy_"  # of the tensor itself, and not of a view
        self.operations.change(obj, "[...] =", others, node, "index", row)

    def _is_whole(self, key: Value) -> bool:
        """Whether an index takes all there is: ``:`` or ``...``."""
        if not isinstance(key, Collection) or key.kind != "slice":
            return key == Const(...)
        return set(self.world.state.get(key, ITEMS).all) == {NONE}

    # Methods.

    def call_method(self, obj: Tensor, name: str, given: Arguments, node: ast.AST) -> Value:
        """A method: one of those below, a change in place, a view, or an operation."""
        known = knowledge()
        if obj.is_reordered and name in COPY_REORDERED:
            return self.autograd.operation("clone", [obj], node, known.operations["clone"])
        special = METHODS.get(name)
        if special is not None:
            return special(self, obj, given, node)
        if name in known.inplace_methods or name in known.inplace_metadata_methods:
            return self._changed(obj, name, given, node)
        if name in families().several_views or name == "unbind":
            parts = self._views(obj, name, given, node)
            return Collection("tuple", parts, self.world.state.tick())
        if name in known.views:
            return self.autograd.view(obj, name, node)
        if name in families().descriptions:
            return self.world.derived(name, obj, *given.all)
        if name in families().queries:
            return self.world.unknown(name)
        augmented = _augmenting(name)
        if augmented and given.positional:
            result = self.augment(augmented, obj, given.positional[0], node)
            return obj if result is None else result
        path = f"torch.Tensor.{name}"
        result = self.operations.spelled(path, given.behind(obj), node)
        if result is not None:
            return result
        if name in known.tensor_methods:
            operands = [obj, *self.operations.operands(given)]
            return self.autograd.operation(name, operands, node, None)
        return self.world.unknown(name)

    def _views(self, obj: Tensor, name: str, given: Arguments, node: ast.AST) -> Items:
        """Several views; how many of them if that is said: ``chunk(2)``."""
        count = given.get(0, "chunks") if name == "chunk" else None
        number = count.v if isinstance(count, Const) else None
        if not isinstance(number, int) or not 0 < number <= MOST_VIEWS:
            return Items((), self.autograd.view(obj, name, node))
        return Items(tuple(self.autograd.view(obj, name, node) for _ in range(number)))

    def call_jointly(self, several: Value, name: str, given: Arguments, node: ast.AST) -> Value:
        """``backward``."""
        frees, creates = kept(self.world, given, 1)
        until = given.get(3, "inputs")
        self.autograd.backward(several, node, frees, until, creates=creates)
        return NONE

    def _changed(self, obj: Tensor, name: str, given: Arguments, node: ast.AST) -> Value:
        facts = knowledge().inplace_operations.get(name)
        if facts is None:
            others = [each for each in given.all if self.operations.may_be_tensor(each)]
        else:
            places = zip(facts.positions[1:], facts.parameters[1:], strict=True)
            missing = self.world.unknown("argument") if given.is_open else NONE
            others = [given.get(at - 1, word) or missing for at, word in places]
        # What is open may be a number or a tensor, of which other things are saved.
        self.operations.change(
            obj, name, others, node, "method", is_open=given.is_open, given=given.all
        )
        return obj


@method("detach")
def _detach(self: Tensors, obj: Tensor, given: Arguments, node: ast.AST) -> Value:
    return self.cut(obj, self.autograd.alias(obj, node, counts=True), node)


@method("detach_")
def _detach_in_place(self: Tensors, obj: Tensor, given: Arguments, node: ast.AST) -> Value:
    state = self.world.state
    state.put(obj, HISTORY, NONE)
    state.put(obj, REQUIRES_GRAD, NO)
    state.put(obj, IS_LEAF, YES)
    if self.world.hears(Switched):
        self.world.emit(Switched(node, obj))
    return obj


@method("requires_grad_")
def _requires_grad(self: Tensors, obj: Tensor, given: Arguments, node: ast.AST) -> Value:
    self.set_requires(obj, given.get(0, "requires_grad") or TRUE, node)
    return obj


@method(BACKWARD)
def _backward(self: Tensors, obj: Tensor, given: Arguments, node: ast.AST) -> Value:
    return self.call_jointly(obj, BACKWARD, given, node)


@method("tolist", "numpy", "__array__")
def _numbers(self: Tensors, obj: Tensor, given: Arguments, node: ast.AST) -> Value:
    return self.world.unknown("numbers")


@method("item")
def _number(self: Tensors, obj: Tensor, given: Arguments, node: ast.AST) -> Value:
    return self.cut(obj, Number("number", self.world.state.tick()), node)


@method("to", "type", "contiguous", "cuda", "cpu", "float", "double")
def _moved(self: Tensors, obj: Tensor, given: Arguments, node: ast.AST) -> Value:
    """A copy, where something has to change; as if it had."""
    row = "long" if any(map(is_whole_number_type, given.all)) else "to"
    return self.autograd.operation(row, [obj], node, knowledge().operations[row])


@method("new_zeros", "new_ones", "new_full", "new_empty", "new_tensor")
def _new(self: Tensors, obj: Tensor, given: Arguments, node: ast.AST) -> Value:
    return made(self.operations, given, node)


@method("retain_grad")
def _retain_grad(self: Tensors, obj: Tensor, given: Arguments, node: ast.AST) -> Value:
    """Its gradient does not tell that it is a leaf."""
    if not self.world.state.get(obj, IS_LEAF).must:
        self.world.state.set_attribute(obj, GRAD, self.world.unknown("grad"))
    return NONE


@method("share_memory_")
def _itself(self: Tensors, obj: Tensor, given: Arguments, node: ast.AST) -> Value:
    return obj


@method("register_hook")
def _nothing(self: Tensors, obj: Tensor, given: Arguments, node: ast.AST) -> Value:
    return self.world.unknown("hook")


IS_NUMBER: Final = Field("is a number", NO, join_certainty)
"""Whether a tensor has no dimension, so that as an index it is read at once."""


def made(operations: Operations, given: Arguments, node: ast.AST) -> Value:
    """A new leaf, which requires grad if that is said."""
    wanted = given.keywords.get("requires_grad")
    told = NO if wanted is None else Certainty.of(operations.world.is_true(wanted))
    return operations.autograd.leaf(node, told)


def kept(world: Machine, given: Arguments, at: int) -> tuple[Guard | None, Certainty]:
    """On which ways a backward frees the graph, and whether it makes one of the gradients."""
    keeps, creates = given.get(at, "retain_graph"), given.get(at + 1, "create_graph") or FALSE
    frees = world.truth(creates if keeps is None or keeps == NONE else keeps)[1]
    if frees is not None and (given.is_open or not given.keywords.keys() <= BACKWARD_PARAMETERS):
        frees |= DOUBTFUL
    return frees, Certainty.of(world.is_true(creates))


def _augmenting(name: str) -> str:
    """The operator of ``__iadd__``; "" for another name."""
    word = name.strip("_")
    is_special = name.startswith("__i") and name.endswith("__")
    return word[1:] if is_special and f"operator.{word[1:]}" in knowledge().spellings else ""
