"""How deep the brackets of a text are nested."""

from __future__ import annotations

import re

MOST_BRACKETS = 200
"""Python's own limit on nested brackets. libcst's time grows with the square of the depth."""

_TOKENS = re.compile(
    r"#[^\n\r]*"
    r'|(?:[rRbBuUfFtT]{0,2})(?:"""(?:[^\\]|\\.)*?"""|\'\'\'(?:[^\\]|\\.)*?\'\'\')'
    r'|"(?:[^"\\\n]|\\.)*"|\'(?:[^\'\\\n]|\\.)*\''
    r"|[()\[\]{}]",
    re.DOTALL,
)


def too_deep(text: str) -> int | None:
    """The line where brackets are nested deeper than Python allows, or ``None``."""
    if text.count("(") + text.count("[") + text.count("{") <= MOST_BRACKETS:
        return None
    depth = 0
    for match in _TOKENS.finditer(text):
        token = match.group()
        if token in "([{":
            depth += 1
            if depth > MOST_BRACKETS:
                return text.count("\n", 0, match.start()) + 1
        elif token in ")]}":
            depth = max(0, depth - 1)
    return None
