"""The names of Python's operators, as the module ``operator`` has them."""

from __future__ import annotations

import ast
from typing import Final

BINARY: Final[dict[type[ast.operator], str]] = {
    ast.Add: "add",
    ast.Sub: "sub",
    ast.Mult: "mul",
    ast.Div: "truediv",
    ast.FloorDiv: "floordiv",
    ast.Mod: "mod",
    ast.Pow: "pow",
    ast.MatMult: "matmul",
    ast.BitAnd: "and_",
    ast.BitOr: "or_",
    ast.BitXor: "xor",
    ast.LShift: "lshift",
    ast.RShift: "rshift",
}
UNARY: Final[dict[type[ast.unaryop], str]] = {
    ast.USub: "neg",
    ast.UAdd: "pos",
    ast.Invert: "invert",
}
COMPARISON: Final[dict[type[ast.cmpop], str]] = {
    ast.Eq: "eq",
    ast.NotEq: "ne",
    ast.Lt: "lt",
    ast.LtE: "le",
    ast.Gt: "gt",
    ast.GtE: "ge",
    ast.Is: "is",
    ast.IsNot: "is not",
    ast.In: "in",
    ast.NotIn: "not in",
}
CONVERSION: Final = {ord("r"): "repr", ord("s"): "str", ord("a"): "ascii"}
"""The functions behind ``!r``, ``!s`` and ``!a`` of f-strings."""
