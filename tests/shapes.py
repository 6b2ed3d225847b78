"""Which of many programs have something in their form that none before them has."""

from __future__ import annotations

import ast
import io
import keyword
import tokenize
from collections.abc import Callable, Hashable, Iterable, Iterator
from typing import TypeVar

Program = TypeVar("Program")


def of_all_forms(
    programs: Iterable[Program], forms: Callable[[Program], Iterable[Hashable]]
) -> list[Program]:
    """The programs without those whose every form has been seen in one before."""
    seen: set[Hashable] = set()
    chosen = []
    for program in programs:
        own = set(forms(program))
        if own - seen:
            seen |= own
            chosen.append(program)
    return chosen


def written_forms(text: str) -> Iterator[Hashable]:
    """Which kind of node stands where in which other, and which two tokens follow each other."""
    for node in ast.walk(ast.parse(text)):
        for field, value in ast.iter_fields(node):
            for each in value if isinstance(value, list) else (value,):
                if isinstance(each, ast.AST):
                    yield type(node), field, type(each)
    before: Hashable = None
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        is_word = token.type == tokenize.NAME and not keyword.iskeyword(token.string)
        is_free = is_word or token.type in (tokenize.NUMBER, tokenize.STRING, tokenize.COMMENT)
        now = token.type if is_free else (token.type, token.string.strip(" "))
        yield before, now
        before = now


def marked_forms(text: str) -> Iterator[Hashable]:
    """For each line that is marked, the rules, and separately: in which statements it stands.

    Of the innermost statement it counts whether the line is its first and its last, and the kinds
    of what begins on the line.
    """
    marks = {
        number: line.partition("# expect: ")[2]
        for number, line in enumerate(text.split("\n"), 1)
        if "# expect: " in line
    }
    if marks:
        yield from (code for mark in marks.values() for code in mark.split(", "))
        yield from _places(ast.parse(text), (), marks.keys())


def _places(
    node: ast.AST, above: tuple[Hashable, ...], marked: Iterable[int]
) -> Iterator[Hashable]:
    for field, value in ast.iter_fields(node):
        for each in value if isinstance(value, list) else ():
            if isinstance(each, (ast.stmt, ast.excepthandler, ast.match_case)):
                chain = (*above, (type(node), field))[-3:]
                lines = _own_lines(each)
                for line in set(marked) & set(lines):
                    yield chain, type(each), line == lines[0], line == lines[-1], len(lines) > 1
                yield from _places(each, chain, marked)


def _own_lines(statement: ast.AST) -> range:
    """The lines of a statement, of a compound one those of its head."""
    first = int(getattr(statement, "lineno", 0))
    body = getattr(statement, "body", None)
    last = body[0].lineno - 1 if isinstance(body, list) and body else None
    end = last if last is not None else int(getattr(statement, "end_lineno", first))
    return range(first, max(end, first) + 1)
