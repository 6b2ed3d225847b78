"""Linting one text: screen, parse, tape, rules, positions, suppressions."""

from __future__ import annotations

import functools
import os
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Generic, TypeVar
from weakref import WeakKeyDictionary

from tapelint.call_stack import with_room
from tapelint.failures import guarded, too_long
from tapelint.findings import Confidence, Finding, Reason
from tapelint.interest import Interest
from tapelint.locating import Describer, located
from tapelint.rules import all_rules
from tapelint.rules.unused_suppression import UnusedSuppression
from tapelint.settings import Settings
from tapelint.source import files
from tapelint.source.documents import Document, read_document
from tapelint.source.errors import SourceError
from tapelint.source.observations import done_once, note_text, read_text
from tapelint.source.python_tree import refuse_broken
from tapelint.time_limit import TimeLimitError, limited
from tapelint.took import Took

if TYPE_CHECKING:
    from tapelint.project.demand import EngineTriggers
    from tapelint.reading import Choose, Found, Reading
    from tapelint.rules.checker import Checker
    from tapelint.source.suppressions import Suppressions
    from tapelint.tape.events import Event

_TOO_MANY_STEPS = "checked in part: it takes more steps than a file may; split it, or leave it out"
_TOO_MUCH_MEMORY = (
    "checked in part: it takes more memory than a file may; split it, or leave it out"
)


def lint_source(
    source: str | bytes,
    *,
    path: str | os.PathLike[str] = "<text>",
    settings: Settings | None = None,
    respect_noqa: bool = True,
) -> list[Finding]:
    """Find the pitfalls in one Python text, notebook or Markdown page.

    Args:
        source: The text, or a file's bytes.
        path: The name that findings carry; one that ends in ``.ipynb`` is a notebook's, one that
            ends in ``.md`` or ``.markdown`` a page's.
        settings: Which rules run; by default those that are on by default.
        respect_noqa: Whether comments silence findings.

    Returns:
        The findings in the order of the text.

    Raises:
        SourceError: The text is not Python, or not in the encoding that it declares, or no
            notebook; or a cell of the notebook is not Python (:func:`lint_readable` lints the
            other cells); or linting takes longer than the settings allow.
        SettingsError: The settings name an unknown rule.
    """
    linted = lint_readable(source, path=path, settings=settings, respect_noqa=respect_noqa)
    for error in linted.errors:
        raise error
    return list(linted.findings)


@dataclass(frozen=True)
class Linted:
    """What came out of linting one text.

    Attributes:
        findings: The findings, in the order of the text.
        errors: What could not be linted: the text, cells of a notebook or blocks of Markdown.
        was_read: Whether something of it could.
        is_lasting: Whether the text gives the same again: no error of tapelint's own is among them,
            and it did not take too long.
        limits: The limits of the analysis that were reached, each in words: what stands behind
            them was not looked at.
        mentions_torch: Whether its bytes do.
        matters: Whether there may be something to find in it: if it cannot be read, a run fails,
            also where nobody has named it.
        took: What took the time; ``None`` where it is known from before.
    """

    findings: tuple[Finding, ...] = ()
    errors: tuple[SourceError, ...] = ()
    was_read: bool = True
    is_lasting: bool = True
    limits: tuple[str, ...] = ()
    mentions_torch: bool = True
    matters: bool = True
    took: Took | None = field(default=None, compare=False)


def lint_readable(
    source: str | bytes,
    *,
    path: str | os.PathLike[str] = "<text>",
    settings: Settings | None = None,
    respect_noqa: bool = True,
) -> Linted:
    """Find the pitfalls in what can be read of one Python text or notebook.

    The same as :func:`lint_source`, but what cannot be read is told beside the findings: of a
    notebook with a broken cell, the other cells are linted. What takes longer than the settings
    allow has no findings: those found so far would be others the next time.

    Raises:
        SettingsError: The settings name an unknown rule.
    """
    settings, path = settings or Settings(), os.fspath(path)
    try:
        with limited(settings.time_limit):
            return _lint_parts(source, path, settings, respect_noqa=respect_noqa)
    except TimeLimitError as error:
        took = SourceError(path, too_long(error))
        return Linted(errors=(took,), was_read=False, is_lasting=False)


