"""What a file defines and what its functions hold, as JSON can hold it.

Each word is written once, and functions name it by its number. Decoding believes nothing: whatever
has not the form that encoding gives it is an error.
"""

from __future__ import annotations

import sys
from collections.abc import Collection, Iterable
from typing import Any

from tapelint.caching.checked import checked_list, checked_number, checked_text
from tapelint.source.index import Function, Index
from tapelint.source.neighbours import Outline, Span


class _Numbers:
    """The numbers of words, in the order in which they are first met."""

    def __init__(self) -> None:
        self.of: dict[str, int] = {}

    def __call__(self, words: Iterable[str]) -> list[int]:
        of = self.of
        return [of.setdefault(each, len(of)) for each in words]

    def of_set(self, words: Collection[str]) -> list[int]:
        """Those of a set: sorted words, so that the same is written the same."""
        return self(sorted(words))


def encoded(outline: Outline) -> list[Any]:
    """What is written of an outline: all but its text."""
    index, numbers = outline.index, _Numbers()
    # A surrogate that stands alone in a name would be no text; Python has none in names.
    content = [
        [[name, spans] for name, spans in outline.definitions.items()],
        outline.star_imports,
        sorted(outline.rebound),
        None if outline.exported is None else sorted(outline.exported),
        list(outline.bodies.items()),
        [
            [
                *numbers((each.name, each.owner)),
                each.line,
                numbers(each.named),
                numbers.of_set(each.words),
                numbers.of_set(each.changes),
                numbers.of_set(each.repeated),
            ]
            for each in index.functions.values()
        ],
        [[*numbers([name]), numbers(bases)] for name, bases in index.bases.items()],
        [[*numbers([name]), numbers.of_set(held)] for name, held in index.held.items()],
        list(index.imports.items()),
        numbers.of_set(index.values),
    ]
    return [list(numbers.of), *content]


def decoded(value: object, text: str) -> Outline:
    """The outline of a text, its lines ended by line feeds.

    Raises:
        ValueError: The value has not the form that encoding gives it; so do ``TypeError`` and
            ``LookupError``.
    """
    (
        words, definitions, stars, rebound, exported, bodies,
        functions, bases, held, imports, values,
    ) = checked_list(value, 11)  # fmt: skip
    known = [*map(sys.intern, _texts(words))]
    last = text.count("\n") + 1

    def named(numbers: object) -> list[str]:
        return [known[each] for each in checked_list(numbers)]

    def those(numbers: object) -> frozenset[str]:
        return frozenset(named(numbers)) if numbers else _NONE

    made: dict[int, Function] = {}
    for name, owner, line, calls, *sets in checked_list(functions):
        used, changes, repeated = map(those, sets)
        made[checked_number(line)] = Function(
            known[name], tuple(named(calls)), line, known[owner], used, changes, repeated
        )
    return Outline(
        text,
        {
            checked_text(name): [_span(each, last) for each in checked_list(spans)]
            for name, spans in definitions
        },
        tuple(_texts(stars)),
        frozenset(_texts(rebound)),
        None if exported is None else frozenset(_texts(exported)),
        {
            checked_number(line): tuple(_span(each, last) for each in checked_list(spans))
            for line, spans in bodies
        },
        Index(
            made,
            {known[name]: tuple(named(of)) for name, of in bases},
            {known[name]: those(of) for name, of in held},
            {checked_text(name): checked_text(full) for name, full in imports},
            those(values),
        ),
    )


_NONE: frozenset[str] = frozenset()


def _span(value: object, last: int) -> Span:
    """The lines of a statement, which the text has."""
    start, end = checked_list(value, 2)
    if not 1 <= checked_number(start) <= checked_number(end) <= last:
        raise ValueError(value)
    return start, end


def _texts(value: object) -> list[str]:
    return [checked_text(each) for each in checked_list(value)]
