"""Putting new content in the place of a file, all at once."""

from __future__ import annotations

import contextlib
import os
import stat
import tempfile

from tapelint.source.errors import SourceError


def replace_file(path: str, content: bytes) -> None:
    """Put other bytes in the place of a file, all or nothing; its mode stays.

    Of a symbolic link the file that it leads to is replaced, not the link.

    Raises:
        SourceError: It cannot be written.
    """
    target = os.path.realpath(path)
    temporary = ""
    try:
        before = os.stat(target)
        with open(target, "r+b"):
            pass  # a file that may not be written is not replaced either
        handle, temporary = tempfile.mkstemp(prefix=".tapelint-", dir=os.path.dirname(target))
        with os.fdopen(handle, "wb") as file:
            file.write(content)
        os.chmod(temporary, stat.S_IMODE(before.st_mode))
        if hasattr(os, "chown"):
            with contextlib.suppress(OSError):
                os.chown(temporary, before.st_uid, before.st_gid)
        os.replace(temporary, target)
    except OSError as error:
        if temporary:
            with contextlib.suppress(OSError):
                os.unlink(temporary)
        reason = error.strerror or type(error).__name__
        raise SourceError(
            path, f"cannot be written: {reason}; check the modes of file and folder"
        ) from None
