"""Who calls the functions of a file in the other files of its project: found before they run.

A function of the file is of interest if a rule could find something in it, or in what it calls.
What it is given decides. The callers that give it something are executed after the file itself,
and only what happens within the file's own functions counts.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from tapelint.source.importers import importers_of
from tapelint.source.index import HANDED_ON, MAKING, MODULE, Function, Index, named_by
from tapelint.source.neighbours import Neighbours, Outline, ProjectFile, definition
from tapelint.tape.interpreter.demand import MAKERS, PLAIN, Triggers
from tapelint.tape.syntax import SWITCHES
from tapelint.torch_api.names import is_for_inference, is_metric_function

MOST_FILES = 16
"""How many files that may import the one at hand are looked into."""
MOST_CALLERS = 6
"""How many callers are executed for one file."""


class Caller(NamedTuple):
    """A function of another file that calls one of the file at hand.

    Attributes:
        file: Where it stands.
        outline: What stands there.
        function: What is written in it.
    """

    file: ProjectFile
    outline: Outline
    function: Function


def callers(neighbours: Neighbours, index: Index, triggers: Triggers) -> list[Caller]:
    """The callers in other files that may show more of a file's functions than the file does."""
    wanted = _wanted(index, triggers)
    here = neighbours.here
    if not wanted or not here.path.endswith(".py"):
        return []
    stem = os.path.splitext(os.path.basename(here.path))[0]
    if stem == "__init__":
        stem = os.path.basename(os.path.dirname(here.path))
    found: list[tuple[Caller, frozenset[str]]] = []
    for path in importers_of(here.path, {stem, *wanted})[:MOST_FILES]:
        file = neighbours.file(path)
        outline = neighbours.outline(file, beyond=True)
        if outline is not None:
            found += _in_file(neighbours, file, outline, wanted)
    return _chosen(found)


def _chosen(found: Iterable[tuple[Caller, frozenset[str]]]) -> list[Caller]:
    """Those that show something that none before shows come first."""
    shown: set[str] = set()
    first: list[Caller] = []
    later: list[Caller] = []
    for caller, names in found:
        (later if names <= shown else first).append(caller)
        shown |= names
    return [*first, *later][:MOST_CALLERS]


def _wanted(index: Index, triggers: Triggers) -> frozenset[str]:
    """The functions and classes at a file's top level that hold a trigger, or call what does."""
    by_name = named_by(index.functions.values(), lambda each: each.named)
    pending = [each for each in index.functions.values() if triggers.are_in(each.words)]
    lines = {each.line for each in pending}
    callers_of: dict[int, list[Function]] = {}
    for each in index.functions.values():
        for word in each.words & by_name.keys():
            for called in by_name[word]:
                callers_of.setdefault(called.line, []).append(each)
    made = {each.owner: each.line for each in index.functions.values() if each.name in MAKERS}
    for each in index.functions.values():
        for owner, line in made.items():
            if f"{owner}(" in each.words:
                callers_of.setdefault(line, []).append(each)
    while pending:
        for caller in callers_of.get(pending.pop().line, ()):
            if caller.line not in lines:
                lines.add(caller.line)
                pending.append(caller)
    functions = (index.functions[line] for line in lines if line != MODULE)
    return frozenset(each.owner or each.name for each in functions)


def _in_file(
    neighbours: Neighbours, file: ProjectFile, outline: Outline, wanted: frozenset[str]
) -> Iterator[tuple[Caller, frozenset[str]]]:
    """The callers in one file, with the names of what each calls."""
    names = _names_there(neighbours, file, outline, wanted)
    if not names:
        return
    for function in outline.index.functions.values():
        called = frozenset(
            names[word] for word in function.words & names.keys() if names[word] in wanted
        )
        if called and _gives(function, called) and not _evaluates(function):
            yield Caller(file, outline, function), called


def _names_there(
    neighbours: Neighbours, file: ProjectFile, outline: Outline, wanted: frozenset[str]
) -> Mapping[str, str]:
    """How what is wanted is written where a file calls it, or hands it on."""
    found: dict[str, str] = {}

    def note(local: str, name: str) -> None:
        for word in (f"{local}(", f"{local}()(", f"{HANDED_ON}{local}"):
            found[word] = name

    here = neighbours.here
    for local, full in outline.index.imports.items():
        last = full.rpartition(".")[2]
        if last in wanted:
            origin = definition(neighbours, full, file)
            if origin is not None and origin[2].path == here.path and origin[1] == last:
                note(local, last)
                continue
        module = neighbours.find(neighbours.absolute(full, file), file)
        if module is not None and module.path == here.path:
            for name in wanted:
                note(name, name)
    for star in outline.star_imports:
        module = neighbours.find(neighbours.absolute(star, file), file)
        if module is not None and module.path == here.path:
            for name in wanted - outline.definitions.keys():
                note(name, name)
    for name, bases in outline.index.bases.items():  # what derives from it runs its methods
        for base in bases:
            if f"{base}(" in found and name not in outline.index.imports:
                note(name, found[f"{base}("])
    return found


def _gives(caller: Function, called: Iterable[str]) -> bool:
    """Whether a caller may give more than it is given itself, and more than numbers and texts."""
    if MAKING in caller.words or caller.line == MODULE:
        return True
    if caller.owner and any(word[:1] == "." for word in caller.words):
        return True  # what other methods have left on the object
    names = {f"{name}(" for name in called}
    calls = {each for each in caller.words if each.endswith("(")} - PLAIN
    return not (calls <= names) or any(f"{name}()(" in caller.words for name in called)


def _evaluates(function: Function) -> bool:
    """Whether a caller does not train, as its name or its decorators say."""
    if is_metric_function(function.name) or is_for_inference(function.name):
        return function.line != MODULE
    return any(f"@{name}" in function.words for name in SWITCHES)
