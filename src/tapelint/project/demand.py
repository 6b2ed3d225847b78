"""Which functions of a file can matter at all, told by its index before anything is executed.

A rule can find something in a function only where its *serious triggers* are written there, or in
what it may call. Such a function is relevant. So is one that leaves something behind for a
relevant one: a method of the same class, a function that changes the same variable of the file.
Any other is executed without following its calls.
"""

from __future__ import annotations

import functools
from collections.abc import Collection, Iterable
from typing import NamedTuple

from tapelint.source.index import (
    CALLED,
    MAKES_LAYER,
    MAKING,
    MODULE,
    Function,
    Index,
    named_by,
    reached,
)
from tapelint.source.neighbours import Neighbours, definition
from tapelint.source.python_forms import PLAIN_CALLS
from tapelint.torch_api.families import families

MAKERS = frozenset({"__init__", "__new__", "__post_init__", "__init_subclass__"})
"""Methods that run when an object is made."""
_SWITCHES = frozenset(
    f"{mark}{name}{end}"
    for name in families().switches
    for mark, end in (("@", ""), ("", "("), (".", ""), ("", ""))
)
_ASKING = frozenset(
    {
        "isinstance", "issubclass", "hasattr", "callable", "any", "all", "print", "type", "id",
        "partial", "startswith", "endswith", "lower", "upper", "strip", "rstrip", "lstrip",
        "keys", "format", "warn", "warning", "info", "debug",
    }
)  # fmt: skip
"""Functions and methods that give no tensor, nor anything that may hold one."""
PLAIN = frozenset(f"{name}(" for name in PLAIN_CALLS | _ASKING)
"""Calls that give nothing that can matter."""
_OF_TENSORS = frozenset({"any", "all", "type", "float", "int", "bool"})
"""Those of them that are the names of methods of tensors, too."""
_NOTHING: frozenset[str] = frozenset()
_BACKWARD = ("*backward(",)


class Triggers:
    """The serious triggers of the rules."""

    def __init__(self, written: Iterable[str]) -> None:
        """Look for what is ``written`` so.

        With a ``*`` before it, any word that ends so counts; with one behind it, too, any that it
        is a part of.
        """
        self._words = frozenset(written)
        open_ones = sorted(each for each in self._words if each.startswith("*"))
        self._endings = tuple(each[1:] for each in open_ones if not each.endswith("*"))
        self._parts = tuple(each[1:-1] for each in open_ones if each.endswith("*"))

    def are_in(self, words: frozenset[str]) -> bool:
        """Whether one of them is among the words of a function."""
        if not self._words.isdisjoint(words):
            return True
        if self._endings and any(each.endswith(self._endings) for each in words):
            return True
        return any(part in each for part in self._parts for each in words)


class EngineTriggers(NamedTuple):
    """The serious triggers of the rules, by what they hear.

    Attributes:
        of_tape: Those of rules that hear of the tape.
        of_core: Those of rules that have moved to the core.
    """

    of_tape: Triggers
    of_core: Triggers


def relevant(
    index: Index, triggers: Triggers, neighbours: Neighbours | None = None
) -> frozenset[int]:
    """The lines of the functions that can matter; the file's own statements are ``MODULE``.

    Args:
        index: The index of the file.
        triggers: What the rules look for.
        neighbours: Finds the other files of the project; ``None`` to look at none.
    """
    elsewhere = None if neighbours is None else _Elsewhere(neighbours, triggers)
    return _Relevance(index, triggers, elsewhere).lines()


def training_elsewhere(index: Index, neighbours: Neighbours) -> frozenset[int]:
    """The lines of the functions that call what runs a backward in another file.

    Args:
        index: The index of the file.
        neighbours: Finds the other files of the project.
    """
    elsewhere = _Elsewhere(neighbours, Triggers(_BACKWARD))
    held = {f".{name}": owners for name, owners in index.held.items()}
    found = set()
    for each in index.functions.values():
        owners = (held[word] for word in held.keys() & each.words)
        names = index.imports.keys() & each.words.union(*owners)
        if any(
            elsewhere.matters(full) or elsewhere.has_method(full, each)
            for full in map(index.imports.__getitem__, names)
        ):
            found.add(each.line)
    return frozenset(found)


