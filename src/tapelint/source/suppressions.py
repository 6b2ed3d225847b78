"""Comments that silence findings: ``# noqa`` and ``# tapelint: ignore[...]``.

``# noqa`` is read exactly as the installed flake8 reads it: flake8 is a dependency and its
patterns have changed between its versions; asking it is how the command and the plugin stay equal.
"""

from __future__ import annotations

import functools
import io
import re
import tokenize
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

from tapelint.findings import Edit, Finding, Location
from tapelint.source.decoding import split_lines
from tapelint.source.role_comments import says_roles

_SEPARATORS = re.compile(r"[,\s]+")
_OWN = re.compile(
    r"#\s*tapelint\s*:\s*(?P<word>[\w-]*)(?P<brackets>[ \t]*\[(?P<rules>[^\]#]*)\])?", re.IGNORECASE
)
_WORD = re.compile(r"[\w-]+")
_LAYOUT = frozenset(
    {tokenize.NL, tokenize.COMMENT, tokenize.INDENT, tokenize.DEDENT, tokenize.ENDMARKER}
)


@dataclass
class Directive:
    """One comment, or a part of one, that silences findings.

    Attributes:
        text: What it says, without what follows it.
        location: Where it stands; to the end of its comment, or to the next ``#`` in it.
        lines: The first and the last line that it is about.
        selectors: What it names, as written; empty where it silences everything.
        is_noqa: Whether it is flake8's; then selectors are beginnings of codes.
        in_string: Whether it is no comment, but a text that looks like one.
        used: Those of the selectors that have silenced a finding ("" where there are none).
        removal: Where the comment stands with what goes with it; ``None`` where it is to stay.
        list_at: Where its selectors stand; ``None`` where they cannot be changed.
    """

    text: str
    location: Location
    lines: tuple[int, int]
    selectors: tuple[str, ...]
    is_noqa: bool
    in_string: bool = False
    used: set[str] = field(default_factory=set)
    removal: Location | None = None
    list_at: Location | None = None

    def matching(self, finding: Finding) -> list[str]:
        """The selectors that name the finding's rule; "" stands for all rules."""
        if not self.selectors:
            return [""]
        if self.is_noqa:
            return [each for each in self.selectors if finding.code.startswith(each)]
        return [
            each
            for each in self.selectors
            if finding.name == each.lower() or finding.code.startswith(each.upper())
        ]

    def covers(self, finding: Finding) -> bool:
        """Whether the finding stands, with one of its lines, where the comment is about."""
        first, last = self.lines
        return first <= finding.location.end_line and finding.line <= last

    def without(self, selectors: Iterable[str]) -> Edit | None:
        """The edit that takes selectors out of the comment, or the comment away.

        ``None`` for a comment that stands in a string.
        """
        gone = set(selectors)
        kept = [each for each in self.selectors if each not in gone]
        at = self.list_at if kept else self.removal
        return None if at is None else Edit(at, ", ".join(kept))


@dataclass
class _Comment:
    """A comment token, with the lines that it is about as one of ours."""

    line: int
    column: int
    text: str
    lines: tuple[int, int]


