"""Our operators for those of Python's tree."""

from __future__ import annotations

import ast

from tapelint.source import tree

BINARY: dict[type[ast.operator], tuple[tree.Operator, tree.Operator]] = {
    ast.Add: (tree.Add(), tree.AddAssign()),
    ast.Sub: (tree.Subtract(), tree.SubtractAssign()),
    ast.Mult: (tree.Multiply(), tree.MultiplyAssign()),
    ast.Div: (tree.Divide(), tree.DivideAssign()),
    ast.MatMult: (tree.MatrixMultiply(), tree.MatrixMultiplyAssign()),
    ast.Pow: (tree.Power(), tree.PowerAssign()),
    ast.FloorDiv: (tree.FloorDivide(), tree.FloorDivideAssign()),
    ast.Mod: (tree.Modulo(), tree.ModuloAssign()),
    ast.BitAnd: (tree.BitAnd(), tree.BitAndAssign()),
    ast.BitOr: (tree.BitOr(), tree.BitOrAssign()),
    ast.BitXor: (tree.BitXor(), tree.BitXorAssign()),
    ast.LShift: (tree.LeftShift(), tree.LeftShiftAssign()),
    ast.RShift: (tree.RightShift(), tree.RightShiftAssign()),
}
"""Each operator between two operands, and with an assignment."""
UNARY: dict[type[ast.unaryop], tree.Operator] = {
    ast.Not: tree.Not(),
    ast.UAdd: tree.Plus(),
    ast.USub: tree.Minus(),
    ast.Invert: tree.BitInvert(),
}
BOOLEAN: dict[type[ast.boolop], tree.Operator] = {ast.And: tree.And(), ast.Or: tree.Or()}
COMPARING: dict[type[ast.cmpop], tree.Operator] = {
    ast.Is: tree.Is(),
    ast.IsNot: tree.IsNot(),
    ast.Eq: tree.Equal(),
    ast.NotEq: tree.NotEqual(),
    ast.Lt: tree.LessThan(),
    ast.LtE: tree.LessThanEqual(),
    ast.Gt: tree.GreaterThan(),
    ast.GtE: tree.GreaterThanEqual(),
    ast.In: tree.In(),
    ast.NotIn: tree.NotIn(),
}
