"""What the worker process is asked for, and how it does it. Plain data, sent from and to it."""

from __future__ import annotations

import abc
import functools
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from tapelint.findings import Finding
from tapelint.settings import Settings
from tapelint.source.documents import NOTEBOOK, read_document
from tapelint.source.errors import SourceError

if TYPE_CHECKING:
    from tapelint.server.relinting import Relinter


@dataclass(frozen=True)
class Job(abc.ABC):
    """Something to do with one text.

    Attributes:
        path: The name that findings carry; one that ends in ``.ipynb`` is a notebook's.
        source: The text, or a notebook's JSON.
        settings: What governs it.
    """

    path: str
    source: str
    settings: Settings

    @abc.abstractmethod
    def result(self) -> object:
        """Do it."""


@functools.cache
def _relinter() -> Relinter:
    """Finds in documents again, and keeps what it has found."""
    from tapelint.server.relinting import Relinter

    return Relinter()


@dataclass(frozen=True)
class Lint(Job):
    """Find the pitfalls: a list of findings, or the error why there is none."""

    def result(self) -> list[Finding] | SourceError:
        """Do it."""
        from tapelint.lint import finding_with, lint_guarded

        with finding_with(_relinter()):
            linted = lint_guarded(self.source, path=self.path, settings=self.settings)
        if linted.errors and not linted.was_read:
            return linted.errors[0]
        return list(linted.findings)


Texts = Mapping[int | None, str]
"""Texts by the numbers of their cells; that of a script under ``None``."""


@dataclass(frozen=True)
class FixFindings(Job):
    """Fix findings: the texts that change, none where a fix does not hold.

    Attributes:
        findings: Those to fix, as :class:`Lint` has found them.
        with_unsafe: Whether unsafe fixes are applied; ``None`` for what the settings say.
    """

    findings: tuple[Finding, ...]
    with_unsafe: bool | None = None

    def result(self) -> Texts | SourceError:
        """Do it."""
        from tapelint.fixes import fix_guarded

        settings = self.settings
        if self.with_unsafe is not None:
            settings = replace(settings, unsafe_fixes=self.with_unsafe)
        try:
            fixed = fix_guarded(self.source, self.findings, path=self.path, settings=settings)
            return _changed(self.source, fixed.source, self.path)
        except SourceError as error:
            return error


@dataclass(frozen=True)
class Silence(Job):
    """Write comments that silence findings: the texts that change.

    Attributes:
        findings: Those to silence, as :class:`Lint` has found them.
    """

    findings: tuple[Finding, ...]

    def result(self) -> Texts | SourceError:
        """Do it."""
        from tapelint.adding_noqa import silenced

        try:
            document = read_document(self.source, self.path)
            edited, _ = silenced(document, self.path, self.findings, self.settings)
            return _changed(self.source, edited.source, self.path)
        except SourceError as error:
            return error


def _changed(before: str, after: str | bytes, path: str) -> Texts:
    """The texts that differ: the whole of a script, or cells of a notebook."""
    if not isinstance(after, str) or before == after:
        return {}
    if not path.endswith(NOTEBOOK):
        return {None: after}
    cells = zip(_cells(before), _cells(after), strict=True)
    return {number: new for number, (old, new) in enumerate(cells, 1) if old != new}


def notebook_source(cells: Sequence[tuple[str, bool]]) -> str:
    """The JSON of a notebook.

    Args:
        cells: What each cell says, and whether that is Python.
    """
    written = [
        {"cell_type": "code" if is_python else "raw", "source": text} for text, is_python in cells
    ]
    return json.dumps({"cells": written, "metadata": {}, "nbformat": 4, "nbformat_minor": 5})


def _cells(source: str) -> list[str]:
    """What the cells of such a notebook say."""
    return [cell["source"] for cell in json.loads(source)["cells"]]