@dataclass
class Comments:
    """What the comments of one text silence.

    Attributes:
        skips_file: Whether ``# tapelint: skip-file`` stands in it.
        directives: The comments that silence lines.
        unknown: Comments that speak to us in words that we do not know; the selectors of one are
            all words behind the first.
        whole_file: Whether ``# flake8: noqa`` stands in it.
        file_codes: What ``# flake8: noqa: ...`` names.
    """

    skips_file: bool = False
    directives: list[Directive] = field(default_factory=list)
    unknown: list[Directive] = field(default_factory=list)
    whole_file: bool = False
    file_codes: list[str] = field(default_factory=list)

    @property
    def silences_file(self) -> bool:
        """Whether nothing is to be reported at all."""
        return self.skips_file or self.whole_file

    def alone(self) -> Comments:
        """The comments without their text; none of them has silenced anything."""
        return Comments(
            self.skips_file,
            [replace(each, used=set()) for each in self.directives],
            self.unknown,
            self.whole_file,
            self.file_codes,
        )

    def covering(self, finding: Finding) -> list[Directive]:
        """The comments about the lines of a finding."""
        return [each for each in self.directives if each.covers(finding)]

    def silences(self, finding: Finding, covering: Sequence[Directive] | None = None) -> bool:
        """Whether a comment silences a finding; all that do are noted as used.

        Where a finding or a string runs over several lines, a comment on any of them counts.
        ``covering`` are the comments about its lines, where that is known.
        """
        is_silenced = self.silences_file or _matches(finding.code, self.file_codes)
        for directive in self.covering(finding) if covering is None else covering:
            matching = directive.matching(finding)
            directive.used.update(matching)
            is_silenced = is_silenced or bool(matching)
        return is_silenced

    def silencing(self, finding: Finding) -> list[str]:
        """The comments that silence a finding, as they are written."""
        found = ["# tapelint: skip-file"] if self.skips_file else []
        if self.whole_file or _matches(finding.code, self.file_codes):
            found.append("# flake8: noqa")
        return found + [each.text for each in self.covering(finding) if each.matching(finding)]


class Suppressions(Comments):
    """The comments of one text, which is read for them."""

    def __init__(self, text: str) -> None:
        super().__init__()
        lowered = text.lower()
        self._lines = split_lines(text)
        self._ranges: list[tuple[int, int]] = []
        has_noqa, has_own = "noqa" in lowered, "tapelint" in lowered
        if has_noqa:
            self._read_file_level()
        if has_noqa or has_own:
            comments = self._tokenized()
            if has_noqa:
                self._read_noqa(comments)
            if has_own:
                for comment in comments:
                    self._read_own(comment)
        self.directives = [self._with_places(each) for each in self.directives]

    def noqa_for(self, line: int) -> Directive | None:
        """The only ``# noqa`` that flake8 looks at for a line."""
        of_line = (each for each in self.directives if each.is_noqa)
        return next((each for each in of_line if each.lines[0] <= line <= each.lines[1]), None)

    def line_for_comment(self, line: int) -> int:
        """The line at whose end a comment about ``line`` can stand."""
        return self._range_of(line)[1]

    # --- reading ---

    def _read_file_level(self) -> None:
        _, pattern = _patterns()
        for line in self._lines:
            match = pattern.match(line)
            if match is None:
                continue
            codes = match.groupdict().get("codes")
            if codes is None:
                self.whole_file = True
            else:
                self.file_codes.extend(_codes(codes))

    def _read_noqa(self, comments: Iterable[_Comment]) -> None:
        """flake8 looks for one comment in the text of each range of lines, strings included."""
        pattern, _ = _patterns()
        by_line = {comment.line: comment for comment in comments}
        for first, last in self._ranges:
            text = "\n".join(self._lines[first - 1 : last])
            match = pattern.search(text)
            if match is None:
                continue
            before = text[: match.start()]
            line = first + before.count("\n")
            column = match.start() - (before.rfind("\n") + 1) + 1
            comment = by_line.get(line)
            if comment is None or comment.column > column:
                in_string = True
                location = Location(line, column, line, column + len(match.group()))
            else:
                in_string = False
                location = _until_next(comment, column)
            codes = match.group("codes")
            self.directives.append(
                Directive(
                    match.group().rstrip(" ,"),
                    location,
                    (first, last),
                    tuple(_codes(codes)) if codes is not None else (),
                    is_noqa=True,
                    in_string=in_string,
                )
            )

    def _read_own(self, comment: _Comment) -> None:
        for match in _OWN.finditer(comment.text):
            word, rules = match["word"].lower(), match["rules"]
            location = _until_next(comment, comment.column + match.start())
            selectors = tuple(_codes(rules)) if rules is not None else ()
            directive = Directive(match.group(), location, comment.lines, selectors, is_noqa=False)
            is_open = comment.text[match.end() :].lstrip().startswith("[")
            if word == "skip-file" and rules is None:
                self.skips_file = True
            elif word == "ignore" and not is_open and (selectors or rules is None):
                self.directives.append(directive)
            elif word != "role" or not says_roles(comment.text[match.start() :]):
                end = location.end_column - comment.column
                words = tuple(_WORD.findall(comment.text, match.end("word"), end))
                self.unknown.append(replace(directive, selectors=words))

    def _range_of(self, line: int) -> tuple[int, int]:
        """The lines that a comment at the end of a line is about: more than one around strings."""
        if not self._ranges:
            self._tokenized()
        for first, last in self._ranges:
            if first <= line <= last:
                return first, last
        return line, line

    def _tokenized(self) -> list[_Comment]:
        """All comments; notes the ranges of lines on the way."""
        comments: list[_Comment] = []
        leading: list[_Comment] = []
        within: list[_Comment] = []
        self._ranges = []
        start = 0
        in_statement = False
        try:
            for token in tokenize.generate_tokens(io.StringIO("\n".join(self._lines)).readline):
                if token.type in {tokenize.ENDMARKER, tokenize.DEDENT}:
                    continue
                start = start or token.start[0]
                if token.type == tokenize.COMMENT:
                    line, column = token.start[0], token.start[1] + 1
                    comment = _Comment(line, column, token.string, (0, 0))
                    comments.append(comment)
                    if self._lines[line - 1][: column - 1].strip() == "":
                        (within if in_statement else leading).append(comment)
                elif token.type not in _LAYOUT and token.type != tokenize.NEWLINE:
                    in_statement = True
                    for comment in within:
                        comment.lines = (comment.line, token.end[0])
                    within.clear()
                if token.type in {tokenize.NL, tokenize.NEWLINE}:
                    self._ranges.append((start, max(start, token.start[0])))
                    start = 0
                if token.type == tokenize.NEWLINE:
                    in_statement = False
                    for comment in leading:
                        comment.lines = (comment.line, token.start[0])
                    leading.clear()
        except (tokenize.TokenError, SyntaxError):
            self._ranges = []
            return []
        for comment in comments:
            if comment.lines == (0, 0):
                comment.lines = self._range_of(comment.line)
        return comments

    def _with_places(self, directive: Directive) -> Directive:
        """A directive that knows where it can be changed."""
        at = directive.location
        line = self._lines[at.line - 1]
        if directive.in_string or "\n" in directive.text:
            return directive
        before, after = line[: at.column - 1], line[at.end_column - 1 :]
        removal = at
        if not after:
            if before.strip():
                start = len(before.rstrip()) + 1
                removal = Location(at.line, start, at.line, at.end_column)
            elif at.line < len(self._lines):
                removal = Location(at.line, 1, at.line + 1, 1)
            else:
                removal = Location(at.line, 1, at.line, at.end_column)
        written = line[at.column - 1 : at.end_column - 1]
        return replace(directive, removal=removal, list_at=_list_at(directive, written))


