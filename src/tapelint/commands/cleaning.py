"""The command ``clean``: deleting the cache."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from typing import Any, NoReturn

from tapelint.caching import folder
from tapelint.commands.running import CLEAN, fail, governing, settings_resolver
from tapelint.terminal import show


def clean(options: Mapping[str, Any]) -> NoReturn:
    """Delete the cache of the current folder's project, and say what was deleted."""
    place = folder.place(governing(settings_resolver(options)), options["cache_dir"])
    try:
        size = folder.remove(place)
    except folder.ForeignFolderError as error:
        fail(f"{place}: {error}; nothing is deleted")
    except OSError as error:
        fail(f"{place}: cannot be deleted: {error.strerror or type(error).__name__}")
    if size is None:
        show(f"No cache in {place}.")
    else:
        show(f"Deleted {place}: {(size + 999) // 1000} kB.")
    sys.exit(CLEAN)
