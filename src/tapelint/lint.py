"""Linting one text: screen, parse, tape, rules, positions, suppressions."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, TypeVar
from weakref import WeakKeyDictionary

from tapelint.call_stack import with_room
from tapelint.findings import Confidence, Finding, Reason
from tapelint.locating import Describer, located
from tapelint.rules import all_rules
from tapelint.rules.unused_suppression import UnusedSuppression
from tapelint.screen import imported_modules, may_fire, may_suppress, names_library
from tapelint.settings import Settings
from tapelint.source import files
from tapelint.source.decoding import refuse_wide
from tapelint.source.documents import NOTEBOOK, Document, read_document
from tapelint.source.errors import SourceError
from tapelint.source.observations import note_text, read_text
from tapelint.time_limit import TimeLimitError, limited

if TYPE_CHECKING:
    from tapelint.project.demand import Triggers
    from tapelint.reading import Choose, Found, Reading
    from tapelint.rules.checker import Checker
    from tapelint.source.suppressions import Suppressions
    from tapelint.tape.events import Event
    from tapelint.tape.machine.budgets import Ended

_TOO_MANY_STEPS = "checked in part: it takes more steps than a file may; split it, or leave it out"


def lint_source(
    source: str | bytes,
    *,
    path: str = "<text>",
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
    """

    findings: tuple[Finding, ...] = ()
    errors: tuple[SourceError, ...] = ()
    was_read: bool = True
    is_lasting: bool = True
    limits: tuple[str, ...] = ()