def _list_at(directive: Directive, written: str) -> Location | None:
    """Where the selectors of a comment stand."""
    begin = written.find("[" if not directive.is_noqa else ":") + 1
    end = len(directive.text) - (0 if directive.is_noqa else 1)
    if not begin or end < begin:
        return None
    while begin < len(written) and written[begin] == " ":
        begin += 1
    at = directive.location
    column = at.column + begin
    return Location(at.line, column, at.line, at.column + end)


@functools.cache
def _patterns() -> tuple[re.Pattern[str], re.Pattern[str]]:
    """flake8's patterns for a line's and for a file's comment."""
    from flake8 import defaults

    inline = getattr(defaults, "NOQA_INLINE_REGEXP", None) or defaults.NOQA_INLINE_REGEX
    return inline, defaults.NOQA_FILE


def _until_next(comment: _Comment, column: int) -> Location:
    """From a column to the next ``#`` of a comment, or to its end."""
    following = comment.text.find("#", column - comment.column + 1)
    length = len(comment.text.rstrip()) if following < 0 else following
    return Location(comment.line, column, comment.line, comment.column + length)


def _codes(text: str) -> list[str]:
    return [part for part in _SEPARATORS.split(text.lstrip(":").strip()) if part]


def _matches(code: str, prefixes: Iterable[str]) -> bool:
    return any(code.startswith(prefix) for prefix in prefixes)
