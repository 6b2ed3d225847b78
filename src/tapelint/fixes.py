"""Fixing a text: applying the fixes of its findings until nothing is left to fix.

Each round lints the text, applies the fixes that do not get in each other's way, and keeps the
result only if it is Python, its findings are gone, and it has none of any rule that was not there
before. A fix that fails this is dropped. Where nothing more can be applied, the round is the last:
so fixing twice changes nothing more.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace

from tapelint.failures import too_long
from tapelint.findings import Applicability, Confidence, Consequence, Finding
from tapelint.lint import lint_document, lint_part, lint_source, placed
from tapelint.rules.selectors import ALL
from tapelint.settings import Settings
from tapelint.source.documents import Document, read_document
from tapelint.source.edits import Lines, Origins, Splice, Taken
from tapelint.source.errors import SourceError
from tapelint.time_limit import TimeLimitError, check, limited

MOST_ROUNDS = 100
"""Each round fixes at least one finding; a text with more that stand in a row keeps the rest."""


_BLOCK = re.compile(r"(?P<opening>with [^\r\n]*:)(?:\r\n|\r|\n)(?P<indent>[ \t]+)")
"""The beginning of what a fix writes where it puts a statement into a block."""
_NEXT_LINE = re.compile(r"(?:\r\n|\r|\n)(?P<margin>[ \t]*)")


@dataclass(frozen=True)
class Fixed:
    """What came out of fixing a text.

    Attributes:
        source: The fixed text or bytes; what was given where nothing was fixed.
        fixed: The findings that were fixed, with their places at that time.
        remaining: The findings of the fixed text.
    """

    source: str | bytes
    fixed: tuple[Finding, ...]
    remaining: tuple[Finding, ...]


def fix_source(
    source: str | bytes,
    *,
    path: str = "<text>",
    settings: Settings | None = None,
    unsafe_fixes: bool | None = None,
) -> Fixed:
    """Fix the findings of one Python text or notebook that have a fix.

    Args:
        source: The text, or a file's bytes; the result is of the same type.
        path: The name that findings carry; one that ends in ``.ipynb`` is a notebook's.
        settings: Which rules run and fix; by default those that are on by default.
        unsafe_fixes: Whether fixes are applied that change numbers or need a look; ``None`` for
            what the settings say.

    Returns:
        The fixed text, what was fixed and what remains.

    Raises:
        SourceError: The text is not Python, or not in the encoding that it declares, or no
            notebook.
        SettingsError: The settings name an unknown rule.
    """
    settings = settings or Settings()
    if unsafe_fixes is not None:
        settings = replace(settings, unsafe_fixes=unsafe_fixes)
    found = lint_source(source, path=path, settings=settings)
    return fix_findings(source, found, path=path, settings=settings)


def fix_findings(
    source: str | bytes, found: Sequence[Finding], *, path: str, settings: Settings
) -> Fixed:
    """Fix some findings of a text; the others are left alone, and do not count as remaining.

    Args:
        source: The text, or a file's bytes.
        found: The findings to fix, as :func:`lint_source` gives them.
        path: The name that findings carry.
        settings: Those that the findings were found with.

    Raises:
        SourceError: The text cannot be linted, or fixing it takes longer than the settings allow.
    """
    try:
        with limited(settings.time_limit):
            return _fix_findings(source, found, path, settings)
    except TimeLimitError as error:
        raise SourceError(path, f"not fixed: {too_long(error)}") from None


def _fix_findings(
    source: str | bytes, found: Sequence[Finding], path: str, settings: Settings
) -> Fixed:
    unchanged = Fixed(source, (), tuple(found))
    if not any(can_apply(each, settings) for each in found):
        return unchanged
    document = read_document(source, path)
    if document.source != source:
        return unchanged  # an encoding that does not come back as it was
    fixer = _Fixer(path, settings)
    document, _ = lint_part(document, path, settings)
    document, fixed = fixer.fix(document, found)
    if not fixed:
        return unchanged
    remaining = [placed(each, document) for each in fixer.found(document)]
    return Fixed(document.source, tuple(fixed), tuple(remaining))


def can_apply(finding: Finding, settings: Settings) -> bool:
    """Whether a finding has a fix that may be applied; what settings forbid is no fix at all."""
    fix = finding.fix
    return fix is not None and (settings.unsafe_fixes or fix.applicability is Applicability.SAFE)


@dataclass(frozen=True)
class _Candidate:
    """A finding whose fix may be applied, with its place in the text that is linted.

    Attributes:
        finding: The finding.
        splices: What its fix changes.
        block: How the block opens that its statement goes into, where another one opens it.
    """

    finding: Finding
    splices: tuple[Splice, ...]
    block: str | None = None


_Key = tuple[str, int]
"""A finding's code and the offset at which it starts."""


