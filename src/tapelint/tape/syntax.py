"""Small questions about syntax."""

from __future__ import annotations

import libcst as cst


def dotted_name(node: cst.CSTNode | None) -> str:
    """``a.b.c`` for a name, an attribute, and for a call or subscript of one; else ""."""
    parts: list[str] = []
    while isinstance(node, (cst.Attribute, cst.Call, cst.Subscript)):
        if isinstance(node, cst.Attribute):
            parts.append(node.attr.value)
            node = node.value
        elif isinstance(node, cst.Call):
            node = node.func
        else:
            node = node.value
    if isinstance(node, cst.Name):
        parts.append(node.value)
    return ".".join(reversed(parts))
