"""Finding again in a document of which little has changed: with every key that is pressed.

The statements of a text's top level form groups that have nothing to do with each other
(:mod:`tapelint.source.links`). Those groups whose text is that of the version before are not
executed again: what was found there is moved to where it stands now. Everything that is told of a
file as a whole is told of all of it. Where anything speaks against it, all is executed.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from tapelint.caching.ground import Ground
from tapelint.findings import Finding, Location, Premise
from tapelint.lint import findings_in, read
from tapelint.project.demand import MODULE
from tapelint.source import tree
from tapelint.source.decoding import split_lines
from tapelint.source.links import Grouped, Piece, grouped, pieces_of
from tapelint.source.observations import Watch, watching
from tapelint.source.role_comments import role_comments
from tapelint.tape.machine.budgets import USUAL

if TYPE_CHECKING:
    from tapelint.reading import Reading
    from tapelint.rules.checker import Checker
    from tapelint.settings import Settings
    from tapelint.source.documents import Document
    from tapelint.source.neighbours import Neighbours
    from tapelint.source.parsed import Parsed
    from tapelint.tape.driver import Whole
    from tapelint.tape.events import Event

MOST_LINES = 50_000
"""How many lines the documents have together of which the findings are kept."""
_MOST_STEPS = USUAL.file // 2
"""How many steps executions may have taken together: more may be more than a file may take."""

_Roles = tuple[tuple[str, str, str], ...]
"""Names, roles, and the texts of the lines that comments are about."""
_Key = tuple[str, ...]
"""The texts of a group's statements and of what belongs to each group, in order."""


@dataclass(frozen=True)
class Version:
    """A text of a document, and what was found in it.

    Attributes:
        rules: What was looked for.
        settings: What it was linted with.
        pieces: The statements of its top level.
        grouped: What they have to do with each other.
        keys: For each group, its text.
        whole: What was told of all of it.
        told: For each statement, what has happened there that tells of all of it.
        watch: What was seen of other files.
        is_alone: Whether no other files were looked for.
        findings: What was found.
        lines: How many lines it has.
        roles: What its comments say that arguments are, with the lines that they are about.
    """

    rules: Sequence[type[Checker]]
    settings: Settings
    pieces: Sequence[Piece]
    grouped: Grouped
    keys: Mapping[_Key, Sequence[int]]
    whole: Whole
    told: Mapping[int, frozenset[Event]]
    watch: Watch
    is_alone: bool
    findings: Sequence[Finding]
    lines: int
    roles: _Roles


class Relinter:
    """Finds in documents what was found before, and what is new."""

    def __init__(self) -> None:
        self._known: dict[str, Version] = {}

    def __call__(
        self, document: Document, path: str, rules: Sequence[type[Checker]], settings: Settings
    ) -> list[Finding]:
        """The findings of a document, as if all of it had been executed."""
        if document.cells or document.is_excerpt:  # what stands behind a statement matters, too
            return findings_in(read(document, path, settings), rules, level=settings.min_confidence)
        last = self._known.get(path)  # it stays while what is typed is no Python
        before = last if last is not None and _holds(last, rules, settings) else None
        update = _Update(before, () if last is None else last.pieces)
        with watching() as watch:
            reading = read(document, path, settings, update.choose)
            kept = update.kept(reading)
            if kept is None:
                update, kept = _Update(None, update.pieces or ()), []
                reading = read(document, path, settings, update.choose)
                update.kept(reading)
            made = findings_in(reading, rules, update.told_before, level=settings.min_confidence)
        if before is not None and update.is_partial:
            watch.seen |= before.watch.seen
            watch.texts = {**before.watch.texts, **watch.texts}
        found = sorted([*made, *kept], key=lambda each: each.sort_key)
        self._keep(path, update.version(reading, rules, settings, watch, found))
        return found

    def known(self, path: str) -> Version | None:
        """What is kept of a document, if anything is."""
        return self._known.get(path)

    def _keep(self, path: str, version: Version | None) -> None:
        """Keep a version, and no more of others than may be."""
        if version is None:
            return
        self._known.pop(path, None)  # what was looked at last stands last
        self._known[path] = version
        while sum(each.lines for each in self._known.values()) > MOST_LINES:
            del self._known[next(iter(self._known))]


def _holds(before: Version, rules: Sequence[type[Checker]], settings: Settings) -> bool:
    """Whether everything is as it was but for the text."""
    ground = Ground()
    ground.texts = dict(before.watch.texts)
    return (
        list(before.rules) == list(rules)
        and before.settings == settings
        and before.whole.is_apart
        and before.whole.steps <= _MOST_STEPS
        and all(map(ground.holds, before.watch.seen))
    )