@with_room
def _lint_parts(
    source: str | bytes, path: str, settings: Settings, *, respect_noqa: bool
) -> Linted:
    raw = source if isinstance(source, bytes) else source.encode("utf-8", "surrogatepass")
    interest = Interest(raw, path, settings, respect_noqa)
    lint = functools.partial(lint_document, path=path, settings=settings, respect_noqa=respect_noqa)
    parts = parts_of(source, path, interest, lint)
    findings = [placed(each, document) for document, found in parts.linted for each in found]
    return Linted(tuple(findings), *parts.besides)


_Out = TypeVar("_Out")
Besides = tuple[tuple[SourceError, ...], bool, bool, tuple[str, ...], bool, bool, Took]
"""What :class:`Linted` holds besides the findings."""


class Parts(Generic[_Out]):
    """What came out of the parts of a text.

    Attributes:
        linted: What could be read, each with what it gave.
        errors: What could not be linted.
        was_read: Whether something could.
        limits: The limits of the analysis that were reached, each in words.
        steps: How many each function took.
        ran: How many steps the core took.
        away: How many of these in other files.
    """

    def __init__(self, interest: Interest) -> None:
        self._interest, self._began = interest, time.process_time()
        self.linted: list[tuple[Document, _Out]] = []
        self.errors: list[SourceError] = []
        self.was_read = False
        self.limits: dict[str, None] = {}
        self.steps: Counter[str] = Counter()
        self.ran = self.away = 0

    @property
    def besides(self) -> Besides:
        """What is told of the text besides what its parts gave."""
        mentions = self._interest.mentions_torch
        matters = mentions or bool(self._interest)
        told = tuple(self.errors), self.was_read, True, tuple(self.limits)
        away = self.away / self.ran if self.ran else 0.0
        took = Took.of(time.process_time() - self._began, self.steps, away)
        return *told, mentions, matters, took


def parts_of(
    source: str | bytes, path: str, interest: Interest, lint: Callable[[Document], _Out]
) -> Parts[_Out]:
    """Lint what can be read of a text, part by part; without any interest in it, only read it.

    Args:
        source: The text, or a file's bytes.
        path: The name that it has.
        interest: What there is to look at in it.
        lint: What is done with each part; a part that is no Python is a ``SourceError``.
    """
    parts: Parts[_Out] = Parts(interest)
    try:
        documents = read_document(source, path).parts()
    except SourceError as error:
        parts.errors.append(error)
        return parts
    parts.was_read = not documents
    for part in documents:
        try:
            if not interest:
                refuse_broken(part, path)
                parts.was_read = True
                continue
            document, found = _readable(part, lint)
        except SourceError as error:
            parts.errors.append(part.placed_error(error))
            continue
        parts.was_read = True
        parts.errors += document.left_out
        parts.linted.append((document, found))
        reading = _readings.pop(document, None)  # a page has a thousand blocks
        if reading is None:
            continue
        parts.steps.update(reading.spent)
        parts.ran, parts.away = parts.ran + reading.steps, parts.away + reading.away
        reached = reading.ended
        parts.limits.update(dict.fromkeys(map(str, reached)))
        if any(each.is_of_memory for each in reached):
            parts.errors.append(SourceError(path, _TOO_MUCH_MEMORY))
        elif any(each.is_of_file for each in reached):
            parts.errors.append(SourceError(path, _TOO_MANY_STEPS))
    return parts


def _readable(document: Document, lint: Callable[[Document], _Out]) -> tuple[Document, _Out]:
    try:
        return document, lint(document)
    except SourceError:
        rest = document.without_broken()
        if rest is None:
            raise
        return rest, lint(rest)


def lint_part(
    document: Document, path: str, settings: Settings, *, respect_noqa: bool = True
) -> tuple[Document, list[Finding]]:
    """What can be read of a document, and the findings in that.

    Raises:
        SourceError: Nothing of it is Python.
        SettingsError: The settings name an unknown rule.
    """
    return _readable(
        document, lambda each: lint_document(each, path, settings, respect_noqa=respect_noqa)
    )


