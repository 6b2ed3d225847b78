"""Who calls the functions of a file in the other files of its project: found before they run.

A function of the file is of interest if a rule could find something in it, or in what it calls.
What it is given decides. The callers that give it something are executed after the file itself,
and only what happens within the file's own functions counts.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from tapelint.project.demand import MAKERS, PLAIN, Triggers
from tapelint.source.importers import importers_of
from tapelint.source.index import HANDED_ON, MAKING, MODULE, Function, Index, methods_of, named_by
from tapelint.source.neighbours import Neighbours, Outline, ProjectFile, imported_as, stem_of
from tapelint.source.text_words import may_name
from tapelint.torch_api.families import families
from tapelint.torch_api.names import (
    WRITTEN_IN_TRAINING,
    is_for_inference,
    is_metric_function,
)

MOST_FILES = 16
"""How many files that may import the one at hand are looked into."""
MOST_LEVELS = 2
"""Over how many other files what a function is given is looked for."""
MOST_CALLERS = 4
"""How many callers are executed for one file."""
MOST_FOR_ONE = 2
"""How many of them for one function or class."""

_OF_ANY = frozenset({"object", "ABC", "abc.ABC"})
"""Bases that say nothing of what a class is."""
_TRAINING = Triggers(WRITTEN_IN_TRAINING)
_LEAVES = Triggers(("requires_grad=", "requires_grad_(", ".requires_grad"))


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


class Callers(NamedTuple):
    """Who calls the functions and classes of a file in other files.

    Attributes:
        executed: Those that are to be executed.
        unrecorded: The names of the functions and classes that nobody calls there but where
            recording is switched off, and nothing is trained.
    """

    executed: Sequence[Caller] = ()
    unrecorded: frozenset[str] = frozenset()


def callers(neighbours: Neighbours, index: Index, triggers: Triggers) -> Callers:
    """The callers in other files that may show more of a file's functions than the file does.

    A function that only hands on what it is given shows nothing; who calls it may.
    """
    callers_of = callers_in(index)
    wanted = _wanted(index, triggers, callers_of)
    here = neighbours.here
    if not wanted or not here.path.endswith(".py"):
        return Callers()
    found: list[tuple[Caller, frozenset[str]]] = []
    recorded: dict[str, bool] = {}
    layers = _layers(index, callers_of)
    pending = [(here, wanted)]
    seen = {here.path}
    for level in range(MOST_LEVELS):
        further: list[tuple[ProjectFile, frozenset[str]]] = []
        for target, names in pending:
            for file, outline in _importers(neighbours, target, names, seen):
                there = names_there(neighbours, file, outline, target, names)
                if not level:
                    _note_modes(recorded, outline, there)
                its, handing = _in_file(file, outline, there)
                found += (each for each in its if each[1] - layers or _shows_layers(each[0]))
                if handing and level + 1 < MOST_LEVELS:
                    further.append((file, handing))
        pending = further
    unrecorded = frozenset(name for name, is_recorded in recorded.items() if not is_recorded)
    return Callers(_chosen(found), unrecorded if len(seen) <= MOST_FILES else frozenset())


def _note_modes(recorded: dict[str, bool], outline: Outline, names: dict[str, str]) -> None:
    """Note of what a file calls whether a function there calls it that may record."""
    for function in outline.index.functions.values() if names else ():
        is_off = is_switched_off(function)
        for name in {names[word] for word in names.keys() & function.words}:
            recorded[name] = recorded.get(name, False) or not is_off


def is_switched_off(function: Function) -> bool:
    """Whether a function switches recording off somewhere, and trains nothing."""
    is_off = any(_is_switch(word) for word in function.words)
    return is_off and not _TRAINING.are_in(function.words)


def _is_switch(word: str) -> bool:
    return word.lstrip("@?.").rstrip("(") in families().switches


def _importers(
    neighbours: Neighbours, target: ProjectFile, names: frozenset[str], seen: set[str]
) -> Iterator[tuple[ProjectFile, Outline]]:
    """The files that may import one of some names of a file, as long as there are not too many."""
    for path in importers_of(target.path, {stem_of(target.path), *names})[:MOST_FILES]:
        if path in seen or len(seen) > MOST_FILES:
            continue
        seen.add(path)
        if not any(may_name(path, each) for each in names):
            continue
        file = neighbours.file(path)
        outline = neighbours.outline(file, beyond=True)
        if outline is not None:
            yield file, outline


def _chosen(found: Iterable[tuple[Caller, frozenset[str]]]) -> list[Caller]:
    """Those that show something that none before shows come first."""
    shown: dict[str, int] = {}
    kept: list[tuple[int, Caller]] = []
    for caller, names in found:
        before = min(shown.get(name, 0) for name in names)
        if before < MOST_FOR_ONE:
            kept.append((before, caller))
            shown.update((name, shown.get(name, 0) + 1) for name in names)
    return [caller for _, caller in sorted(kept, key=lambda each: each[0])][:MOST_CALLERS]


def _wanted(
    index: Index, triggers: Triggers, callers_of: Mapping[int, Sequence[Function]]
) -> frozenset[str]:
    """The functions and classes at a file's top level that hold a trigger, or call what does."""
    return frozenset(each.owner or each.name for each in _reaching(index, triggers, callers_of))


def _layers(index: Index, callers_of: Mapping[int, Sequence[Function]]) -> frozenset[str]:
    """The classes of layers that train nothing: they get tensors, as the file shows itself.

    A caller shows more of them only where it makes leaves, or is a program. A class that derives
    from nothing is no layer: what its methods get, a caller alone knows.
    """
    training = {each.owner for each in _reaching(index, _TRAINING, callers_of)}
    derived = {name for name, bases in index.bases.items() if not _OF_ANY.issuperset(bases)}
    return frozenset(derived - training)


