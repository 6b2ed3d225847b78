"""What layers give of which nobody knows what they do; it may have parts."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from typing import Final

from tapelint.core.autograd.backward import Autograd
from tapelint.core.autograd.graph import HISTORY, UNSEEN_LAYERS, Node, Tensor
from tapelint.core.domain.certainty import YES, Certainty
from tapelint.core.domain.fields import Items
from tapelint.core.domain.values import UNBOUND, Const, Item, Unknown, Value
from tapelint.core.machine.protocol import Arguments
from tapelint.core.models.torch.tensors import Tensors
from tapelint.torch_api.knowledge import knowledge

_FIRST: Final = Item(Const(0))
MOST_PARTS: Final = 4
"""So many parts of what a network gives are told apart."""


class Output(Tensor):
    """What an unknown network gives: a tensor, several of them, or an object that holds some.

    Attributes:
        operands: What it is computed from.
        is_of_method: Whether a method of a network has given it: a list, perhaps.
        is_of_loss: Whether a loss function has given it.
    """

    __slots__ = ("is_of_loss", "is_of_method", "operands")

    def __init__(self, made: Tensor, operands: Sequence[Value]) -> None:
        super().__init__(made.node, made.birth, made.counter)
        self.cells.update(made.cells)
        self.operands: Final = tuple(operands)
        self.is_of_method = self.is_of_loss = False


def output(
    autograd: Autograd,
    operands: Sequence[Value],
    node: ast.AST,
    *,
    frees: bool,
    flowing: Certainty = YES,
) -> Value:
    """What is computed from some operands by layers that nobody knows."""
    weights = [
        at for at, each in enumerate(operands) if isinstance(each, Tensor) and each.is_parameter
    ]
    made = autograd.operation(
        UNSEEN_LAYERS, operands, node, None, frees=frees, saves=weights, flowing=flowing
    )
    return Output(made, operands) if isinstance(made, Tensor) else made


class Outputs(Tensors):
    """What unknown networks give: for what tensors have not, an object with parts."""

    def attribute(self, obj: Tensor, name: str, node: ast.AST) -> Value:
        """A part of it may have a history of its own; its shape, as that of a tensor, has none."""
        if name in knowledge().tensor_attributes or name in knowledge().tensor_methods:
            return super().attribute(obj, name, node)
        return self._part(obj, name, node)

    def subscript(self, obj: Tensor, key: Value, node: ast.AST) -> Value:
        """A part of it, or of a tensor."""
        is_part = isinstance(key, Const) and isinstance(key.v, (int, str))
        return self._part(obj, Item(key), node) if is_part else super().subscript(obj, key, node)

    def set_subscript(
        self, obj: Tensor, key: Value, value: Value, operator: str, node: ast.AST
    ) -> None:
        """Another item of a list changes no tensor."""
        is_index = isinstance(key, (Const, Unknown))
        if not (isinstance(obj, Output) and obj.is_of_method and is_index):
            super().set_subscript(obj, key, value, operator, node)

    def items(self, obj: Tensor, node: ast.AST) -> Items | None:
        """Its parts, of which nobody knows how many there are."""
        known = [self._part(obj, Item(Const(at)), node) for at in range(MOST_PARTS)]
        return Items(tuple(known), self._made(obj, node))

    def call_method(self, obj: Tensor, name: str, given: Arguments, node: ast.AST) -> Value:
        """What it gives is computed from it: ``log_prob`` of a distribution."""
        value = super().call_method(obj, name, given, node)
        if isinstance(value, Unknown) and name not in knowledge().tensor_methods:
            return output(self.autograd, [obj, *given.all], node, frees=False)
        return value

    def _part(self, obj: Tensor, key: object, node: ast.AST) -> Value:
        state = self.world.state
        if state.held(obj, key) is UNBOUND:
            # What a loss function gives beside its loss is for people to read, perhaps.
            is_beside = isinstance(obj, Output) and obj.is_of_loss and key != _FIRST
            made = self.world.unknown("part") if is_beside else self._made(obj, node)
            state.discover(obj, key, made)
        return state.attribute(obj, key)

    def _made(self, obj: Tensor, node: ast.AST) -> Value:
        assert isinstance(obj, Output)
        made = output(self.autograd, obj.operands, obj.node or node, frees=True)
        part, whole = self._history(made), self._history(obj)
        if part is not None and whole is not None:
            part.whole = whole.whole or whole
        return made

    def _history(self, value: Value) -> Node | None:
        node = self.world.state.get(value, HISTORY) if isinstance(value, Tensor) else None
        return node if isinstance(node, Node) else None
