"""``# noqa`` comments, read as flake8 reads them."""

from __future__ import annotations

import io
import re
import tokenize
from collections.abc import Iterable

from tapelint.source.decoding import split_lines

_SEPARATOR = r"[,\s]"
_CODE = r"[A-Z]+[0-9]*"
_NOQA = re.compile(
    rf"# noqa(?::[\s]?(?P<codes>{_CODE}(?:{_SEPARATOR}+{_CODE})*))?(?![A-Za-z0-9])",
    re.IGNORECASE,
)
_NOQA_FILE = re.compile(
    rf"\s*# flake8[:=]\s*noqa(?P<codes>:\s?{_CODE}(?:{_SEPARATOR}+{_CODE})*)?\s*$", re.IGNORECASE
)


class Suppressions:
    """The suppression comments of one text."""

    def __init__(self, text: str) -> None:
        self._lines = split_lines(text)
        self._has_any = "noqa" in text.lower()
        self._statements: dict[int, str] = {}
        self._file_codes: list[str] = []
        self._whole_file = False
        if self._has_any:
            self._read_file_level()
            self._statements = _text_of_statements(text, self._lines)

    def _read_file_level(self) -> None:
        for line in self._lines:
            match = _NOQA_FILE.match(line)
            if match is None:
                continue
            codes = match.group("codes")
            if codes is None:
                self._whole_file = True
            else:
                self._file_codes.extend(_codes(codes.lstrip(":")))

    def silences(self, code: str, line: int) -> bool:
        """Whether a comment on the statement at ``line`` silences the rule ``code``."""
        if not self._has_any:
            return False
        if self._whole_file or _matches(code, self._file_codes):
            return True
        text = self._statements.get(line)
        if text is None and 0 < line <= len(self._lines):
            text = self._lines[line - 1]
        match = _NOQA.search(text or "")
        if match is None:
            return False
        codes = match.group("codes")
        return codes is None or _matches(code, _codes(codes))


def _codes(text: str) -> list[str]:
    return [part.upper() for part in re.split(_SEPARATOR, text) if part]


def _matches(code: str, prefixes: Iterable[str]) -> bool:
    return any(code.startswith(prefix) for prefix in prefixes)


def _text_of_statements(text: str, lines: list[str]) -> dict[int, str]:
    """For each line, the lines of the whole logical line that it is part of."""
    joined: dict[int, str] = {}
    first = None
    try:
        for token in tokenize.generate_tokens(io.StringIO(text).readline):
            if token.type in {tokenize.ENDMARKER, tokenize.DEDENT, tokenize.INDENT}:
                continue
            first = token.start[0] if first is None else first
            if token.type == tokenize.NEWLINE:
                last = token.end[0]
                statement = "\n".join(lines[first - 1 : last])
                joined.update(dict.fromkeys(range(first, last + 1), statement))
                first = None
            elif token.type in {tokenize.NL, tokenize.COMMENT} and first == token.start[0]:
                first = None if token.type == tokenize.NL else first
    except (tokenize.TokenError, SyntaxError):
        pass
    return joined
