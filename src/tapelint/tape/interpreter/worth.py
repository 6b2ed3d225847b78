"""Which functions of other files are worth following, told by what they get and by their text.

A call of one is executed only if it is given something that autograd knows of, or may give such a
thing back. What it does wrong by itself is found when its own file is linted. So registries,
readers of settings and arithmetic over sizes are called and not followed.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator

from tapelint.source.index import (
    CLOSURE,
    EMPTY,
    HANDED_ON,
    MAKING,
    VARIABLE,
    Function,
    Index,
    named_by,
)
from tapelint.source.neighbours import Neighbours, Outline, ProjectFile
from tapelint.tape.domain.program import FunctionUnit
from tapelint.tape.domain.values import (
    Container,
    DataOfUnknown,
    Either,
    NoneValue,
    Number,
    Symbol,
    Text,
    Unknown,
    UnknownAttribute,
    Value,
)
from tapelint.tape.interpreter.demand import definition
from tapelint.tape.machine.machine import Machine
from tapelint.torch_api.knowledge import knowledge

MOST_NESTED = 3
"""How deep containers are looked into."""

_MAKING = frozenset({CLOSURE, EMPTY, MAKING, VARIABLE})
"""What makes a tensor, a function or a list to be filled, or calls what may be anything."""
_WITHOUT_NETWORKS = sys.stdlib_module_names | {"builtins"}
_EXCEPTIONS = ("Error", "Exception", "Warning")


class Worth:
    """Tells whether calls of functions of other files are worth following."""

    def __init__(self, machine: Machine, neighbours: Neighbours) -> None:
        """Judge values of the ``machine``, and functions of files that ``neighbours`` finds."""
        self._machine, self._neighbours = machine, neighbours
        self._known: dict[tuple[str, str, int], bool] = {}
        self._by_name: dict[str, dict[str, list[Function]]] = {}

    def following(
        self, unit: FunctionUnit, file: ProjectFile, given: Iterable[Value], levels: int
    ) -> bool:
        """Whether anything can come of a call.

        Args:
            unit: The function.
            file: Where it stands.
            given: What it is given, the object that it is bound to included.
            levels: How many calls deep functions of other files would be followed.
        """
        if any(self._matters(each) for each in given):
            return True
        key = (file.path, unit.name, levels)
        if key not in self._known:
            self._known[key] = self._may_give(unit.name, file, levels)
        return self._known[key]

    # --- what it may give ---

    def _may_give(self, name: str, file: ProjectFile, levels: int) -> bool:
        """Whether a function may give something that matters; so may one that is not found."""
        outline = self._neighbours.outline(file)
        if outline is None:
            return True
        owner, _, last = name.rpartition(".")
        found = [
            each
            for each in outline.index.functions.values()
            if each.name == last and each.owner == owner
        ]
        return not found or any(self._makes(each, outline, file, levels) for each in found)

    def _makes(self, function: Function, outline: Outline, file: ProjectFile, levels: int) -> bool:
        """Whether a function, or one that it calls, makes what may matter."""
        words = function.words
        if not words.isdisjoint(_MAKING):
            return True
        if any(_may_be_network(word, outline.index) for word in words):
            return True
        if levels <= 1:
            return False
        return any(
            self._makes(each, inner, elsewhere, levels - 1)
            for each, inner, elsewhere in self._called(function, outline, file)
        )

    def _called(
        self, function: Function, outline: Outline, file: ProjectFile
    ) -> Iterator[tuple[Function, Outline, ProjectFile]]:
        """The functions that one may call, each with the outline of its file and the file."""
        by_name = self._by_name.get(file.path)
        if by_name is None:
            by_name = named_by(outline.index.functions.values(), lambda each: each.named)
            self._by_name[file.path] = by_name
        imports = outline.index.imports
        for word in function.words:
            if word in by_name:
                yield from ((each, outline, file) for each in by_name[word])
            elif word in imports:
                yield from self._imported(imports[word], function, file)
            elif word[-1:] == "(":
                for star in outline.star_imports:
                    yield from self._defined(f"{star}.{word[:-1]}", file)

    def _imported(
        self, name: str, function: Function, file: ProjectFile
    ) -> Iterator[tuple[Function, Outline, ProjectFile]]:
        """The functions that an imported name stands for; of a module, those that are called."""
        if self._neighbours.find(self._neighbours.absolute(name, file), file) is None:
            yield from self._defined(name, file)
            return
        for word in function.words:
            if word[-1:] == "(":
                yield from self._defined(f"{name}.{word[:-1]}", file)

    def _defined(
        self, name: str, file: ProjectFile
    ) -> Iterator[tuple[Function, Outline, ProjectFile]]:
        """The functions that a dotted name stands for."""
        found = definition(self._neighbours, name, file)
        if found is not None:
            outline, last, elsewhere = found
            for each in outline.index.functions.values():
                if each.name == last and not each.owner:
                    yield each, outline, elsewhere

    # --- what it is given ---

    def _matters(self, value: Value, nested: int = 0) -> bool:
        """Whether a value is, or may hold, something that autograd knows of."""
        if value.power is not None:
            return True
        if isinstance(value, Either):
            return any(self._matters(each, nested) for each in value.options)
        if isinstance(value, Container):
            record = self._machine.container_record(value)
            held = record.held if record is not None else ()
            return any(nested >= MOST_NESTED or self._matters(each, nested + 1) for each in held)
        if isinstance(value, Symbol):
            return _is_made_by_torch(value.name)
        if isinstance(value, UnknownAttribute):
            return value.is_of_tensor or value.is_tensor or value.owner_power is not None
        if isinstance(value, Unknown):
            return value.is_tensor or isinstance(value, DataOfUnknown)
        if isinstance(value, Number):
            return value.origin is not None
        return not isinstance(value, (Text, NoneValue))


def _is_made_by_torch(name: str) -> bool:
    """Whether it is a class or a function of torch's: not ``torch.float32``."""
    root, _, rest = name.partition(".")
    last = rest.rpartition(".")[2]
    is_known = last in knowledge().torch_functions or last in knowledge().functional
    return root == "torch" and (is_known or last[:1].isupper())


def _may_be_network(word: str, index: Index) -> bool:
    """Whether it names a class, or a function that is given on, which may make what matters."""
    if word in index.bases:
        return not word.endswith(_EXCEPTIONS)
    if word[-1:] == "(":
        return word[:-1] in index.values
    is_given_on = word[:1] == HANDED_ON
    name = word[1:] if is_given_on else word
    full = index.imports.get(name, "")
    if not full:
        if is_given_on:
            return True  # a function of the file
        if name[:1] == "?" or "." not in name[1:]:
            return False
        full = name  # an attribute of what is imported
    root, last = full.partition(".")[0], full.rpartition(".")[2].lstrip("_")
    if root in _WITHOUT_NETWORKS:
        return False
    if last[:1].isupper():
        return not last.isupper() and not last.endswith(_EXCEPTIONS)
    return _is_made_by_torch(full) if root == "torch" else is_given_on
