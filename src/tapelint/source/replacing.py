"""Putting new content in the place of a file, all at once."""

from __future__ import annotations

import contextlib
import os
import stat
import tempfile
from pathlib import Path

from tapelint.source.errors import SourceError


def write_file(path: str, content: bytes) -> None:
    """Make a file of these bytes, or put one in the place of what is called so; all or nothing.

    A symbolic link is replaced, not followed: it may lead anywhere. Pipes and devices are
    written to.

    Args:
        path: The file.
        content: The bytes.

    Raises:
        SourceError: It cannot be written.
    """
    temporary = ""
    try:
        mode = _mode(path)
        if path.startswith(_OPENED) or (mode is not None and not stat.S_ISREG(mode)):
            Path(path).write_bytes(content)
            return
        handle, temporary = tempfile.mkstemp(prefix=".tapelint-", dir=os.path.dirname(path) or ".")
        with os.fdopen(handle, "wb") as file:
            file.write(content)
        os.chmod(temporary, _usual_mode() if mode is None else stat.S_IMODE(mode))
        os.replace(temporary, path)
        temporary = ""
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise SourceError(path, f"cannot be written: {reason}") from None
    finally:
        if temporary:  # also after an interrupt
            with contextlib.suppress(OSError):
                os.unlink(temporary)


_OPENED = ("/dev/", "/proc/self/fd/")
"""Links to what this process was given, such as ``/dev/stdout``."""


def _mode(path: str) -> int | None:
    """The mode of a file; ``None`` where there is none, or a link to something else."""
    try:
        status = os.lstat(path)
    except FileNotFoundError:
        return None
    return None if stat.S_ISLNK(status.st_mode) else status.st_mode


def _usual_mode() -> int:
    """The mode of a file that is made anew."""
    mask = os.umask(0o077)
    os.umask(mask)
    return 0o666 & ~mask


def replace_file(path: str, content: bytes, before: bytes | None = None) -> None:
    """Put other bytes in the place of a file, all or nothing; its mode stays.

    Of a symbolic link the file that it leads to is replaced, not the link.

    Args:
        path: The file.
        content: The bytes.
        before: What the file must hold, where that matters: someone else may be writing, too.

    Raises:
        SourceError: It cannot be written, or holds something else.
    """
    target = os.path.realpath(path)
    temporary = ""
    try:
        status = os.stat(target)
        if not stat.S_ISREG(status.st_mode):
            raise SourceError(path, "cannot be written: not a regular file")
        with open(target, "r+b"):
            pass  # a file that may not be written is not replaced either
        handle, temporary = tempfile.mkstemp(prefix=".tapelint-", dir=os.path.dirname(target))
        with os.fdopen(handle, "wb") as file:
            file.write(content)
        os.chmod(temporary, stat.S_IMODE(status.st_mode))
        if hasattr(os, "chown"):
            with contextlib.suppress(OSError):
                os.chown(temporary, status.st_uid, status.st_gid)
        if before is not None and Path(target).read_bytes() != before:
            raise SourceError(path, "not written: it has changed meanwhile; run again")
        os.replace(temporary, target)
        temporary = ""
    except OSError as error:
        reason = error.strerror or type(error).__name__
        raise SourceError(
            path, f"cannot be written: {reason}; check the modes of file and folder"
        ) from None
    finally:
        if temporary:  # also after an interrupt
            with contextlib.suppress(OSError):
                os.unlink(temporary)