def lint_document(
    document: Document, path: str, settings: Settings, *, respect_noqa: bool = True
) -> list[Finding]:
    """The findings of a document, with their places in the text that is linted.

    Raises:
        SourceError: The text is not Python.
        SettingsError: The settings name an unknown rule.
    """
    raw = document.text.encode("utf-8", "surrogatepass")
    interest = Interest(raw, path, settings, respect_noqa)
    comments = comments_of(document) if interest.speaks_to_us else None
    if comments is not None and comments.skips_file:
        return []
    rules = interest.rules
    findings: list[Finding] = []
    if interest.is_suspect:
        findings = _findings(document, path, rules, settings)
    else:
        refuse_broken(document, path)
    if interest.respects_noqa and findings:
        comments = comments or comments_of(document)
        findings = [each for each in findings if not comments.silences(each)]
    if comments is not None and UnusedSuppression in rules and not document.is_excerpt:
        findings += UnusedSuppression.findings(comments, rules, path)
        findings.sort(key=lambda finding: finding.sort_key)
    return as_wanted(findings, settings)


def comments_of(document: Document) -> Suppressions:
    """The comments of a document that silence findings."""
    from tapelint.source.suppressions import Suppressions

    return Suppressions(document.text)


def as_wanted(findings: Iterable[Finding], settings: Settings) -> list[Finding]:
    """The findings that are known well enough, with their fixes as the settings have them."""
    found = []
    for finding in findings:
        if finding.confidence.reaches(settings.min_confidence):
            fix = settings.as_offered(all_rules()[finding.code], finding.fix)
            found.append(finding if fix == finding.fix else replace(finding, fix=fix))
    return found


def placed(finding: Finding, document: Document) -> Finding:
    """A finding with its places as users know them: in a notebook, by cell."""
    fix = finding.fix
    if fix is not None:
        edits = [document.placed_edit(edit) for edit in fix.edits]
        known = tuple(edit for edit in edits if edit is not None)
        fix = replace(fix, edits=known) if len(known) == len(edits) else None
    return replace(
        finding,
        location=document.place(finding.location),
        because=tuple(_placed(each, finding.path, document) for each in finding.because),
        assumed=tuple(_placed(each, finding.path, document) for each in finding.assumed),
        fix=fix,
    )


_Step = TypeVar("_Step", bound=Reason)


def _placed(step: _Step, path: str, document: Document) -> _Step:
    is_here = step.path == path
    return replace(step, location=document.place(step.location)) if is_here else step


def lint_guarded(
    source: str | bytes, *, path: str, settings: Settings, respect_noqa: bool = True
) -> Linted:
    """Lint one text; whatever goes wrong is a value, so that the other texts go on.

    An error of tapelint's own is such a value too: a linter must not stop the others.
    """
    linted = Linted()
    with guarded(path) as failures:
        linted = lint_readable(source, path=path, settings=settings, respect_noqa=respect_noqa)
    if failures:
        return Linted(errors=tuple(failures), was_read=False, is_lasting=False)
    return linted


_readings: WeakKeyDictionary[Document, Reading] = WeakKeyDictionary()
"""Fixing lints a document more than once, with other rules; it is read once."""


def _findings(
    document: Document, path: str, rules: Sequence[type[Checker]], settings: Settings
) -> list[Finding]:
    finder = _finder.get()
    if finder is not None:
        return finder(document, path, rules, settings)
    level = settings.min_confidence
    return findings_in(reading_of(document, path, settings, (level,)), rules, level=level)


def reading_of(
    document: Document, path: str, settings: Settings, levels: tuple[Confidence, ...]
) -> Reading:
    """What was read of a document, for findings of some levels; it is read once while it lives."""
    reading = _readings.get(document)
    is_known = reading is not None and reading.project == settings.project
    if reading is None or not is_known or not {*levels} <= {*reading.levels}:
        reading = _readings[document] = read(document, path, settings, levels=levels)
    return reading


Finder = Callable[["Document", str, "Sequence[type[Checker]]", Settings], "list[Finding]"]
"""Finds what rules look for in a document, whose name is given."""
_finder: ContextVar[Finder | None] = ContextVar("finder", default=None)


