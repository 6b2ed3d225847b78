"""The flake8 plugin: the same findings as the command, through flake8's own reporting.

flake8 chooses: ``--select``, ``--extend-ignore``, ``per-file-ignores``. What it cannot know is
which of the rules are off by default; those run only where the options name them. What it cannot
express (``torch-aliases``, ``wrappers``, ``min-confidence``, ``torch-version``) is read from the
settings file that the command reads. Nothing heavy is imported before the byte screen has let a
file through.
"""

from __future__ import annotations

import argparse
import ast
import os
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, ClassVar

from tapelint.version import __version__

if TYPE_CHECKING:
    from flake8.options.manager import OptionManager

    from tapelint.settings import Settings
    from tapelint.settings.files import SettingsResolver

_NOT_LINTED = "TAP000"
"""For a file that Python can read and tapelint cannot; no rule, as flake8's own E902 is none."""


class TapelintChecker:
    """The class that flake8 makes for each file."""

    name = "tapelint"
    version = __version__
    _chosen: ClassVar[tuple[str, ...]] = ()
    _respect_noqa: ClassVar[bool] = True
    _isolated: ClassVar[bool] = False
    _resolver: ClassVar[SettingsResolver | None] = None

    def __init__(self, tree: ast.AST, filename: str, lines: Sequence[str]) -> None:
        self._filename = filename
        self._lines = lines

    @classmethod
    def add_options(cls, manager: OptionManager) -> None:
        """Add our options; flake8 keeps its own ``--isolated`` from plugins."""
        manager.add_option(
            "--tapelint-isolated",
            action="store_true",
            default=False,
            parse_from_config=True,
            help="Read no settings file of tapelint.",
        )

    @classmethod
    def parse_options(cls, options: argparse.Namespace) -> None:
        """Remember what is selected; flake8 filters the rest by itself."""
        cls._respect_noqa = not getattr(options, "disable_noqa", False)
        cls._isolated = options.tapelint_isolated
        cls._resolver = None
        chosen: list[str] = []
        for name in ("select", "extend_select"):
            chosen.extend(getattr(options, name, None) or ())
        cls._chosen = tuple(code for code in chosen if code.upper().startswith("TAP"))

    def run(self) -> Iterator[tuple[int, int, str, type[Any]]]:
        """Yield ``(line, zero-based column, text, type)``, as flake8 wants it."""
        text = "".join(self._lines)
        if self._filename.endswith(".ipynb") or not self._may_matter(text):
            return  # flake8 has no place to name a cell of a notebook
        from tapelint.garbage import collecting_rarely
        from tapelint.lint import lint_guarded
        from tapelint.printable import printable
        from tapelint.reports.concise import headline
        from tapelint.settings import SettingsError

        try:
            settings = self._settings()
        except SettingsError as error:
            if "torch" in text:
                yield 1, 0, f"{_NOT_LINTED} not linted: {printable(str(error))}", type(self)
            return
        # A comment on a later line of a finding is one that flake8 itself does not look at.
        with collecting_rarely():
            result = lint_guarded(
                text, path=self._filename, settings=settings, respect_noqa=self._respect_noqa
            )
        for each in result.errors:
            yield (
                each.line or 1,
                (each.column or 1) - 1,
                f"{_NOT_LINTED} not linted: {printable(each.reason)}",
                type(self),
            )
        for finding in result.findings:
            yield finding.line, finding.column - 1, printable(headline(finding)), type(self)

    def _may_matter(self, text: str) -> bool:
        """Whether there may be anything to say of a text; most have nothing to do with torch.

        It may get tensors from other files, and settings can give torch another name.
        """
        from tapelint.governing_files import may_be_governed
        from tapelint.screen import may_suppress, names_library
        from tapelint.source import files
        from tapelint.source.importers import may_meet_tensors

        raw = text.encode("utf-8", "surrogatepass")
        if names_library(raw) or may_suppress(raw):
            return True
        if files.is_file(self._path()) and may_meet_tensors(self._path(), raw):
            return True
        return not self._isolated and may_be_governed(os.path.dirname(self._path()))

    def _path(self) -> str:
        """Where the file is taken to stand: what comes through a pipe, in the current folder."""
        return os.path.abspath("stdin" if self._filename == "-" else self._filename)

    def _settings(self) -> Settings:
        """The file's settings; which rules run is left to flake8."""
        from tapelint.settings.files import SettingsResolver

        cls = type(self)
        if cls._resolver is None:
            cls._resolver = SettingsResolver(isolated=cls._isolated)
        settings = cls._resolver.of_file(self._path())
        return replace(
            settings,
            select=(),
            extend_select=_known(self._chosen),
            ignore=(),
            per_file_ignores={},
        )


def _known(codes: Sequence[str]) -> tuple[str, ...]:
    """The selectors that name a rule of ours: flake8 users may name codes of later versions."""
    from tapelint.rules import all_rules
    from tapelint.settings import strength

    rules = all_rules().values()
    return tuple(
        code for code in codes if any(strength(rule, code, ignoring=True) >= 0 for rule in rules)
    )
