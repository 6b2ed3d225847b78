"""Comments that say what an argument is: ``# tapelint: role(model)=module``."""

from __future__ import annotations

import functools
import io
import re
import tokenize
from typing import NamedTuple

_SPELLINGS = {"optimizer": "optimiser"}
UNKNOWN = "unknown"
"""What takes a role away: nothing is to be inferred."""
ROLES = (
    "module", "optimiser", "scheduler", "scaler", "loader", "loss", "tensor", "array",
    "distribution", "number", "flag", "text", "device", UNKNOWN,
)  # fmt: skip
"""What a comment can say."""
GRAMMAR = re.compile(r"role\(\s*(?P<name>\w+)\s*\)\s*=\s*(?P<role>\w+)", re.IGNORECASE)
_COMMENT = re.compile(r"#\s*tapelint\s*:\s*role\(", re.IGNORECASE)
_BLANK = frozenset({tokenize.NL, tokenize.COMMENT, tokenize.INDENT, tokenize.DEDENT})


class RoleComment(NamedTuple):
    """What one comment says of one argument.

    Attributes:
        line: The line that it is about: its own, or that of the statement below it.
        name: The argument.
        role: One of :data:`ROLES`.
    """

    line: int
    name: str
    role: str


def role_of(word: str) -> str | None:
    """The role that a word of a comment names; ``None`` if there is no such role.

    >>> role_of("Optimizer"), role_of("network")
    ('optimiser', None)
    """
    lowered = word.lower()
    found = _SPELLINGS.get(lowered, lowered)
    return found if found in ROLES else None


def says_roles(comment: str) -> bool:
    """Whether a comment says roles, and each of them is one that there is.

    >>> says_roles("# tapelint: role(net)=module, role(opt)=optimizer"), says_roles("# role(x)=y")
    (True, False)
    """
    words = [each["role"] for each in GRAMMAR.finditer(comment)]
    return bool(words) and all(role_of(each) is not None for each in words)


@functools.lru_cache(maxsize=64)
def role_comments(text: str) -> tuple[RoleComment, ...]:
    """The comments of a text that say a role; those that name no role are left out.

    Args:
        text: The text of a file. What cannot be tokenized says nothing.
    """
    if _COMMENT.search(text) is None:
        return ()
    found: list[RoleComment] = []
    above: list[RoleComment] = []
    begun = False
    try:
        for token in tokenize.generate_tokens(io.StringIO(text).readline):
            if token.type == tokenize.COMMENT:
                said = _said(token.string, token.start[0])
                is_alone = not token.line[: token.start[1]].strip()
                (above if is_alone and not begun else found).extend(said)
            elif token.type == tokenize.NEWLINE:
                begun = False
            elif token.type not in _BLANK:
                begun = True
                found += [each._replace(line=token.start[0]) for each in above]
                above.clear()
    except (tokenize.TokenError, SyntaxError):
        return ()
    return tuple(found)


def _said(comment: str, line: int) -> list[RoleComment]:
    if _COMMENT.match(comment) is None:
        return []
    named = ((each["name"], role_of(each["role"])) for each in GRAMMAR.finditer(comment))
    return [RoleComment(line, name, role) for name, role in named if role is not None]