class _Update:
    """What has changed from one version to the next."""

    def __init__(self, before: Version | None, known: Sequence[Piece]) -> None:
        self._before = before
        self._known = {each.text: each.words for each in known}
        self._is_alone = True
        self._roles: _Roles = ()
        self.pieces: list[Piece] | None = None
        """The statements of the text; ``None`` where they cannot be told apart."""
        self._grouped = Grouped([], [])
        self._keys: dict[_Key, Sequence[int]] = {}
        self._moved: dict[int, int] = {}
        """For each statement before that is not executed again its number now."""
        self.is_partial = False
        """Whether not all of the text is executed."""
        self.told_before: Sequence[Event] = ()
        """What tells of all of the file, and has happened where nothing is executed again."""
        self._told: dict[int, frozenset[Event]] | None = {}

    def choose(self, parsed: Parsed, neighbours: Neighbours | None) -> frozenset[int] | None:
        """The lines of the statements that are to be executed; ``None`` for all."""
        module, before = parsed.python_tree, self._before
        self._is_alone = neighbours is None
        self._roles = _roles_in(parsed.text)
        pieces = pieces_of(parsed.text, module, self._known) if module is not None else None
        self.pieces = pieces
        if pieces is None:
            return None
        self._grouped = grouped(pieces, _linking(neighbours))
        shared = self._grouped.shared
        for group in self._grouped.groups:
            key = tuple(pieces[at].text for at in sorted([*shared, *group]))
            if key in self._keys:
                self.pieces = None  # which of them is which is not known
                return None
            self._keys[key] = group
        if before is None or before.is_alone != self._is_alone or before.roles != self._roles:
            return None
        was_shared = [before.pieces[at].text for at in before.grouped.shared]
        if was_shared != [pieces[at].text for at in shared]:
            return None
        same = self._keys.keys() & before.keys.keys()
        for key in same:
            self._moved.update(zip(before.keys[key], self._keys[key], strict=True))
        if not same:
            return None
        self._moved.update(zip(before.grouped.shared, shared, strict=True))
        self.is_partial = True
        anew = [at for key, group in self._keys.items() if key not in same for at in group]
        return frozenset(line for at in (*anew, *shared) for line in pieces[at].begins)

    def kept(self, reading: Reading) -> list[Finding] | None:
        """What was found before where nothing has changed; ``None`` where that may not hold."""
        before, pieces, whole = self._before, self.pieces, reading.whole
        if pieces is None:
            return []
        told = self._told = _told_in(reading, pieces)
        if before is None or not self.is_partial:
            return []
        if told is None or not (whole.is_apart and self._is_told_the_same(before, whole)):
            return None
        for old, new in self._moved.items():
            told[new] = told.get(new, _NOTHING) | before.told.get(old, _NOTHING)
        if _NOTHING.union(*told.values()) != _NOTHING.union(*before.told.values()):
            return None
        was_told = (before.told.get(each, _NOTHING) for each in self._moved)
        self.told_before = tuple(_NOTHING.union(*was_told))
        kept: list[Finding] = []
        places = _Moving(before.pieces, pieces, self._moved)
        for finding in before.findings:
            at = places.piece_at(finding.location)
            if at is None or at in before.grouped.shared:
                return None
            if at not in self._moved:
                continue  # it was executed again
            moved = places.finding(finding)
            if moved is None:
                return None
            kept.append(moved)
        return kept if not kept or self._spells_the_same(before) else None

    def _is_told_the_same(self, before: Version, whole: Whole) -> bool:
        """Whether the file as a whole has told what was not executed again the same as before."""
        pieces = self.pieces
        assert pieces is not None
        if before.whole.unrecorded != whole.unrecorded:
            return False
        for old, new in self._moved.items():
            if _needed_in(before.pieces[old], before.whole) != _needed_in(pieces[new], whole):
                return False
        one, other = before.whole.needed, whole.needed
        if (one is None or MODULE in one) != (other is None or MODULE in other):
            return False
        met = frozenset().union(*(pieces[at].words.met for at in self._moved.values()))
        return (_bound_in(before.pieces) ^ _bound_in(pieces)).isdisjoint(met)

    def _spells_the_same(self, before: Version) -> bool:
        """Whether a fix would be written the same: by the names that imports bind."""
        assert self.pieces is not None
        return _imported_in(before.pieces) == _imported_in(self.pieces)

    def version(
        self,
        reading: Reading,
        rules: Sequence[type[Checker]],
        settings: Settings,
        watch: Watch,
        findings: Sequence[Finding],
    ) -> Version | None:
        """The version that is now; ``None`` where it helps nobody."""
        if self.pieces is None or self._told is None:
            return None
        whole = reading.whole
        if self.is_partial and self._before is not None:
            whole = replace(whole, steps=whole.steps + self._before.whole.steps)
        return Version(
            rules=rules,
            settings=settings,
            pieces=self.pieces,
            grouped=self._grouped,
            keys=self._keys,
            whole=whole,
            told=self._told,
            watch=watch,
            is_alone=self._is_alone,
            findings=findings,
            lines=reading.parsed.text.count("\n") + 1,
            roles=self._roles,
        )