def lint_readable(
    source: str | bytes,
    *,
    path: str = "<text>",
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
    settings = settings or Settings()
    try:
        with limited(settings.time_limit):
            return _lint_parts(source, path, settings, respect_noqa=respect_noqa)
    except TimeLimitError as error:
        took = SourceError(path, too_long(error))
        return Linted(errors=(took,), was_read=False, is_lasting=False)


def too_long(error: TimeLimitError) -> str:
    """What is told of a text that takes too long, and what to do."""
    return (
        f"given up after {error.seconds:g} seconds; split the file, leave it out, or raise the "
        "setting `time-limit`"
    )


@with_room
def _lint_parts(
    source: str | bytes, path: str, settings: Settings, *, respect_noqa: bool
) -> Linted:
    raw = source if isinstance(source, bytes) else source.encode("utf-8", "surrogatepass")
    if not _Interest(raw, path, settings, respect_noqa):
        hidden = _hidden(source, path)
        return Linted() if hidden is None else Linted(errors=(hidden,), was_read=False)
    findings: list[Finding] = []
    errors: list[SourceError] = []
    limits: dict[str, None] = {}
    was_read = False
    try:
        parts = read_document(source, path).parts()
    except SourceError as error:
        return Linted(errors=(error,), was_read=False)
    for part in parts:
        try:
            document, found = lint_part(part, path, settings, respect_noqa=respect_noqa)
        except SourceError as error:
            errors.append(part.placed_error(error))
            continue
        was_read = True
        errors += document.left_out
        findings += [placed(finding, document) for finding in found]
        reached = limits_of(document)
        limits.update(dict.fromkeys(map(str, reached)))
        if any(each.is_of_file for each in reached):
            errors.append(SourceError(path, _TOO_MANY_STEPS))
    return Linted(tuple(findings), tuple(errors), was_read or not parts, limits=tuple(limits))


def lint_part(
    document: Document, path: str, settings: Settings, *, respect_noqa: bool = True
) -> tuple[Document, list[Finding]]:
    """What can be read of a document, and the findings in that.

    Raises:
        SourceError: Nothing of it is Python.
        SettingsError: The settings name an unknown rule.
    """
    try:
        return document, lint_document(document, path, settings, respect_noqa=respect_noqa)
    except SourceError:
        rest = document.without_broken()
        if rest is None:
            raise
        return rest, lint_document(rest, path, settings, respect_noqa=respect_noqa)


class _Interest:
    """What there is to look at in a text, as its bytes tell."""

    def __init__(self, raw: bytes, path: str, settings: Settings, respect_noqa: bool) -> None:
        self.rules = settings.enabled_rules(path)
        triggers = [word for rule in self.rules for word in rule.triggers]
        self.is_suspect = may_fire(raw, triggers, settings.project.words) or (
            bool(triggers)
            and settings.follow_imports
            and files.is_file(path)
            and _meets_others(raw, path)
        )
        self.respects_noqa = respect_noqa and not settings.ignore_noqa
        self.speaks_to_us = self.respects_noqa and may_suppress(raw)

    def __bool__(self) -> bool:
        return self.is_suspect or (self.speaks_to_us and UnusedSuppression in self.rules)


def _hidden(source: str | bytes, path: str) -> SourceError | None:
    """What keeps words from being seen in the bytes of a text that holds none of interest."""
    try:
        if str(path).endswith(NOTEBOOK):
            from tapelint.source.notebook_content import content_of, decoded

            content_of(decoded(source, path), path)
        elif isinstance(source, bytes):
            refuse_wide(source, path)
    except SourceError as error:
        return error
    return None


def _meets_others(raw: bytes, path: str) -> bool:
    """Whether a text may find in other files of its project what it lacks for a finding.

    A function over there may do what a rule looks for to a tensor of this file. A text that does
    not name torch may get tensors from over there.
    """
    from tapelint.source.importers import may_meet_tensors
    from tapelint.source.neighbours import Neighbours

    if not names_library(raw):
        return path.endswith(".py") and may_meet_tensors(files.absolute(path), raw)
    neighbours = Neighbours(path)
    here = neighbours.here
    return any(
        not module.strip(".") or neighbours.find(neighbours.absolute(module, here), here)
        for module in imported_modules(raw)
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
    interest = _Interest(raw, path, settings, respect_noqa)
    comments = _comments(document) if interest.speaks_to_us else None
    if not interest or (comments is not None and comments.skips_file):
        return []
    rules = interest.rules
    findings = _findings(document, path, rules, settings) if interest.is_suspect else []
    if interest.respects_noqa and findings:
        comments = comments or _comments(document)
        findings = [each for each in findings if not comments.silences(each)]
    if comments is not None and UnusedSuppression in rules and not document.is_excerpt:
        findings += UnusedSuppression.findings(comments, rules, path)
        findings.sort(key=lambda finding: finding.sort_key)
    return [_as_wanted(each, settings) for each in findings if _is_wanted(each, settings)]


def _comments(document: Document) -> Suppressions:
    from tapelint.source.suppressions import Suppressions

    return Suppressions(document.text)


def _is_wanted(finding: Finding, settings: Settings) -> bool:
    return finding.confidence.reaches(settings.min_confidence)


def _as_wanted(finding: Finding, settings: Settings) -> Finding:
    """The finding, with its fix as the settings have it."""
    fix = settings.as_offered(all_rules()[finding.code], finding.fix)
    return finding if fix == finding.fix else replace(finding, fix=fix)


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
    try:
        return lint_readable(source, path=path, settings=settings, respect_noqa=respect_noqa)
    except RecursionError:
        error = SourceError(path, "nested too deep to be analysed; simplify it")
    except Exception as problem:
        # The error's own text may be of any length: libcst puts whole trees into it.
        error = SourceError(
            path, f"internal error in tapelint ({type(problem).__name__}); please report it"
        )
    return Linted(errors=(error,), was_read=False, is_lasting=False)


_readings: WeakKeyDictionary[Document, Reading] = WeakKeyDictionary()
"""Fixing lints a document more than once, with other rules; it is read once."""


def limits_of(document: Document) -> tuple[Ended, ...]:
    """The limits that were reached when a document was linted, as long as it is kept."""
    reading = _readings.get(document)
    return reading.ended if reading is not None else ()


def _findings(
    document: Document, path: str, rules: Sequence[type[Checker]], settings: Settings
) -> list[Finding]:
    finder = _finder.get()
    if finder is not None:
        return finder(document, path, rules, settings)
    reading = _readings.get(document)
    if reading is None or reading.project != settings.project:
        reading = _readings[document] = read(document, path, settings)
    return findings_in(reading, rules, hunts=hunts(settings))


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
) -> Reading:
    """Read a document, for all rules: what is executed depends on no selection.

    Args:
        document: The document.
        path: The name that it has.
        settings: What it is linted with.
        choose: Tells which of its statements are executed; ``None`` for all.

    Raises:
        SourceError: It is not Python.
    """
    from tapelint.reading import Reading
    from tapelint.source.neighbours import Neighbours

    neighbours = Neighbours(path) if settings.follow_imports and files.is_file(path) else None
    return Reading(
        document,
        path,
        settings.project,
        neighbours,
        all_triggers(),
        choose=choose,
        found_there=functools.partial(_found_in_file, settings),
    )


def _found_in_file(settings: Settings, path: str) -> Found:
    """What rules find in another file when that is linted, also where comments silence it."""
    from tapelint.reading import Reading
    from tapelint.source.neighbours import Neighbours

    try:
        raw, text = read_text(path)
        note_text(path, text)
        everything = replace(settings, select=("ALL",), ignore=(), per_file_ignores={})
        if not _Interest(raw, path, everything, respect_noqa=False).is_suspect:
            return frozenset()
        (document,) = read_document(raw, path).parts()
        project, neighbours = settings.project, Neighbours(path)
        reading = Reading(
            document, path, project, neighbours, all_triggers(), found_there=lambda _: None
        )
    except (OSError, SourceError, RecursionError):
        return frozenset()  # told when it is linted
    found = findings_in(reading, rules := tuple(all_rules().values()), hunts=hunts(settings))
    by_default = {each.code for each in rules if each.on_by_default}
    return frozenset(
        (each.line, each.consequence, each.code in by_default)
        for each in found
        if _is_wanted(each, settings)
    )


@functools.cache
def all_triggers() -> Triggers:
    """What the tape looks for in functions, for whichever rule."""
    from tapelint.project.demand import Triggers

    return Triggers(word for rule in all_rules().values() for word in rule.serious_triggers())


def findings_in(
    reading: Reading,
    rules: Sequence[type[Checker]],
    besides: Sequence[Event] = (),
    *,
    hunts: bool,
) -> list[Finding]:
    """What rules find in what was read, with its places in the text that was read.

    All rules hear of it: what one of them leaves to another does not depend on which are wanted.

    Args:
        reading: What was read.
        rules: The rules whose findings are wanted.
        besides: What they are told of the file besides.
        hunts: Whether they report what nothing speaks for, too.
    """
    checkers = [rule(Describer(reading)) for rule in all_rules().values()]
    for each in checkers:
        each.hunts = hunts
    return findings_of(reading, checkers, rules, besides)


def hunts(settings: Settings) -> bool:
    """Whether what nothing speaks for is to be reported, too."""
    return settings.min_confidence is Confidence.POSSIBLE


def findings_of(
    reading: Reading,
    checkers: Sequence[Checker],
    rules: Sequence[type[Checker]],
    besides: Sequence[Event] = (),
) -> list[Finding]:
    """The same for checkers that were made already."""
    from tapelint.rules.visiting import visit

    events = (*besides, *reading.events)
    reports = visit(checkers, events, reading.here) if reading.events else []
    reports = [each for each in reports if each.rule in rules]
    return located(reading, reports, reading.path) if reports else []


__all__ = ["Linted", "SourceError", "lint_readable", "lint_source"]
