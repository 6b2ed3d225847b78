"""By which tapelint, and by which settings, findings were found."""

from __future__ import annotations

import functools
import importlib.util
import json
import os
import platform
import sys
from collections.abc import Iterator

from tapelint.rules.checker import Checker
from tapelint.settings import Settings
from tapelint.source.observations import digest_of
from tapelint.version import __version__

FORMAT = 2
"""Goes up by one when what stands in the cache's files changes its form."""


@functools.cache
def tool() -> str | None:
    """What stands for tapelint, Python and libcst; ``None`` where that cannot be told."""
    try:
        sources = _sources(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
    except OSError:
        return None  # in an archive
    python = (platform.python_implementation(), *sys.version_info[:3])
    return _digest([FORMAT, __version__, sources, python, _parser()])


def _sources(package: str) -> str:
    """What stands for tapelint's own sources.

    An installation keeps a record of the digests of its files. Sources that are worked on are told
    by their times and sizes.
    """
    above = os.path.dirname(package)
    record = os.path.join(above, f"tapelint-{__version__}.dist-info", "RECORD")
    if os.path.isfile(record):
        with open(record, "rb") as file:
            return digest_of(file.read())
    return _digest(sorted(_stamps(package)))


def _stamps(folder: str) -> Iterator[tuple[str, int, int]]:
    with os.scandir(folder) as entries:
        for entry in entries:
            if entry.is_dir():
                if entry.name != "__pycache__":
                    yield from _stamps(entry.path)
            elif entry.name.endswith((".py", ".json")):
                status = entry.stat()
                yield entry.path, status.st_mtime_ns, status.st_size


def _parser() -> str:
    """What stands for libcst, which is not imported for it."""
    found = importlib.util.find_spec("libcst")
    places = found.submodule_search_locations if found is not None else None
    for place in places or ():
        try:
            with open(os.path.join(place, "_version.py"), "rb") as file:
                return place + digest_of(file.read())
        except OSError:
            return place
    return ""


def of_settings(settings: Settings, rules: tuple[type[Checker], ...]) -> str:
    """What stands for the settings that change findings.

    Args:
        settings: The settings of a file.
        rules: The rules that they enable for it.
    """
    project = settings.project
    return _digest(
        [
            [(rule.code, settings.offers_fix(rule)) for rule in rules],
            settings.min_confidence.value,
            settings.follow_imports,
            project.aliases,
            list(project.wrappers.items()),
            project.version,
        ]
    )


def _digest(value: object) -> str:
    return digest_of(json.dumps(value).encode())
