"""Which settings files may govern a file: told from names and bytes, before any is parsed."""

from __future__ import annotations

import functools
import os

OWN_FILE = "tapelint.toml"
SHARED_FILE = "pyproject.toml"
_NAME = b"tapelint"


def settings_files_in(folder: str) -> list[str]:
    """The files of a folder that may hold settings, the likeliest first."""
    paths = [os.path.join(folder, name) for name in (OWN_FILE, SHARED_FILE)]
    return [path for path in paths if os.path.isfile(path)]


def may_speak_of_us(path: str, raw: bytes) -> bool:
    """Whether a settings file with these bytes may hold settings of ours."""
    return os.path.basename(path) != SHARED_FILE or _NAME in raw


@functools.lru_cache(maxsize=4096)
def may_be_governed(folder: str) -> bool:
    """Whether a file with settings of ours may stand in a folder (an absolute path) or above it."""
    above = os.path.dirname(folder)
    if above != folder and may_be_governed(above):
        return True
    for path in settings_files_in(folder):
        try:
            with open(path, "rb") as file:
                if may_speak_of_us(path, file.read()):
                    return True
        except OSError:
            return True  # whoever reads it tells what is wrong
    return False
