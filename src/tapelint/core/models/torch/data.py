"""``.data`` of what may be a tensor: its use shows that, or the name of a layer's weight."""

from __future__ import annotations

import ast
from typing import Final

from tapelint.core.autograd.recording import Detached
from tapelint.core.domain.values import Const, Unknown, Value
from tapelint.core.machine.protocol import Arguments
from tapelint.core.models.torch.given import Strangers, views_tensor
from tapelint.core.models.torch.operations import DataOfUnknown
from tapelint.torch_api.families import families
from tapelint.torch_api.knowledge import knowledge

_CALLS_ITS_ARGUMENT: Final = "apply_"
"""A method in place that other things have, too."""


class Numbers(Strangers):
    """What has no history, whatever it is."""

    def attribute(self, obj: Unknown, name: str, node: ast.AST) -> Value:
        """A view of numbers is numbers."""
        if name in families().attribute_views:
            return Detached(name, self.world.state.tick())
        return super().attribute(obj, name, node)

    def operate(
        self, operator: str, left: Value, right: Value | None, node: ast.AST
    ) -> Value | None:
        """What is computed from such alone has none, either."""
        given = [left] if right is None else [left, right]
        if any(self.operations.autograd.requires(each).may for each in given):
            return None
        return Detached(operator, self.world.state.tick())

    def call_method(self, obj: Unknown, name: str, given: Arguments, node: ast.AST) -> Value:
        """What a tensor's method computes from such alone has none, either."""
        known = knowledge()
        if name in known.tensor_methods and name not in known.inplace_methods:
            if not any(self.operations.autograd.requires(each).may for each in given.all):
                return Detached(name, self.world.state.tick())
        return super().call_method(obj, name, given, node)


class DataOfUnknowns(Numbers):
    """``.data`` of something unknown: a tensor's, once it is changed as only tensors are."""

    def subscript(self, obj: DataOfUnknown, key: Value, node: ast.AST) -> Value:  # type: ignore[override]
        """A view, if it is a tensor; else an item, which may be one."""
        if isinstance(key, Const) and isinstance(key.v, str):
            return super().subscript(obj, key, node)
        made = obj.part(is_named=obj.is_named, is_item=True)
        made.may_be_copy = isinstance(key, Unknown)
        return made

    def set_subscript(  # type: ignore[override]
        self, obj: DataOfUnknown, key: Value, value: Value, operator: str, node: ast.AST
    ) -> None:
        """A change in place, if it is known to be a tensor."""
        if obj.is_named:
            self.world.models.set_subscript(obj.alias(node), key, value, operator, node)
        else:
            super().set_subscript(obj, key, value, operator, node)

    def augment(  # type: ignore[override]
        self, operator: str, left: DataOfUnknown, right: Value, node: ast.AST
    ) -> Value | None:
        """A change in place, if it is known to be a tensor."""
        if not left.is_named:
            return None
        self.world.models.augment(operator, left.alias(node), right, node)
        return left

    def call_method(  # type: ignore[override]
        self, obj: DataOfUnknown, name: str, given: Arguments, node: ast.AST
    ) -> Value:
        """A tensor alone has methods that change it in place."""
        known = knowledge()
        if name in known.inplace_methods and name != _CALLS_ITS_ARGUMENT:
            self.world.models.call_method(obj.alias(node), name, given, node)
            return obj
        if name in known.views and (obj.is_named or views_tensor(name, given)):
            return obj.part(is_named=True)
        return super().call_method(obj, name, given, node)
