"""What all rules say of a text, at all levels, and what of it the settings let through.

Executing a text takes most of the time, and depends on no selection of rules. So where what a file
gave is kept, all rules are heard, and the selection is applied to what they have said.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from tapelint.call_stack import with_room
from tapelint.failures import guarded
from tapelint.findings import Confidence, Edit, Finding, Location
from tapelint.interest import Interest
from tapelint.lint import (
    Linted,
    as_wanted,
    comments_of,
    findings_in,
    parts_of,
    placed,
    reading_of,
)
from tapelint.rules import all_rules
from tapelint.rules.unused_suppression import UnusedSuppression
from tapelint.settings import Settings
from tapelint.source.errors import SourceError
from tapelint.source.python_tree import refuse_broken
from tapelint.time_limit import limited
from tapelint.took import Took

if TYPE_CHECKING:
    from tapelint.rules.checker import Checker
    from tapelint.source.documents import Document
    from tapelint.source.suppressions import Comments

LEVELS = tuple(Confidence)


@dataclass(frozen=True)
class Said:
    """What a rule has said.

    Attributes:
        finding: It, with its place as users know it.
        levels: The settings of `min-confidence` by which it is said.
        covering: The numbers of the comments about its lines.
    """

    finding: Finding
    levels: tuple[Confidence, ...]
    covering: tuple[int, ...] = ()


@dataclass(frozen=True)
class Part:
    """What was heard of one part of a text.

    Attributes:
        said: What rules have said.
        comments: Its comments; ``None`` where none of them says anything to us.
        places: Where the places of comments, and of their changes, are as users know them; those
            that are the same are left out. ``None`` for one that cannot be changed.
        is_excerpt: Whether a comment in it may be meant for others.
    """

    said: tuple[Said, ...] = ()
    comments: Comments | None = None
    places: Mapping[Location, Location | None] = field(default_factory=dict)
    is_excerpt: bool = False


@dataclass(frozen=True)
class Heard:
    """What was heard of one text; see :class:`~tapelint.lint.Linted`."""

    parts: tuple[Part, ...] = ()
    errors: tuple[SourceError, ...] = ()
    was_read: bool = True
    is_lasting: bool = True
    limits: tuple[str, ...] = ()
    mentions_torch: bool = True
    matters: bool = True
    took: Took | None = field(default=None, compare=False)


def hear_guarded(source: str | bytes, *, path: str, settings: Settings) -> Heard:
    """Hear what all rules say of one text; whatever goes wrong is a value.

    Of the settings count those that change what is executed.
    """
    heard = Heard()
    with guarded(path) as failures, limited(settings.time_limit):
        heard = hear(source, path=path, settings=settings)
    if failures:
        return Heard(errors=tuple(failures), was_read=False, is_lasting=False)
    return heard


@with_room
def hear(source: str | bytes, *, path: str, settings: Settings) -> Heard:
    """The same, where what goes wrong is raised."""
    raw = source if isinstance(source, bytes) else source.encode("utf-8", "surrogatepass")
    interest = Interest(raw, path, settings, respect_noqa=True)
    parts = parts_of(source, path, interest, lambda each: _heard_of(each, path, settings))
    told = [_part(document, *heard) for document, heard in parts.linted]
    said = tuple(each for each in told if each.said or each.comments is not None)
    return Heard(said, *parts.besides)


_Levels = dict[Finding, list[Confidence]]


def _heard_of(document: Document, path: str, settings: Settings) -> tuple[_Levels, Comments | None]:
    """The findings of a document, by which settings they are made, and its comments."""
    found: _Levels = {}
    raw = document.text.encode("utf-8", "surrogatepass")
    interest = Interest(raw, path, settings, respect_noqa=True)
    comments = comments_of(document) if interest.speaks_to_us else None
    if comments is not None and comments.skips_file:
        return found, None
    if interest.is_suspect:
        reading, rules = reading_of(document, path, settings, LEVELS), tuple(all_rules().values())
        for level in LEVELS:
            for each in findings_in(reading, rules, level=level):
                found.setdefault(each, []).append(level)
    else:
        refuse_broken(document, path)
    if interest.respects_noqa and found and comments is None:
        comments = comments_of(document)
    return found, comments


def _part(document: Document, found: _Levels, comments: Comments | None) -> Part:
    said = []
    kept = None if comments is None else comments.alone()
    if kept is not None and kept == type(kept)():
        kept = None
    about = kept.directives if kept is not None else []
    for each in sorted(found, key=lambda each: each.sort_key):
        covering = tuple(at for at, comment in enumerate(about) if comment.covers(each))
        said.append(Said(placed(each, document), tuple(found[each]), covering))
    places = _places(document, kept) if kept is not None and document.cells else {}
    return Part(tuple(said), kept, places, document.is_excerpt)


def _places(document: Document, comments: Comments) -> dict[Location, Location | None]:
    """The places of comments as users know them, and where their changes can be made."""
    found: dict[Location, Location | None] = {}
    for each in (*comments.directives, *comments.unknown):
        for at in filter(None, (each.removal, each.list_at)):
            edit = document.placed_edit(Edit(at, ""))
            found[at] = None if edit is None else edit.location
        found.setdefault(each.location, document.place(each.location))
    return found


def chosen(heard: Heard, path: str, settings: Settings) -> Linted:
    """What is told of a text, as settings choose.

    Raises:
        SettingsError: The settings name an unknown rule.
    """
    rules = settings.enabled_rules(path)
    findings = [
        finding
        for part in heard.parts
        for finding in as_wanted(_told(part, path, rules, settings), settings)
    ]
    told = heard.errors, heard.was_read, heard.is_lasting, heard.limits
    return Linted(tuple(findings), *told, heard.mentions_torch, heard.matters, heard.took)


def _told(
    part: Part, path: str, rules: Sequence[type[Checker]], settings: Settings
) -> list[Finding]:
    codes = {rule.code for rule in rules}
    level, comments = settings.min_confidence, part.comments
    said = [each for each in part.said if level in each.levels and each.finding.code in codes]
    if comments is None:
        return [each.finding for each in said]
    comments = comments.alone()
    about = comments.directives
    found = [
        each.finding
        for each in said
        if not comments.silences(each.finding, [about[at] for at in each.covering])
    ]
    if UnusedSuppression in rules and not part.is_excerpt:
        unused = UnusedSuppression.findings(comments, rules, path)
        found += [_placed(each, part.places) for each in unused]
        found.sort(key=lambda finding: finding.sort_key)
    return found


def _placed(finding: Finding, places: Mapping[Location, Location | None]) -> Finding:
    fix = finding.fix
    if fix is not None:
        at = [places.get(edit.location, edit.location) for edit in fix.edits]
        edits = [Edit(new, old.content) for new, old in zip(at, fix.edits, strict=True) if new]
        fix = replace(fix, edits=tuple(edits)) if len(edits) == len(at) else None
    return replace(finding, location=places.get(finding.location) or finding.location, fix=fix)
