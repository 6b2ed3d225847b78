"""From bytes to text, as Python itself would read them."""

from __future__ import annotations

import io
import tokenize

from tapelint.source.errors import SourceError

BYTE_ORDER_MARK = "\ufeff"


def encoding_of(source: bytes) -> str:
    """The encoding that a Python file declares; one that keeps a byte-order mark as a character.

    Raises:
        SyntaxError: It declares one that Python does not know, or is not UTF-8.
    """
    encoding, _ = tokenize.detect_encoding(io.BytesIO(source).readline)
    return "utf-8" if encoding == "utf-8-sig" else encoding


_WIDE = {
    b"\xff\xfe\0\0": "UTF-32",
    b"\0\0\xfe\xff": "UTF-32",
    b"\xff\xfe": "UTF-16",
    b"\xfe\xff": "UTF-16",
}
"""Byte-order marks, the longer ones first."""
_SAMPLE = 4096
"""How many bytes tell whether a text without a byte-order mark has two for each letter."""


def refuse_wide(source: bytes, path: str) -> None:
    """Refuse a text with two or four bytes for each letter: nothing can be found in its bytes.

    Raises:
        SourceError: It is one.
    """
    name = next((each for mark, each in _WIDE.items() if source.startswith(mark)), None)
    if name is None and b"\0" in source[:_SAMPLE] and _has_every_other_null(source[:_SAMPLE]):
        name = "UTF-16"
    if name is not None:
        raise SourceError(path, f"{name}, which Python cannot read; save it as UTF-8")


def _has_every_other_null(source: bytes) -> bool:
    """Whether nulls stand at even places or at odd ones, and are many: as in letters of ASCII."""
    first, second = (part.count(b"\0") for part in (source[::2], source[1::2]))
    return min(first, second) == 0 and max(first, second) >= max(4, len(source) // 8)


def decode(source: bytes, path: str) -> str:
    """The text of a Python file, without a byte-order mark; line endings are kept.

    Raises:
        SourceError: The bytes are not in the encoding that the file declares (UTF-8 where it
            declares none).
    """
    refuse_wide(source, path)
    try:
        encoding = encoding_of(source)
    except (SyntaxError, LookupError) as error:
        if _is_utf8(source):
            raise SourceError(path, f"{error}; declare utf-8", 1) from None
        raise SourceError(path, *_not_utf8(source)) from None
    try:
        text = source.decode(encoding)
    except UnicodeDecodeError as error:
        line = source.count(b"\n", 0, error.start) + 1
        raise SourceError(
            path, f"not valid {encoding}: {error.reason}; save it as UTF-8", line
        ) from None
    except (LookupError, UnicodeError):  # `undefined` is a codec that refuses all
        raise SourceError(path, f"unknown encoding {encoding!r}; declare utf-8", 1) from None
    return text.removeprefix(BYTE_ORDER_MARK)


def _is_utf8(source: bytes) -> bool:
    try:
        source.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return True


def _not_utf8(source: bytes) -> tuple[str, int]:
    try:
        source.decode("utf-8")
    except UnicodeDecodeError as error:
        line = source.count(b"\n", 0, error.start) + 1
        return f"not valid utf-8: {error.reason}; save it as UTF-8 or declare its encoding", line
    return "not valid utf-8", 1


def by_newline(text: str) -> list[str]:
    """The lines of a text with their endings, cut at newlines alone, as a patch counts them."""
    lines = [f"{line}\n" for line in text.split("\n")]
    last = lines.pop().removesuffix("\n")
    return [*lines, last] if last else lines


def split_lines(text: str) -> list[str]:
    r"""The lines of a text, split where Python splits them: at ``\n``, ``\r\n`` and ``\r``."""
    return text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
