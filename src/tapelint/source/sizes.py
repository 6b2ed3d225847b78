"""Whether a text is too large to be analysed, told before it is parsed."""

from __future__ import annotations

import itertools
import re

_MOST_WORDS = 65_000
"""Names and numbers of a text, all told: what is made of more takes more than 500 MB. No file that
people have written comes near (torch's longest tests have 40,000)."""
_MOST_SIGNS = 200_000
"""The same of operators, brackets, commas and quotes: `[...,...,...]` holds no word. Where people
write there are as many as words."""
_IN_TABLES = 3
"""How many of a table of constants count as one: no step is made for them, and most are parsed for
their kind alone. Twenty thousand rows of four numbers take 90 MB, sixty thousand 430 MB."""
_WORD = re.compile(r"\d[\w.]*|[^\W\d]\w*")
_SIGN = re.compile(r"[^\w\s]")
_COUNTED = (
    (_WORD, _MOST_WORDS, "names and numbers"),
    (_SIGN, _MOST_SIGNS, "operators and brackets"),
)
_TEXT = re.compile(
    r"#[^\n]*|(?P<quote>'''|\"\"\"|'|\")(?:\\.|(?!(?P=quote)).)*(?P=quote)",
    re.DOTALL,
)


def too_large(text: str) -> str:
    """Why a text is too large; "" where it is not."""
    if not any(_has_more(pattern, text, most) for pattern, most, _ in _COUNTED):
        return ""
    rest, tables = _without_tables(text)
    for pattern, most, what in _COUNTED:
        in_tables = sum(1 for each in tables for _ in pattern.finditer(each))
        if _has_more(pattern, rest, most - in_tables // _IN_TABLES):
            return f"too large to be analysed: more than {most:,} {what}; split it, or leave it out"
    return ""


def _has_more(pattern: re.Pattern[str], text: str, most: int) -> bool:
    if most < 0:
        return True
    return (
        len(text) > most
        and next(itertools.islice(pattern.finditer(text), most, None), None) is not None
    )


def _without_tables(text: str) -> tuple[str, list[str]]:
    """A text without its tables of constants, and these; both without what quotes hold."""
    from tapelint.source.long_displays import constant_displays  # it brings libcst along

    spans = constant_displays(text)
    starts = [0, *(end for _, end in spans)]
    ends = [*(start for start, _ in spans), len(text)]
    rest = "".join(text[start:end] for start, end in zip(starts, ends, strict=True))
    return _without_texts(rest), [_without_texts(text[start:end]) for start, end in spans]


def _without_texts(text: str) -> str:
    return _TEXT.sub(lambda found: found["quote"] * 2 if found["quote"] else "", text)
