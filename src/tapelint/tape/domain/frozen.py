"""Records that never change, at half the cost of :mod:`dataclasses`' own.

A frozen dataclass sets each field of a new object through a function that refuses to do so for
anybody else, and a changed copy goes through it once more. The tape makes millions of records.
That nobody changes one is left to mypy, which is told that they are frozen.
"""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, Any, TypeVar

_T = TypeVar("_T")

if TYPE_CHECKING:
    from dataclasses import dataclass as dataclass
else:

    def dataclass(kind=None, *, frozen=False, eq=True, kw_only=False, unsafe_hash=False):
        """:func:`dataclasses.dataclass`, where ``frozen`` is declared and not enforced."""
        is_hashed = unsafe_hash or (frozen and eq)
        made = dataclasses.dataclass(eq=eq, unsafe_hash=is_hashed, kw_only=kw_only)
        return made if kind is None else made(kind)


_names: dict[type[Any], frozenset[str]] = {}
"""The fields of each kind of record."""


def replace(one: _T, **changes: Any) -> _T:
    """A copy of a record with other values for some fields; nothing it has computed is copied."""
    if not hasattr(one, "__dict__"):  # compiled, with fields instead
        return dataclasses.replace(one, **changes)  # type: ignore[type-var]
    names = _names.get(type(one))
    if names is None:
        names = frozenset(each.name for each in dataclasses.fields(one))  # type: ignore[arg-type]
        _names[type(one)] = names
    made = object.__new__(type(one))
    values = made.__dict__
    values.update(one.__dict__)
    if len(values) > len(names):
        for name in values.keys() - names:
            del values[name]
    values.update(changes)
    assert len(values) == len(names), changes
    return made
