"""By which tapelint, and by which settings, files were executed."""

from __future__ import annotations

import contextlib
import functools
import importlib.util
import json
import os
import sys
from collections.abc import Iterator

from tapelint.settings import Settings
from tapelint.source.observations import digest_of
from tapelint.version import __version__

_NAME = "tapelint"
FORMAT = 5
"""Goes up by one when what stands in the cache's files changes its form."""


@functools.cache
def tool() -> str | None:
    """What stands for tapelint, Python and libcst; ``None`` where that cannot be told.

    It is made of versions and contents, of no path and no time: wherever the same is installed, it
    is the same.
    """
    try:
        sources = _sources(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
    except OSError:
        return None  # in an archive
    python = (sys.implementation.name, *sys.version_info)
    return _digest([FORMAT, __version__, sources, python, _parser()])


def _sources(package: str) -> str:
    """What stands for tapelint's own sources: the digests of its files.

    An installation keeps a record of them. Sources that are worked on are read.
    """
    record = os.path.join(os.path.dirname(package), f"{_NAME}-{__version__}.dist-info", "RECORD")
    recorded: list[str] = []
    if os.path.isfile(record):
        with open(record, encoding="utf-8", errors="replace") as file:
            recorded = sorted(filter(_is_of_sources, file.read().splitlines()))
    return _digest(recorded or sorted(_contents(package, "")))


def _is_of_sources(line: str) -> bool:
    """Whether a line of a record tells the digest of a source of tapelint's.

    Other lines tell where the commands stand and what has been compiled, which differs between
    installations of the same.
    """
    return line.startswith(f"{_NAME}/") and "=" in line and "__pycache__" not in line


def _contents(folder: str, way: str) -> Iterator[tuple[str, str]]:
    """The sources in a folder and below it: the way to each, and its digest."""
    with os.scandir(folder) as entries:
        for entry in entries:
            if entry.is_dir():
                if entry.name != "__pycache__":
                    yield from _contents(entry.path, f"{way}{entry.name}/")
            elif entry.name.endswith((".py", ".json")):
                with open(entry.path, "rb") as file:
                    yield way + entry.name, digest_of(file.read())


def _parser() -> str:
    """What stands for libcst, which is not imported for it: the content of its version's file."""
    found = importlib.util.find_spec("libcst")
    for place in (found.submodule_search_locations if found is not None else None) or ():
        with contextlib.suppress(OSError), open(os.path.join(place, "_version.py"), "rb") as file:
            return digest_of(file.read())
    from importlib import metadata  # takes long to be imported

    try:
        return metadata.version("libcst")
    except metadata.PackageNotFoundError:
        return ""


def of_settings(settings: Settings, *, are_heard: bool) -> str:
    """What stands for the settings that change what is heard of a file, whatever is selected.

    Args:
        settings: The settings of a file.
        are_heard: Whether they enable any rule for it that hears of what is executed.
    """
    project = settings.project
    return _digest(
        [
            are_heard,
            settings.ignore_noqa,
            settings.follow_imports,
            project.aliases,
            list(project.wrappers.items()),
            project.version,
        ]
    )


def _digest(value: object) -> str:
    return digest_of(json.dumps(value).encode())
