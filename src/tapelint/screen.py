"""Can any rule fire in this text at all? Decided from bytes, before libcst is imported.

Most files of a project never mention torch, and most that do hold no word that a rule needs.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Iterable, Iterator

_LIBRARY = b"torch"
_IMPORT = re.compile(rb"^[ \t]*(?:from[ \t]+([.\w]+)|import[ \t]+(\w[^\n\r#;]*))", re.MULTILINE)
_SUPPRESSION = re.compile(rb"#[^\n\r]*?(?:tapelint\s*:|noqa[^\n\r]*TAP)", re.IGNORECASE)


@functools.lru_cache(maxsize=16)
def _trigger_pattern(triggers: frozenset[str]) -> re.Pattern[bytes]:
    words = sorted(triggers, key=len)
    return re.compile(b"|".join(re.escape(word.encode()) for word in words))


def may_fire(source: bytes, triggers: Iterable[str], project: Iterable[str] = ()) -> bool:
    """Whether a rule with one of these trigger words may find something in ``source``.

    Args:
        source: The file's bytes, in an encoding that keeps ASCII letters (UTF-8 and its like).
        triggers: The trigger words of the enabled rules.
        project: Names of the project's own that stand for something of torch.
    """
    words = frozenset(triggers)
    if not words:
        return False
    if any(name.encode() in source for name in project):
        return True
    return names_library(source) and _trigger_pattern(words).search(source) is not None


def imported_modules(source: bytes) -> Iterator[str]:
    """The modules that ``source`` seems to import, as they are written, dots included."""
    for found in _IMPORT.finditer(source):
        if found[1] is not None:
            yield found[1].decode("utf-8", "replace")
        else:
            for name in found[2].decode("utf-8", "replace").split(","):
                yield name.strip().partition(" ")[0]


def names_library(source: bytes) -> bool:
    """Whether ``source`` names torch at all."""
    return _LIBRARY in source


def may_suppress(source: bytes) -> bool:
    """Whether ``source`` may hold a comment that silences a rule of ours by name."""
    return _SUPPRESSION.search(source) is not None
