"""Code on one line for people: what is too long is left out at a boundary of the syntax."""

from __future__ import annotations

import re
from collections.abc import Iterator

ELISION = "..."
_TOKEN = re.compile(
    r"(?P<string>\b[a-zA-Z]{1,2}(?=['\"]))?"
    r"(?P<quote>'''|\"\"\"|'|\")(?:\\.|(?!(?P=quote)).)*(?P=quote)"
    r"|(?P<comment>\#[^\n]*)|(?P<word>\d[\w.]*(?:(?<=[eE])[-+]\d+)?|\w+)|(?P<open>[(\[{])|(?P<close>[)\]}])|(?P<space>\s+)"
    r"|(?P<operator>(?:\*\*|//|<<|>>|[-+*/%@&|^<>=!:])=?|,)|(?P<dot>\.+)|.",
    re.DOTALL,
)
_BINARY = frozenset({"and", "or", "in", "is", "else"})
"""The words behind which something may be left out, as behind any other operator."""
_AWAITED = {"for": "in", "if": "else", "lambda": ":"}
"""Words that need another one, up to which nothing may be left out."""
_DEEPEST = 4
"""How deep in brackets it is looked for what to keep."""
_CLOSING = {"(": ")", "[": "]", "{": "}"}
_Token = tuple[str, str]  # its kind, its text


def shortened(text: str, longest: int) -> str:
    """A piece of code on one line, with ``...`` for what its brackets hold where it is too long.

    What stands deepest is left out first, then what follows an operator. A name is never cut, so
    that a long one may be longer than wished.

    Args:
        text: The code.
        longest: How long it should be at most.

    >>> shortened("torch.nn.utils.clip_grad_norm_(model.parameters(), max_norm=1.0)", 48)
    'torch.nn.utils.clip_grad_norm_(...)'
    >>> shortened("[critic(state) for state in states_of_the_last_episode]", 30)
    '[critic(...) for state in ...]'
    """
    tokens = list(_tokens(text))
    flat = _joined(tokens)
    if len(flat) <= longest:
        return flat
    for depth in range(_DEEPEST, 0, -1):
        candidate = _joined(_without(tokens, depth))
        if len(candidate) <= longest:
            return candidate
    inner = _inside(tokens)
    if inner is not None:
        opening = tokens[0][1]
        return f"{opening}{shortened(_joined(inner), longest - 2)}{_CLOSING[opening]}"
    return _cut(list(_without(tokens, 0)), longest)


def _tokens(text: str) -> Iterator[_Token]:
    """The tokens, on one line and without comments."""
    for found in _TOKEN.finditer(text.strip()):
        kind = "string" if found["quote"] else found.lastgroup or ""
        if kind == "comment":
            continue
        yield kind, " " if kind == "space" else " ".join(found[0].split())


def _joined(tokens: Iterator[_Token] | list[_Token]) -> str:
    return " ".join("".join(text for _, text in tokens).split())


def _without(tokens: list[_Token], kept: int) -> Iterator[_Token]:
    """The tokens, with ``...`` for what stands in more brackets than are kept."""
    opened: list[str] = []
    inside: list[str] = []
    for kind, text in tokens:
        if kind == "close" and opened:
            opened.pop()
            if len(opened) == kept:
                yield _elided("".join(inside))
                inside = []
        if len(opened) > kept:
            inside.append(text)
        elif kind == "string" and len(text) > _SHORT:
            yield kind, f"{text[-1]}{ELISION}{text[-1]}"
        else:
            yield kind, text
        if kind == "open":
            opened.append(text)
    if len(opened) > kept:  # the text ends early
        yield _elided("".join(inside))
    while opened:
        yield "close", _CLOSING[opened.pop()]


_SHORTEST = 4
"""How long what stands in brackets may be to be always shown."""
_SHORT = 12
"""How long a text in quotes may be to be shown where something has to be left out."""


def _elided(text: str) -> _Token:
    return "", text if len(text.strip()) <= _SHORTEST else ELISION


def _inside(tokens: list[_Token]) -> list[_Token] | None:
    """What the brackets around all of it hold; ``None`` without such brackets."""
    depth = 0
    for at, (kind, _) in enumerate(tokens):
        depth += (kind == "open") - (kind == "close")
        if depth == 0:
            return tokens[1:-1] if at and at == len(tokens) - 1 else None
    return None


def _cut(tokens: list[_Token], longest: int) -> str:
    """The beginning up to the last operator that fits, else up to the last call that does."""
    behind = before = ""
    depth, text, last, awaited = 0, "", "", ""
    for kind, word in tokens:
        if (
            depth == 0
            and not awaited
            and kind == "dot"
            and last == "close"
            and _fits(text, longest)
        ):
            before = f"{text.rstrip()}{ELISION}"
        text += word
        depth += (kind == "open") - (kind == "close")
        if depth == 0:
            awaited = "" if word == awaited else awaited or _AWAITED.get(word, "")
        is_boundary = depth == 0 and not awaited and (kind == "operator" or word in _BINARY)
        if is_boundary and _fits(f"{text} ", longest):
            behind = f"{text} {ELISION}"
        last = last if kind == "space" else kind
    return " ".join((behind or before or text).split())


def _fits(text: str, longest: int) -> bool:
    return len(text) + len(ELISION) <= longest
