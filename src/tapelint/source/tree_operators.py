"""The operators of the tree: nodes that hold nothing."""

from __future__ import annotations

from tapelint.source.tree_nodes import (
    Operator,
)


class Add(Operator):
    """``+`` with two operands."""

    __slots__ = ()


class Subtract(Operator):
    """``-`` with two operands."""

    __slots__ = ()


class Multiply(Operator):
    """``*``."""

    __slots__ = ()


class Divide(Operator):
    """``/``."""

    __slots__ = ()


class MatrixMultiply(Operator):
    """``@``."""

    __slots__ = ()


class Power(Operator):
    """``**``."""

    __slots__ = ()


class FloorDivide(Operator):
    """``//``."""

    __slots__ = ()


class Modulo(Operator):
    """``%``."""

    __slots__ = ()


class BitAnd(Operator):
    """``&``."""

    __slots__ = ()


class BitOr(Operator):
    """``|``."""

    __slots__ = ()


class BitXor(Operator):
    """``^``."""

    __slots__ = ()


class LeftShift(Operator):
    """``<<``."""

    __slots__ = ()


class RightShift(Operator):
    """``>>``."""

    __slots__ = ()


class AddAssign(Operator):
    """``+=``."""

    __slots__ = ()


class SubtractAssign(Operator):
    """``-=``."""

    __slots__ = ()


class MultiplyAssign(Operator):
    """``*=``."""

    __slots__ = ()


class DivideAssign(Operator):
    """``/=``."""

    __slots__ = ()


class MatrixMultiplyAssign(Operator):
    """``@=``."""

    __slots__ = ()


class PowerAssign(Operator):
    """``**=``."""

    __slots__ = ()


class FloorDivideAssign(Operator):
    """``//=``."""

    __slots__ = ()


class ModuloAssign(Operator):
    """``%=``."""

    __slots__ = ()


class BitAndAssign(Operator):
    """``&=``."""

    __slots__ = ()


class BitOrAssign(Operator):
    """``|=``."""

    __slots__ = ()


class BitXorAssign(Operator):
    """``^=``."""

    __slots__ = ()


class LeftShiftAssign(Operator):
    """``<<=``."""

    __slots__ = ()


class RightShiftAssign(Operator):
    """``>>=``."""

    __slots__ = ()


class Not(Operator):
    """``not``."""

    __slots__ = ()


class Plus(Operator):
    """``+`` with one operand."""

    __slots__ = ()


class Minus(Operator):
    """``-`` with one operand."""

    __slots__ = ()


class BitInvert(Operator):
    """``~``."""

    __slots__ = ()


class And(Operator):
    """``and``."""

    __slots__ = ()


class Or(Operator):
    """``or``."""

    __slots__ = ()


class Is(Operator):
    """``is``."""

    __slots__ = ()


class IsNot(Operator):
    """``is not``."""

    __slots__ = ()


class Equal(Operator):
    """``==``."""

    __slots__ = ()


class NotEqual(Operator):
    """``!=``."""

    __slots__ = ()


class LessThan(Operator):
    """``<``."""

    __slots__ = ()


class LessThanEqual(Operator):
    """``<=``."""

    __slots__ = ()


class GreaterThan(Operator):
    """``>``."""

    __slots__ = ()


class GreaterThanEqual(Operator):
    """``>=``."""

    __slots__ = ()


class In(Operator):
    """``in``."""

    __slots__ = ()


class NotIn(Operator):
    """``not in``."""

    __slots__ = ()
