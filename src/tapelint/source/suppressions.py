"""``# noqa`` comments, read exactly as the installed flake8 reads them.

flake8 is a dependency and its patterns have changed between its versions; asking it is how the
command and the plugin stay equal.
"""

from __future__ import annotations

import functools
import io
import re
import tokenize
from collections.abc import Iterable

from tapelint.source.decoding import split_lines

_SEPARATORS = re.compile(r"[,\s]+")


@functools.cache
def _patterns() -> tuple[re.Pattern[str], re.Pattern[str]]:
    """flake8's patterns for a line's and for a file's comment."""
    from flake8 import defaults

    inline = getattr(defaults, "NOQA_INLINE_REGEXP", None) or defaults.NOQA_INLINE_REGEX
    return inline, defaults.NOQA_FILE


class Suppressions:
    """The suppression comments of one text."""

    def __init__(self, text: str) -> None:
        self._lines = split_lines(text)
        self._has_any = "noqa" in text.lower()
        self._whole_file = False
        self._file_codes: list[str] = []
        self._ranges: dict[int, str] = {}
        if self._has_any:
            self._read_file_level()
            self._ranges = _text_of_ranges(text, self._lines)

    def _read_file_level(self) -> None:
        _, pattern = _patterns()
        for line in self._lines:
            match = pattern.match(line)
            if match is None:
                continue
            codes = match.groupdict().get("codes")
            if codes is None:
                self._whole_file = True
            else:
                self._file_codes.extend(_codes(codes))

    def silences(self, code: str, line: int) -> bool:
        """Whether a comment on ``line`` silences the rule ``code``.

        Where a string runs over several lines, a comment on any of them counts.
        """
        if not self._has_any:
            return False
        if self._whole_file or _matches(code, self._file_codes):
            return True
        pattern, _ = _patterns()
        match = pattern.search(self._ranges.get(line, ""))
        if match is None:
            return False
        codes = match.group("codes")
        return codes is None or _matches(code, _codes(codes))


def _codes(text: str) -> list[str]:
    return [part for part in _SEPARATORS.split(text.lstrip(":")) if part]


def _matches(code: str, prefixes: Iterable[str]) -> bool:
    return any(code.startswith(prefix) for prefix in prefixes)


def _text_of_ranges(text: str, lines: list[str]) -> dict[int, str]:
    """For each line, the text in which flake8 looks for its comment."""
    joined: dict[int, str] = {}
    first, last = len(lines) + 2, -1
    try:
        for token in tokenize.generate_tokens(io.StringIO(text).readline):
            if token.type in {tokenize.ENDMARKER, tokenize.DEDENT}:
                continue
            first, last = min(first, token.start[0]), max(last, token.end[0])
            if token.type in {tokenize.NL, tokenize.NEWLINE}:
                found = "\n".join(lines[first - 1 : last])
                joined.update(dict.fromkeys(range(first, last + 1), found))
                first, last = len(lines) + 2, -1
    except (tokenize.TokenError, SyntaxError):
        return {}
    return joined