def _reaching(
    index: Index, triggers: Triggers, callers_of: Mapping[int, Sequence[Function]]
) -> list[Function]:
    """The functions that hold a trigger, or call one that does."""
    pending = [each for each in index.functions.values() if triggers.are_in(each.words)]
    lines = {each.line for each in pending}
    while pending:
        for caller in callers_of.get(pending.pop().line, ()):
            if caller.line not in lines:
                lines.add(caller.line)
                pending.append(caller)
    return [index.functions[line] for line in lines if line != MODULE]


def callers_in(index: Index) -> dict[int, list[Function]]:
    """For each function, by its line, those of its file that call it, or make its object."""
    by_name = named_by(index.functions.values(), lambda each: each.named)
    callers_of: dict[int, list[Function]] = {}
    for each in index.functions.values():
        for word in by_name.keys() & each.words:
            for called in by_name[word]:
                callers_of.setdefault(called.line, []).append(each)
    made = {each.owner: each.line for each in index.functions.values() if each.name in MAKERS}
    for each in index.functions.values():
        for owner, line in made.items():
            if f"{owner}(" in each.words:
                callers_of.setdefault(line, []).append(each)
    return callers_of


def calling(callers_of: Mapping[int, Sequence[Function]], function: Function) -> list[Function]:
    """The functions of its file that call a function, themselves or over others.

    Args:
        callers_of: What :func:`callers_in` tells of the file.
        function: The function.
    """
    found, lines = [function], {function.line}
    for each in found:
        more = [one for one in callers_of.get(each.line, ()) if one.line not in lines]
        lines.update(one.line for one in more)
        found += more
    return found[1:]


def _in_file(
    file: ProjectFile, outline: Outline, names: dict[str, str]
) -> tuple[list[tuple[Caller, frozenset[str]]], frozenset[str]]:
    """The callers in one file, with the names of what each calls; and what only hands on.

    Args:
        file: The file.
        outline: What stands there.
        names: How what is wanted is written there; what hands it on is added.
    """
    found: list[tuple[Caller, frozenset[str]]] = []
    handing: set[str] = set()
    left = list(outline.index.functions.values()) if names else []
    is_growing = True
    while is_growing:
        is_growing = False
        for function in list(left):
            called = frozenset(names[word] for word in names.keys() & function.words)
            if not called:
                continue
            left.remove(function)
            if _evaluates(function):
                continue
            if _gives(function, frozenset(names.keys() & function.words)):
                found.append((Caller(file, outline, function), called))
                if function.name != "forward":
                    continue  # a layer gives what it has, and hands on what it is given
            name = function.owner or function.name
            if name not in handing:
                is_growing = True
                handing.add(name)
                _note(names, name, min(called))
    return found, frozenset(handing)


def _shows_layers(caller: Caller) -> bool:
    """Whether a caller gives layers what is not known of them in their own file."""
    return caller.function.line == MODULE or _LEAVES.are_in(caller.function.words)


def _note(names: dict[str, str], local: str, name: str) -> None:
    """Note how a function or class is written where it is called, or handed on."""
    for word in words_for(local):
        names.setdefault(word, name)


def words_for(local: str) -> tuple[str, ...]:
    """How the words of a function spell what it calls, or hands on, by a name."""
    return f"{local}(", f"{local}()(", f"{HANDED_ON}{local}"


def names_there(
    neighbours: Neighbours,
    file: ProjectFile,
    outline: Outline,
    target: ProjectFile,
    wanted: frozenset[str],
) -> dict[str, str]:
    """How what is wanted of a file is written in one that imports it."""
    found: dict[str, str] = {}
    for local, name in imported_as(neighbours, file, outline, target, wanted):
        _note(found, local, name)
    for star in outline.star_imports:
        module = neighbours.find(neighbours.absolute(star, file), file)
        if module is not None and module.path == target.path:
            for name in wanted.difference(outline.definitions):
                _note(found, name, name)
    for name, bases in outline.index.bases.items():  # what derives from it runs its methods
        for base in bases:
            if f"{base}(" in found and name not in outline.index.imports:
                _note(found, name, found[f"{base}("])
    return found


def derived_elsewhere(neighbours: Neighbours, owner: str) -> Iterator[list[Function]]:
    """The methods of each class of another file that derives from a class of the file at hand."""
    here, wanted = neighbours.here, frozenset({owner})
    for file, outline in _importers(neighbours, here, wanted, {here.path}):
        names = {local for local, _ in imported_as(neighbours, file, outline, here, wanted)}
        methods = methods_of(outline.index)
        for name, bases in outline.index.bases.items():
            if not names.isdisjoint(bases):
                yield methods.get(name, [])


def is_always_overridden(neighbours: Neighbours, owner: str, method: str) -> bool:
    """Whether classes of other files derive from a class of the file at hand, all with a method."""
    several = list(derived_elsewhere(neighbours, owner))
    return bool(several) and all(method in {m.name for m in each} for each in several)


def _gives(caller: Function, called: frozenset[str]) -> bool:
    """Whether a caller may give more than it is given itself, and more than numbers and texts."""
    if MAKING in caller.words or caller.line == MODULE:
        return True
    if caller.owner and any(word[:1] == "." for word in caller.words):
        return True  # what other methods have left on the object
    calls = {each for each in caller.words if each.endswith("(")} - PLAIN
    return not calls <= called or any(word.endswith("()(") for word in called)


def _evaluates(function: Function) -> bool:
    """Whether a caller does not train, as its name or its decorators say."""
    if is_metric_function(function.name) or is_for_inference(function.name):
        return function.line != MODULE
    return any(f"@{name}" in function.words for name in families().switches)
