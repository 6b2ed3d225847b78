"""Writing a changed text back as the file that it came from: encoding, mark and mode are kept."""

from __future__ import annotations

import codecs
import io
import os
import tempfile
import tokenize

from tapelint.source.errors import SourceError


def encode_as(text: str, raw: bytes, path: str) -> bytes:
    """The bytes of a text, in the encoding and with the byte-order mark of what was read.

    Args:
        text: The changed text, without a byte-order mark.
        raw: What the file holds.
        path: The file, for the error.

    Raises:
        SourceError: The encoding knows not all letters of the text.
    """
    mark = codecs.BOM_UTF8 if raw.startswith(codecs.BOM_UTF8) else b""
    encoding, _ = tokenize.detect_encoding(io.BytesIO(raw).readline)
    try:
        return mark + text.encode("utf-8" if mark else encoding)
    except UnicodeEncodeError:
        reason = f"the change cannot be written in {encoding}; declare utf-8"
        raise SourceError(path, reason) from None


def replace_file(path: str, content: bytes) -> None:
    """Put new content in a file's place, all or nothing; its mode is kept, links are followed.

    Raises:
        SourceError: It cannot be written.
    """
    target = os.path.realpath(path)
    try:
        handle, temporary = tempfile.mkstemp(dir=os.path.dirname(target), prefix=".tapelint-")
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(content)
            os.chmod(temporary, os.stat(target).st_mode & 0o7777)
            os.replace(temporary, target)
        except BaseException:
            os.unlink(temporary)
            raise
    except OSError as error:
        reason = f"cannot be written: {error.strerror}; check the modes of file and folder"
        raise SourceError(path, reason) from None
