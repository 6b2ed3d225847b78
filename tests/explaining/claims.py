"""The claims of ``explain`` about all lines of a program, as the JSON has them."""

from __future__ import annotations

import ast
import functools
from typing import Any
from unittest.mock import patch

from tapelint import Settings
from tapelint.explaining.as_json import data
from tapelint.explaining.explain import explain
from tapelint.explaining.facts import Spot
from tapelint.source.documents import read_document
from tapelint.source.parsed import Parsed


@functools.cache
def claims_of(source: str) -> dict[int, dict[str, Any]]:
    """What is claimed of each line on which a simple statement ends the line's work.

    The text is parsed once, and not once for each line.
    """
    document = read_document(source, "program.py")
    parsed = Parsed(document.text, "program.py")
    lines = sorted(
        {
            node.lineno
            for node in ast.walk(ast.parse(source))
            if isinstance(node, (ast.Assign, ast.AugAssign, ast.Expr, ast.Return))
            and node.lineno == node.end_lineno
        }
    )
    found = {}
    with patch("tapelint.explaining.explain.Parsed", lambda text, path: parsed):
        for line in lines:
            explanation = explain(document, "program.py", Spot(line), Settings())
            assert explanation is not None
            found[line] = data(explanation)
    return found
