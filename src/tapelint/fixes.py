"""Mending a text: applying the fixes of its findings until nothing is left to mend.

Each round lints the text, applies the fixes that do not get in each other's way, and keeps the
result only if it is Python, its findings are gone, and it has none of any rule that was not there
before. A fix that fails this is dropped. Where nothing more can be applied, the round is the last:
so mending twice changes nothing more.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from tapelint.findings import Applicability, Consequence, Finding
from tapelint.lint import lint_document, lint_source, placed
from tapelint.settings import ALL, Settings
from tapelint.source.documents import Document, read_document
from tapelint.source.edits import Lines, Splice, clash, origin
from tapelint.source.errors import SourceError

MOST_ROUNDS = 100
"""Each round mends at least one finding; a text with more that stand in a row keeps the rest."""


@dataclass(frozen=True)
class Fixed:
    """What came out of mending a text.

    Attributes:
        source: The mended text or bytes; what was given where nothing was mended.
        fixed: The findings that were mended, with their places at that time.
        remaining: The findings of the mended text.
    """

    source: str | bytes
    fixed: tuple[Finding, ...]
    remaining: tuple[Finding, ...]


def fix_source(
    source: str | bytes,
    *,
    path: str = "<text>",
    settings: Settings | None = None,
    unsafe_fixes: bool = False,
) -> Fixed:
    """Mend the findings of one Python text or notebook that have a fix.

    Args:
        source: The text, or a file's bytes; the result is of the same type.
        path: The name that findings carry; one that ends in ``.ipynb`` is a notebook's.
        settings: Which rules run; by default those that are on by default.
        unsafe_fixes: Whether fixes are applied that change numbers or need a look.

    Returns:
        The mended text, what was mended and what remains.

    Raises:
        SourceError: The text is not Python, or not in the encoding that it declares, or no
            notebook.
        SettingsError: The settings name an unknown rule.
    """
    settings = settings or Settings()
    found = lint_source(source, path=path, settings=settings)
    if not any(can_apply(each, unsafe_fixes) for each in found):
        return Fixed(source, (), tuple(found))
    document = read_document(source, path)
    if document.source != source:
        return Fixed(source, (), tuple(found))  # an encoding that does not come back as it was
    mender = _Mender(path, settings, unsafe_fixes)
    document, fixed = mender.mend(document)
    if not fixed:
        return Fixed(source, (), tuple(found))
    remaining = [placed(each, document) for each in lint_document(document, path, settings)]
    return Fixed(document.source, tuple(fixed), tuple(remaining))


def can_apply(finding: Finding, unsafe_fixes: bool) -> bool:
    """Whether a finding has a fix that may be applied."""
    fix = finding.fix
    return fix is not None and (unsafe_fixes or fix.applicability is Applicability.SAFE)


@dataclass(frozen=True)
class _Candidate:
    """A finding whose fix may be applied, with its place in the text that is linted."""

    finding: Finding
    splices: tuple[Splice, ...]


_Places = dict[tuple[str, int], Finding]
"""Findings by their code and the offset at which they start."""


class _Mender:
    def __init__(self, path: str, settings: Settings, unsafe_fixes: bool) -> None:
        self._path = path
        self._settings = settings
        self._everything = replace(settings, select=(ALL,), extend_select=(), ignore=())
        self._unsafe_fixes = unsafe_fixes

    def mend(self, document: Document) -> tuple[Document, list[Finding]]:
        """The mended document, and what was mended in it."""
        fixed: list[Finding] = []
        for _ in range(MOST_ROUNDS):
            candidates = self._candidates(document)
            if not candidates:
                break
            before = self._places_of(document)
            chosen, edited = self._apply(document, candidates, before)
            if edited is None:
                break
            fixed += [placed(each.finding, document) for each in chosen]
            document = edited
        return document, fixed

    def _candidates(self, document: Document) -> list[_Candidate]:
        lines = Lines(document.text)
        found = lint_document(document, self._path, self._settings)
        return [
            _Candidate(each, tuple(lines.splice(edit) for edit in each.fix.edits))
            for each in found
            if each.fix is not None
            and can_apply(each, self._unsafe_fixes)
            and all(document.placed_edit(edit) is not None for edit in each.fix.edits)
        ]

    def _apply(
        self, document: Document, candidates: Sequence[_Candidate], before: _Places
    ) -> tuple[list[_Candidate], Document | None]:
        """Apply what can be applied together; one by one where the whole does not hold."""
        together = _without_clashes(document.text, candidates)
        edited = self._checked(document, together, before)
        if edited is not None:
            return together, edited
        chosen: list[_Candidate] = []
        kept: Document | None = None
        for each in candidates:
            if any(clash(document.text, each.splices, other.splices) for other in chosen):
                continue
            edited = self._checked(document, [*chosen, each], before)
            if edited is not None:
                chosen.append(each)
                kept = edited
        return chosen, kept

    def _checked(
        self, document: Document, chosen: Sequence[_Candidate], before: _Places
    ) -> Document | None:
        """The document with fixes applied, or ``None`` where it is no better than it was."""
        splices = list(dict.fromkeys(splice for each in chosen for splice in each.splices))
        edited = document.edited(splices)
        if edited is None:
            return None
        try:
            after = self._places_of(edited)
        except SourceError:
            return None
        came_from = {
            (code, origin(offset, splices)): finding for (code, offset), finding in after.items()
        }
        lines = Lines(document.text)
        mended = {
            (each.finding.code, lines.offset(each.finding.line, each.finding.column))
            for each in chosen
        }
        if len(came_from) < len(after) or not mended.isdisjoint(came_from):
            return None
        for key, finding in came_from.items():
            if key not in before and not self._is_progress(finding, key[1], chosen, lines):
                return None
        return edited

    def _is_progress(
        self, finding: Finding, start: int, chosen: Sequence[_Candidate], lines: Lines
    ) -> bool:
        """Whether a new finding is what an unsafe fix promises: an error for a silent mistake."""
        return finding.consequence is Consequence.RAISES and any(
            each.finding.consequence is Consequence.WRONG_GRADIENT
            and lines.offset(each.finding.line, each.finding.column) == start
            for each in chosen
        )

    def _places_of(self, document: Document) -> _Places:
        """All findings of all rules, whatever a comment says of them."""
        lines = Lines(document.text)
        found = lint_document(document, self._path, self._everything, respect_noqa=False)
        _parse_cells(document, self._path)
        return {(each.code, lines.offset(each.line, each.column)): each for each in found}


def _parse_cells(document: Document, path: str) -> None:
    """Check that the text is Python, and each cell of a notebook by itself.

    Raises:
        SourceError: It is not.
    """
    from tapelint.source.parsing import parse

    if not document.cells:
        return
    lines = Lines(document.text)
    starts = [lines.offset(line, 1) for line in sorted(document.cells)]
    for start, end in zip(starts, [*starts[1:], len(document.text)], strict=True):
        parse(document.text[start:end], path)


def _without_clashes(text: str, candidates: Sequence[_Candidate]) -> list[_Candidate]:
    """The candidates that can be applied at once; those behind a clash wait for the next round.

    What clashes with one that waits waits too, so that statements in a row are mended in order
    and come to lie in one block.
    """
    chosen: list[_Candidate] = []
    waiting: list[_Candidate] = []
    for each in candidates:
        if any(clash(text, each.splices, other.splices) for other in (*chosen, *waiting)):
            waiting.append(each)
        else:
            chosen.append(each)
    return chosen


def fix_guarded(source: str | bytes, *, path: str, settings: Settings, unsafe_fixes: bool) -> Fixed:
    """Mend one text; an error of tapelint's own leaves it as it was.

    Raises:
        SourceError: The text cannot be linted, or mending it failed.
    """
    try:
        return fix_source(source, path=path, settings=settings, unsafe_fixes=unsafe_fixes)
    except SourceError:
        raise
    except RecursionError:
        raise SourceError(path, "nested too deep to be mended; simplify it") from None
    except Exception as error:
        raise SourceError(
            path,
            f"not mended: internal error in tapelint ({type(error).__name__}); please report it",
        ) from None