@contextmanager
def finding_with(finder: Finder) -> Iterator[None]:
    """For a while, findings are those that ``finder`` gives: it may keep what it has found."""
    token = _finder.set(finder)
    try:
        yield
    finally:
        _finder.reset(token)


def read(
    document: Document,
    path: str,
    settings: Settings,
    choose: Choose | None = None,
    levels: tuple[Confidence, ...] = (),
) -> Reading:
    """Read a document, for all rules: what is executed depends on no selection.

    Args:
        document: The document.
        path: The name that it has.
        settings: What it is linted with.
        choose: Tells which of its statements are executed; ``None`` for all.
        levels: The least confidences that are asked for later; by default that of the settings.

    Raises:
        SourceError: It is not Python.
    """
    from tapelint.reading import Reading
    from tapelint.source.neighbours import Neighbours

    levels = levels or (settings.min_confidence,)
    neighbours = Neighbours(path) if settings.follow_imports and files.is_file(path) else None
    return Reading(
        document,
        path,
        settings.project,
        neighbours,
        all_triggers(),
        choose=choose,
        levels=levels,
        found_there=functools.partial(_found_once, settings, levels),
    )


def _found_once(settings: Settings, levels: tuple[Confidence, ...], path: str) -> Found:
    """What rules find in another file, which several files may lead to."""
    key = "found", repr(settings.project), settings.follow_imports, levels, path
    return done_once(key, functools.partial(_found_in_file, settings, levels, path))


def _found_in_file(settings: Settings, levels: Sequence[Confidence], path: str) -> Found:
    """What rules find in another file when that is linted, also where comments silence it."""
    from tapelint.reading import Reading
    from tapelint.source.neighbours import Neighbours

    rules = tuple(all_rules().values())
    try:
        raw, text = read_text(path)
        note_text(path, text)
        if not Interest(raw, path, settings, respect_noqa=False, rules=rules).is_suspect:
            return {}
        (document,) = read_document(raw, path).parts()
        project, neighbours = settings.project, Neighbours(path)
        reading = Reading(
            document, path, project, neighbours, all_triggers(), found_there=lambda _: None
        )
    except (OSError, SourceError, RecursionError):
        return {}  # told when it is linted
    by_default = {each.code for each in rules if each.on_by_default}
    return {
        level: frozenset(
            (each.line, each.consequence, each.code in by_default)
            for each in findings_in(reading, rules, level=level)
            if each.confidence.reaches(level)
        )
        for level in levels
    }


@functools.cache
def all_triggers() -> EngineTriggers:
    """What the engines look for in functions, for whichever rule."""
    from tapelint.project.demand import EngineTriggers, Triggers

    def of(has_moved: bool) -> Triggers:
        rules = [rule for rule in all_rules().values() if rule.has_moved is has_moved]
        return Triggers(word for rule in rules for word in rule.serious_triggers())

    return EngineTriggers(of_tape=of(False), of_core=of(True))


def findings_in(
    reading: Reading,
    rules: Sequence[type[Checker]],
    besides: Sequence[Event] = (),
    *,
    level: Confidence,
) -> list[Finding]:
    """What rules find in what was read, with its places in the text that was read.

    All rules hear of it: what one of them leaves to another does not depend on which are wanted.

    Args:
        reading: What was read.
        rules: The rules whose findings are wanted.
        besides: What they are told of the file besides.
        level: The least confidence that is asked for: what nothing speaks for is reported, too,
            where that is the least of all.
    """
    checkers = [rule(Describer(reading)) for rule in all_rules().values()]
    return findings_of(reading, checkers, rules, besides, level=level)


def findings_of(
    reading: Reading,
    checkers: Sequence[Checker],
    rules: Sequence[type[Checker]],
    besides: Sequence[Event] = (),
    *,
    level: Confidence,
) -> list[Finding]:
    """The same for checkers that were made already."""
    from tapelint.rules.visiting import visit

    for each in checkers:
        each.hunts = level is Confidence.POSSIBLE
    events = (*besides, *reading.events)
    here = functools.partial(reading.here, level=level)
    reports = visit(checkers, events, here) if reading.events else []
    reports = [each for each in reports if each.rule in rules]
    return located(reading, reports, reading.path) if reports else []


__all__ = ["Linted", "SourceError", "lint_readable", "lint_source"]
