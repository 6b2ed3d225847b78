"""What there is to look at in a text, as its bytes tell."""

from __future__ import annotations

import codecs
import functools
from typing import TYPE_CHECKING

from tapelint.rules import all_rules
from tapelint.screen import imported_modules, may_fire, may_suppress, names_library
from tapelint.source import files
from tapelint.source.documents import NOTEBOOK

if TYPE_CHECKING:
    from tapelint.rules.checker import Checker
    from tapelint.settings import Settings


@functools.cache
def _triggers() -> frozenset[str]:
    """The trigger words of all rules: whether a text is read depends on no selection."""
    return frozenset(word for rule in all_rules().values() for word in rule.triggers)


class Interest:
    """What there is to look at in a text, as its bytes tell."""

    def __init__(
        self,
        raw: bytes,
        path: str,
        settings: Settings,
        respect_noqa: bool,
        rules: tuple[type[Checker], ...] | None = None,
    ) -> None:
        raw = raw.removeprefix(codecs.BOM_UTF8)
        self.rules = settings.enabled_rules(path) if rules is None else rules
        self.is_suspect = any(rule.triggers for rule in self.rules) and (
            may_fire(raw, _triggers(), settings.project.words)
            or (settings.follow_imports and files.is_file(path) and _meets_others(raw, path))
        )
        self.respects_noqa = respect_noqa and not settings.ignore_noqa
        self.speaks_to_us = self.respects_noqa and may_suppress(raw)
        # Letters of two or four bytes have nulls between them.
        self.mentions_torch = b"torch" in raw.replace(b"\0", b"")

    def __bool__(self) -> bool:
        return self.is_suspect or self.speaks_to_us


def _meets_others(raw: bytes, path: str) -> bool:
    """Whether a text may find in other files of its project what it lacks for a finding.

    A function over there may do what a rule looks for to a tensor of this file. A text that does
    not name torch may get tensors from over there.
    """
    from tapelint.source.importers import may_meet_tensors
    from tapelint.source.neighbours import Neighbours

    if path.endswith(NOTEBOOK):
        raw = raw.replace(b"\\n", b"\n").replace(b'"', b"\n")  # lines of cells are strings of JSON
    if not names_library(raw):
        return may_meet_tensors(files.absolute(path), raw)
    neighbours = Neighbours(path)
    here = neighbours.here
    return any(
        not module.strip(".") or neighbours.find(neighbours.absolute(module, here), here)
        for module in imported_modules(raw)
    )