class _Elsewhere:
    """Which functions of other files can matter to what they are given."""

    def __init__(self, neighbours: Neighbours, triggers: Triggers) -> None:
        self._neighbours, self._triggers = neighbours, triggers
        self._known: dict[str, bool] = {}

    def matters(self, name: str) -> bool:
        """Whether a function with a dotted name, as the file at hand has it, holds a trigger."""
        if name not in self._known:
            found = definition(self._neighbours, name, self._neighbours.here)
            self._known[name] = found is not None and self._triggers.are_in(
                found[0].index.reach(found[1])
            )
        return self._known[name]

    def has_method(self, name: str, caller: Function) -> bool:
        """Whether a class with a dotted name has a method with a trigger, which somebody calls."""
        found = definition(self._neighbours, name, self._neighbours.here)
        if found is None:
            return False
        functions = found[0].index.functions.values()
        called = [e for e in functions if e.owner == found[1] and f"{e.name}(" in caller.words]
        words, _ = reached(called, named_by(functions, lambda each: each.named))
        return self._triggers.are_in(frozenset(words))

    def holds_what_it_is_given(self, name: str) -> bool:
        """Whether a class with a dotted name holds a trigger where it is made of values."""
        found = definition(self._neighbours, name, self._neighbours.here)
        return found is not None and found[1] in found[0].index.bases and self.matters(name)


