"""Can any rule fire in this text at all? Decided from bytes, before libcst is imported.

Most files of a project never mention torch, and most that do hold no word that a rule needs.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Iterable, Iterator

_LIBRARY = b"torch"
_IDIOM = re.compile(rb"\.backward\(|\.zero_grad\(|\bnn\.Module\b|\bF\.\w*loss")
"""What snippets for torch say that leave its import to the reader."""
_IMPORT = rb"(?m)^[ \t]*(?:from[ \t]+([.\w]+)|import[ \t]+(\w[^\n\r#;]*))"
_SUPPRESSION = re.compile(rb"tapelint\s*:")
_IN_EVERY_SUPPRESSION = b"tap"
_WIDE = (b"\xff\xfe", b"\xfe\xff")
"""How texts begin that have two or four bytes for each letter."""


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
    for found in re.finditer(_IMPORT, source):
        if found[1] is not None:
            yield found[1].decode("utf-8", "replace")
        else:
            for name in found[2].decode("utf-8", "replace").split(","):
                yield name.strip().partition(" ")[0]


def may_matter(source: bytes) -> bool:
    """Whether ``source`` may matter to any rule, where the project has no words of its own.

    It is told without the rules, and says yes more often than :func:`may_fire` and
    :func:`may_suppress` do, and where letters cannot be found in the bytes.
    """
    return (
        names_library(source)
        or _IN_EVERY_SUPPRESSION in source.lower()
        or b"\0" in source
        or source.startswith(_WIDE)
    )


def names_library(source: bytes) -> bool:
    """Whether ``source`` names torch, or is a snippet that leaves all imports out."""
    return _LIBRARY in source or (
        _IDIOM.search(source) is not None and re.search(_IMPORT, source) is None
    )


def may_suppress(source: bytes) -> bool:
    """Whether ``source`` may hold a comment that silences a rule of ours by name.

    Each line is looked at once: what a notebook shows may be one line of megabytes.
    """
    source = source.lower()
    if b"tapelint" not in source and b"noqa" not in source:
        return False
    for line in source.splitlines():
        comment = line.partition(b"#")[2]
        if _SUPPRESSION.search(comment) or b"tap" in comment.partition(b"noqa")[2]:
            return True
    return False
