"""Several objects or functions, one of which a value is: each is followed on its own."""

from __future__ import annotations

from collections.abc import Hashable

from tapelint.tape.domain.values import (
    Class,
    Distribution,
    Either,
    Function,
    Instance,
    LibraryObject,
    Method,
    Partial,
    Symbol,
    Value,
)

MOST_OPTIONS = 6
"""Of how many alternatives each is followed on its own."""
OPTIONS = (
    Instance, LibraryObject, Function, Class, Symbol, Method, Partial, Distribution, Either,
)  # fmt: skip
"""What alternatives may be: a call, an attribute or a method of each can be followed."""


def is_option(value: Value) -> bool:
    """Whether a value can be one of several alternatives that are told apart."""
    return isinstance(value, OPTIONS)


def what_tells(option: Value) -> Hashable:
    """What tells an alternative from others; those of which it is the same are joined."""
    if isinstance(option, (Instance, Class, Function)):
        return type(option), option.unit
    if isinstance(option, (LibraryObject, Distribution)):
        return type(option), option.kind
    return option