@dataclass(frozen=True)
class _Seen:
    """What there is in a document.

    Attributes:
        by_all: The findings of all rules, whatever a comment says of them.
        reported: How many findings the settings and the comments let through, by their keys.
        silent: The keys of those that are about a comment.
    """

    by_all: dict[_Key, Finding]
    reported: Counter[_Key]
    silent: frozenset[_Key]


class _Fixer:
    def __init__(self, path: str, settings: Settings) -> None:
        self._path = path
        self._settings = settings
        self._everything = replace(
            settings,
            select=(ALL,),
            extend_select=(),
            ignore=(),
            per_file_ignores={},
            min_confidence=Confidence.LIKELY,
        )
        self._left: set[_Key] = set()

    def fix(
        self, document: Document, wanted: Collection[Finding]
    ) -> tuple[Document, list[Finding]]:
        """The fixed document, and what was fixed in it.

        Args:
            document: The document.
            wanted: The findings to fix; others are left alone, wherever they move.
        """
        kept = set(wanted)
        lines = Lines(document.text)
        self._left = {
            _key(each, lines)
            for each in lint_document(document, self._path, self._settings)
            if placed(each, document) not in kept
        }
        fixed: list[Finding] = []
        for _ in range(MOST_ROUNDS):
            candidates = self._candidates(document)
            if not candidates:
                break
            chosen, edited = self._apply(document, candidates, self._seen(document))
            if edited is None:
                break
            fixed += [placed(each.finding, document) for each in chosen]
            self._follow(document.text, edited, _splices(chosen))
            document = edited
        return document, fixed

    def found(self, document: Document) -> list[Finding]:
        """The findings of a document but for those that are left alone."""
        lines = Lines(document.text)
        found = lint_document(document, self._path, self._settings)
        return [each for each in found if _key(each, lines) not in self._left]

    def _follow(self, before: str, edited: Document, splices: Sequence[Splice]) -> None:
        """Find what is left alone again, where it is now."""
        if not self._left:
            return
        lines = Lines(edited.text)
        keys = [_key(each, lines) for each in lint_document(edited, self._path, self._settings)]
        origins = Origins(before, splices)
        self._left = {key for key in keys if (key[0], origins.of(key[1])) in self._left}

    def _candidates(self, document: Document) -> list[_Candidate]:
        lines = Lines(document.text)
        return [
            _Candidate(each, tuple(lines.splice(edit) for edit in each.fix.edits))
            for each in self.found(document)
            if each.fix is not None
            and can_apply(each, self._settings)
            and all(document.placed_edit(edit) is not None for edit in each.fix.edits)
        ]

    def _apply(
        self, document: Document, candidates: Sequence[_Candidate], before: _Seen
    ) -> tuple[list[_Candidate], Document | None]:
        """Apply what can be applied together; half by half where the whole does not hold."""
        chosen: list[_Candidate] = []
        kept: Document | None = None
        pending = [list(candidates)]
        while pending:
            batch = pending.pop()
            more = _without_clashes(document, batch, chosen)
            edited = self._checked(document, [*chosen, *more], before) if more else None
            if edited is not None:
                chosen, kept = [*chosen, *more], edited
            elif more and len(batch) > 1:
                pending += [batch[len(batch) // 2 :], batch[: len(batch) // 2]]
        return chosen, kept

    def _checked(
        self, document: Document, chosen: Sequence[_Candidate], before: _Seen
    ) -> Document | None:
        """The document with fixes applied, or ``None`` where it is no better than it was."""
        check()
        splices = _splices(chosen)
        edited = document.edited(splices)
        if edited is None:
            return None
        try:
            after = self._seen(edited)
        except SourceError:
            return None

        origins = Origins(document.text, splices)

        def back(key: _Key) -> _Key:
            return key[0], origins.of(key[1])

        came_from = {back(key): finding for key, finding in after.by_all.items()}
        if len(came_from) < len(after.by_all):
            return None
        reported = Counter(back(key) for key in after.reported.elements())
        lines = Lines(document.text)
        for each in chosen:
            key = _key(each.finding, lines)
            if key in came_from or reported[key] >= before.reported[key]:
                return None
        silent = {back(key) for key in after.silent}
        for key in (came_from.keys() - before.by_all.keys()) | (
            reported.keys() - before.reported.keys() - silent
        ):
            # A comment that has become needless is no new mistake: the next round takes it away.
            finding = came_from.get(key)
            if finding is None or not self._is_progress(finding, key[1], chosen, lines):
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

    def _seen(self, document: Document) -> _Seen:
        lines = Lines(document.text)
        found = lint_document(document, self._path, self._everything, respect_noqa=False)
        reported = lint_document(document, self._path, self._settings)
        _parse_cells(document, self._path)
        return _Seen(
            {_key(each, lines): each for each in found},
            Counter(_key(each, lines) for each in reported),
            frozenset(
                _key(each, lines) for each in reported if each.consequence is Consequence.NONE
            ),
        )


def _key(finding: Finding, lines: Lines) -> _Key:
    return finding.code, lines.offset(finding.line, finding.column)


def _splices(chosen: Iterable[_Candidate]) -> list[Splice]:
    return list(dict.fromkeys(splice for each in chosen for splice in each.splices))


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


def _without_clashes(
    document: Document, candidates: Sequence[_Candidate], chosen: Sequence[_Candidate]
) -> list[_Candidate]:
    """The candidates that can be applied at once, beside those that were chosen before.

    Those behind a clash wait for the next round. What clashes with one that waits waits too, so
    that statements are fixed in order. Of statements in a row that get the same block, each goes
    into that of the one above it.
    """
    text = document.text
    taken, waiting = Taken(text), Taken(text)
    for one in chosen:
        taken.take(one.splices)
    above = chosen[-1] if chosen else None
    found: list[_Candidate] = []
    for one in candidates:
        each: _Candidate | None = one
        if taken.clashes(one.splices):
            each = _in_block_of(document, above, one) if above is not None else None
            if above is None or not taken.clashes_only_with(one.splices, above.splices[-1]):
                each = None
        if each is None or waiting.clashes(one.splices):
            waiting.take(one.splices)
            continue
        taken.take(one.splices)
        found.append(each)
        above = each
    return found


def _in_block_of(document: Document, above: _Candidate, candidate: _Candidate) -> _Candidate | None:
    """A candidate whose statement goes into the block that the statement above it gets.

    ``None`` where the two do not get the same block, or do not stand right below each other.
    """
    text, (before, splice) = document.text, (above.splices[-1], candidate.splices[0])
    block = _BLOCK.match(splice.content)
    if block is None or len(candidate.splices) != 1:
        return None
    opening, indent = block.group("opening"), block.group("indent")
    between = _NEXT_LINE.fullmatch(text, before.end, splice.start)
    margin = between.group("margin") if between is not None else None
    if margin is None or not indent.startswith(margin):
        return None
    unit = indent.removeprefix(margin)
    first = text.rfind("\n", 0, before.start) + 1
    if text[first : before.start] != margin or _starts_cell(document, splice.start):
        return None
    if (above.block or _block_of(text, before, margin, unit)) != opening:
        return None
    content = unit + splice.content[block.end() :]
    return replace(candidate, splices=(replace(splice, content=content),), block=opening)


def _block_of(text: str, splice: Splice, margin: str, unit: str) -> str | None:
    """How the block opens that a statement gets, or that it joins above it."""
    own = _BLOCK.match(splice.content)
    if own is not None:
        return own.group("opening")
    if splice.content != unit + text[splice.start : splice.end]:
        return None
    end = text.rfind("\n", 0, splice.start)
    while end > 0:
        start = text.rfind("\n", 0, end) + 1
        line = text[start:end].removesuffix("\r")
        if line.startswith(margin) and line[len(margin) :][:1].strip():
            return line.removeprefix(margin)
        end = start - 1
    return None


def _starts_cell(document: Document, offset: int) -> bool:
    """Whether a notebook's cell begins at a place."""
    return bool(document.cells) and Lines(document.text).place(offset)[0] in document.cells


def fix_guarded(
    source: str | bytes, found: Sequence[Finding], *, path: str, settings: Settings
) -> Fixed:
    """Fix findings of one text; an error of tapelint's own leaves it as it was.

    Raises:
        SourceError: The text cannot be linted, or fixing it failed.
    """
    try:
        return fix_findings(source, found, path=path, settings=settings)
    except SourceError:
        raise
    except RecursionError:
        raise SourceError(path, "nested too deep to be fixed; simplify it") from None
    except Exception as error:
        raise SourceError(
            path,
            f"not fixed: internal error in tapelint ({type(error).__name__}); please report it",
        ) from None
