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


def decode(source: bytes, path: str) -> str:
    """The text of a Python file, without a byte-order mark; line endings are kept.

    Raises:
        SourceError: The bytes are not in the encoding that the file declares (UTF-8 where it
            declares none).
    """
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
    except LookupError:
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


def split_lines(text: str) -> list[str]:
    r"""The lines of a text, split where Python splits them: at ``\n``, ``\r\n`` and ``\r``."""
    return text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