class _Relevance:
    def __init__(self, index: Index, triggers: Triggers, elsewhere: _Elsewhere | None) -> None:
        self._index = index
        self._elsewhere = elsewhere
        self._found: dict[int, Function] = {}
        self._others = dict(index.functions)
        self._take(each for each in index.functions.values() if triggers.are_in(each.words))
        self._take(each for each in index.functions.values() if self._acts_elsewhere(each))
        self._take(list(self._that_call_what_changes()))
        making = [each for each in self._found.values() if MAKES_LAYER in each.words]
        while making:  # the layer of a network that calls it, over others if need be
            names = {name for each in making if not each.owner for name in each.named}
            making = [each for each in self._others.values() if not names.isdisjoint(each.words)]
            self._take(making)

    def _that_call_what_changes(self) -> Iterable[Function]:
        """The methods of a layer that has layers which work in place."""
        makers = {each.owner for each in self._found.values() if "inplace=" in each.words}
        return (
            each
            for each in self._index.functions.values()
            if each.name in CALLED and each.owner in makers - {""}
        )

    def _acts_elsewhere(self, function: Function) -> bool:
        """Whether what it gives to a function or class of another file can matter to that."""
        elsewhere = self._elsewhere
        if elsewhere is None:
            return False
        imported = [
            (name, self._index.imports[name])
            for name in self._index.imports.keys() & function.words
        ]
        if MAKING not in function.words:
            return any(
                elsewhere.holds_what_it_is_given(full)
                and self._gives(function, frozenset({f"{name}("}))
                for name, full in imported
            )
        called = [each[:-1] for each in function.words if each.endswith("(")]
        return any(
            elsewhere.matters(each)
            for _, full in imported
            for each in (full, *(f"{full}.{word}" for word in called))
        )

    def lines(self) -> frozenset[int]:
        self._take_callers()
        while self._take(self._that_leave_something()):
            pass
        return frozenset(self._found)

    def _take(self, functions: Iterable[Function]) -> bool:
        """Note that functions are relevant; whether any was not known to be."""
        known = len(self._found)
        for each in list(functions):
            self._found[each.line] = each
            self._others.pop(each.line, None)
        return len(self._found) > known

    def _take_callers(self) -> None:
        """The functions that give something to a relevant one, over others if need be."""
        names: set[str] = set()
        pending = list(self._found.values())
        while pending:
            every = {name for each in pending for name in self._names_of(each)}
            new = frozenset(every - names)
            made = {f"{each.owner}(" for each in pending if each.name in MAKERS}
            of_values = frozenset(made - self._layers)
            overridden = {f"{each.owner}(" for each in pending if each.name in CALLED}
            names |= new
            pending = [
                each
                for each in self._others.values()
                if self._gives(each, new)
                or (MAKING in each.words and not made.isdisjoint(each.words))
                or self._gives(each, of_values)
                or (each.name in MAKERS and self._derives(each, made))
                or (each.name in CALLED and self._derives(each, overridden))
            ]
            self._take(pending)
            # What only hands on its arguments may be called by one that makes them.
            pending += [each for each in self._others.values() if not each.words.isdisjoint(new)]

    def _names_of(self, function: Function) -> list[str]:
        """How a function is named where it is called."""
        if function.name in MAKERS:
            return []
        if function.name not in CALLED or not function.owner:
            return list(function.named)
        held = [f"{name}(" for name, of in self._index.held.items() if function.owner in of]
        return [f"{function.owner}()(", *held]

    def _gives(self, function: Function, new: frozenset[str]) -> bool:
        """Whether a function calls what is relevant, and may give it more than numbers and texts.

        What only hands on its own arguments gives nothing that is known: the called function's own
        execution shows as much. But one that switches recording off tells in which mode it runs.
        """
        called = function.words & new
        if not called:
            return False
        if not _SWITCHES.isdisjoint(function.words) or function.line == MODULE:
            return True
        if MAKING in function.words or not called.isdisjoint(function.repeated):
            return True
        if function.owner and not self._holding.isdisjoint(function.words):
            return True
        calls = {each for each in function.words if each.endswith("(")} - self._plain
        calls |= {f"{name}(" for name in _OF_TENSORS if f".{name}" in function.words}
        calls |= {each for each in called if f"{each}(" not in calls}
        return len(calls) > 1

    @functools.cached_property
    def _holding(self) -> frozenset[str]:
        """The attributes that hold an object of a class that somebody sees."""
        return frozenset(f".{name}" for name in self._index.held)

    @functools.cached_property
    def _layers(self) -> frozenset[str]:
        """The calls of classes that are made of sizes, and given tensors later."""
        functions = self._index.functions.values()
        return frozenset(f"{each.owner}(" for each in functions if each.name in CALLED)

    @functools.cached_property
    def _plain(self) -> frozenset[str]:
        """The calls that give nothing that can matter."""
        own = {f"{each.name}(" for each in self._index.functions.values()}
        return (PLAIN - own) | self._made_of_plain

    @property
    def _made_of_plain(self) -> frozenset[str]:
        """The calls of classes that hold what they are given, and make no tensor: a config."""
        making = {each.owner for each in self._index.functions.values() if MAKING in each.words}
        return frozenset(
            f"{name}("
            for name, bases in self._index.bases.items()
            if not bases and name not in making
        )

    def _derives(self, function: Function, made: Collection[str]) -> bool:
        """Whether a method may call that of a class above its own: ``super().forward(x)``."""
        if not made or f"{function.name}(" not in function.words:
            return False
        return any(f"{base}(" in made for base in self._index.bases.get(function.owner, ()))

    def _that_leave_something(self) -> Collection[Function]:
        """The functions whose traces a relevant one meets, or one that it calls."""
        read, by_class = self._read()
        return [
            each
            for each in self._others.values()
            for changes in (self._changes[each.line],)
            if not read.isdisjoint(changes)
            or not by_class.get(each.owner, _NOTHING).isdisjoint(changes)
        ]

    @functools.cached_property
    def _changes(self) -> dict[int, set[str]]:
        """What each function changes, or what it calls: ``Base.__init__(self)``, ``self.go()``."""
        functions = self._index.functions
        by_name = named_by(functions.values(), self._names_of)
        called: dict[int, set[int]] = {}
        for each in functions.values():
            lines = called[each.line] = {
                other.line for word in by_name.keys() & each.words for other in by_name[word]
            }
            if "__init__(" in each.words:
                family = self._family(each.owner)
                lines |= {
                    other.line
                    for other in functions.values()
                    if other.name in MAKERS and other.owner in family
                }
        changes = {line: set(each.changes) for line, each in functions.items()}
        is_growing = True
        while is_growing:
            is_growing = False
            for line, others in called.items():
                known = len(changes[line])
                changes[line].update(*(changes[other] for other in others))
                is_growing = is_growing or len(changes[line]) > known
        return changes

    def _read(self) -> tuple[set[str], dict[str, set[str]]]:
        """What relevant functions may read: variables of the file, attributes, and of ``self``.

        Returns:
            The names and ``.attributes``, and for each class the ``.attributes`` of its objects
            that methods of it, or of classes above and below, read of ``self``.
        """
        words, lines = reached(list(self._found.values()), self._by_any_name)
        read = {word[1:] for word in words if word[:2] == "?."} | (words & self._index.values)
        by_class: dict[str, set[str]] = {}
        for line in lines:
            function = self._index.functions[line]
            if function.owner:
                own = {word for word in function.words if word[:1] == "."}
                for name in self._family(function.owner):
                    by_class.setdefault(name, set()).update(own)
        return read, by_class

    @functools.cached_property
    def _by_any_name(self) -> dict[str, list[Function]]:
        """The functions by how they are called; constructors by their class."""
        return named_by(
            self._index.functions.values(),
            lambda each: [f"{each.owner}("] if each.name in MAKERS else self._names_of(each),
        )

    def _family(self, owner: str) -> set[str]:
        """A class, those above it and those below it."""
        found, pending = {owner}, [owner]
        while pending:
            above = set(self._index.bases.get(pending.pop(), ())) - found
            found |= above
            pending += above
        pending = [owner]
        while pending:
            name = pending.pop()
            below = {each for each, bases in self._index.bases.items() if name in bases} - found
            found |= below
            pending += below
        return found


__all__ = ["MODULE", "Triggers", "relevant"]
