"""Python's operators, and the operations that they are on tensors."""

from __future__ import annotations

import functools
import operator
from collections.abc import Callable
from typing import Any, NamedTuple

from tapelint.torch_api.knowledge import knowledge


class Operator(NamedTuple):
    """One binary operator.

    Attributes:
        kind: What the syntax tree calls it.
        symbol: How it is written.
        function: What the module ``operator`` calls it.
    """

    kind: str
    symbol: str
    function: str

    @property
    def operation(self) -> str:
        """The operation that it is on tensors."""
        return knowledge().spellings.get(f"operator.{self.function}", (self.function, 0))[0]

    @property
    def method(self) -> str:
        """The method that Python looks up in the class of the first operand."""
        return f"__{self.function.rstrip('_')}__"

    @property
    def compute(self) -> Callable[[Any, Any], Any]:
        """What computes it."""
        return getattr(operator, self.function)  # type: ignore[no-any-return]


OPERATORS = (
    Operator("Add", "+", "add"),
    Operator("Subtract", "-", "sub"),
    Operator("Multiply", "*", "mul"),
    Operator("Divide", "/", "truediv"),
    Operator("MatrixMultiply", "@", "matmul"),
    Operator("Power", "**", "pow"),
    Operator("FloorDivide", "//", "floordiv"),
    Operator("Modulo", "%", "mod"),
    Operator("BitAnd", "&", "and_"),
    Operator("BitOr", "|", "or_"),
    Operator("BitXor", "^", "xor"),
    Operator("LeftShift", "<<", "lshift"),
    Operator("RightShift", ">>", "rshift"),
)


@functools.cache
def in_place() -> dict[str, Operator]:
    """The operators by the functions and methods that change the first operand."""
    found = {f"operator.i{each.function.rstrip('_')}": each for each in OPERATORS}
    return found | {
        f"torch.Tensor.{each.method.replace('__', '__i', 1)}": each for each in OPERATORS
    }


@functools.cache
def by_operation() -> dict[str, Operator]:
    """The operators by the operations that they are on tensors."""
    return {each.operation: each for each in OPERATORS}
