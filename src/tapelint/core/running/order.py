"""The order of entries: whoever calls another one stands before it, as far as names tell."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TypeVar

from tapelint.core.domain.objects import Class, Function
from tapelint.source.index import Function as Held
from tapelint.source.index import Index, methods_of

_Methods = Mapping[str, Sequence[Held]]
Definition = TypeVar("Definition", bound=Function | Class)


def callers_first(definitions: Sequence[Definition], index: Index) -> list[Definition]:
    """Definitions of a file in an order in which those that call others stand before these.

    Args:
        definitions: The definitions, in the order of the text.
        index: What the functions of the file hold.
    """
    methods = methods_of(index)
    words = [_words(each, index, methods) for each in definitions]
    by_word: dict[str, list[int]] = {}
    for at, own in enumerate(words):
        for word in own:
            by_word.setdefault(word, []).append(at)
    callers = [
        [at for word in _called_as(each, methods) for at in by_word.get(word, ())]
        for each in definitions
    ]
    found: dict[int, None] = {}
    for first in range(len(definitions)):
        _visit(first, callers, found)
    return [definitions[at] for at in found]


def _visit(first: int, callers: Sequence[Sequence[int]], found: dict[int, None]) -> None:
    """Add a definition behind all those that call it, without calls of its own."""
    seen = {first}
    stack: list[tuple[int, Iterator[int]]] = [(first, iter(callers[first]))]
    while stack:
        at, pending = stack[-1]
        further = next((each for each in pending if each not in seen and each not in found), None)
        if further is None:
            stack.pop()
            found.setdefault(at)
        else:
            seen.add(further)
            stack.append((further, iter(callers[further])))


def _words(definition: Function | Class, index: Index, methods: _Methods) -> frozenset[str]:
    """What is called in a function, or in any method of a class."""
    if isinstance(definition, Class):
        own = [each.words for each in methods.get(_name(definition), ())]
        return frozenset(word for words in own for word in words if word.endswith("("))
    function = index.functions.get(getattr(definition.code.node, "lineno", 0))
    words = function.words if function is not None else ()
    return frozenset(word for word in words if word.endswith("("))


def _called_as(definition: Function | Class, methods: _Methods) -> list[str]:
    """How a function is written where it is called, or a class and its methods are."""
    own = _name(definition)
    names = [own]
    if isinstance(definition, Class):
        names += [each.name for each in methods.get(own, ())]
    return [f"{name}(" for name in names if not name.startswith("__")]


def _name(definition: Function | Class) -> str:
    name: str = definition.code.name
    return name.rpartition(".")[2]