def _roles_in(text: str) -> _Roles:
    """What comments say that arguments are: such a comment stands outside of all statements."""
    said = role_comments(text)
    lines = split_lines(text) if said else []
    return tuple((each.name, each.role, lines[each.line - 1]) for each in said)


def _linking(neighbours: Neighbours | None) -> Callable[[str], bool]:
    """Tells whether what is imported comes from the project: its code is executed, too."""

    def is_linking(full: str) -> bool:
        if neighbours is None:
            return False
        name = neighbours.absolute(full, neighbours.here)
        if name.startswith("."):
            return True
        above = name.rpartition(".")[0] or name
        return any(neighbours.find(each, neighbours.here) for each in (name, above))

    return is_linking


_NOTHING: frozenset[Event] = frozenset()
_NOWHERE = tree.name("_")


def _told_in(reading: Reading, pieces: Sequence[Piece]) -> dict[int, frozenset[Event]] | None:
    """For each statement what has happened there that tells of all of the file, less the place.

    ``None`` where it has happened elsewhere.
    """
    found: dict[int, frozenset[Event]] = {}
    first_lines = [each.first for each in pieces]
    for event in reading.events:
        if event.is_of_file:
            if event.at.source is not reading.parsed:
                return None
            at = bisect_right(first_lines, reading.parsed.line(event.at)) - 1
            told = replace(event, at=_NOWHERE, caller=None, choices=frozenset(), function="")
            found[at] = found.get(at, _NOTHING) | {told}
    return found


def _needed_in(piece: Piece, whole: Whole) -> frozenset[int] | None:
    """Which functions of a statement can matter, by their lines in it."""
    if whole.needed is None:
        return None
    inside = range(piece.first, piece.last + 1)
    return frozenset(line - piece.first for line in whole.needed if line in inside)


def _bound_in(pieces: Sequence[Piece]) -> frozenset[str]:
    return frozenset().union(*(each.words.bound for each in pieces))


def _imported_in(pieces: Sequence[Piece]) -> tuple[frozenset[tuple[str, str]], frozenset[str]]:
    """What is imported anywhere, and which of these names are bound to something else, too."""
    imported = frozenset().union(*(each.words.imported for each in pieces))
    names = {name for name, _ in imported}
    others = (each.words for each in pieces if not each.words.is_shared)
    rebound = frozenset().union(*(each.bound & names for each in others))
    return imported, rebound


class _Moving:
    """Moves places from one version to the next."""

    def __init__(
        self, old: Sequence[Piece], new: Sequence[Piece], numbers: Mapping[int, int]
    ) -> None:
        self._old, self._new, self._numbers = old, new, numbers
        self._first_lines = [each.first for each in old]

    def piece_at(self, place: Location) -> int | None:
        """The statement that a place is in; ``None`` where it is in none alone."""
        at = bisect_right(self._first_lines, place.line) - 1
        return at if at >= 0 and place.end_line <= self._old[at].last else None

    def place(self, place: Location) -> Location | None:
        """Where a place is now; ``None`` where it is in nothing that was kept."""
        at = self.piece_at(place)
        if at is None or at not in self._numbers:
            return None
        by = self._new[self._numbers[at]].first - self._old[at].first
        return replace(place, line=place.line + by, end_line=place.end_line + by) if by else place

    def finding(self, finding: Finding) -> Finding | None:
        """A finding with its places of now; ``None`` where one of them is in nothing kept."""
        location = self.place(finding.location)
        because = [
            (each, self.place(each.location) if each.path == finding.path else each.location)
            for each in finding.trail
        ]
        edits = [
            (each, self.place(each.location))
            for each in (finding.fix.edits if finding.fix is not None else ())
        ]
        if location is None or any(place is None for _, place in (*because, *edits)):
            return None
        fix = finding.fix
        if fix is not None:
            moved = (replace(each, location=place) for each, place in edits if place)
            fix = replace(fix, edits=tuple(moved))
        steps = [replace(each, location=place) for each, place in because if place]
        premises = [each for each in steps if isinstance(each, Premise)]
        reasons = steps[: len(finding.because)]
        return replace(
            finding,
            location=location,
            because=tuple(reasons),
            assumed=tuple(premises),
            fix=fix,
        )
