"""What the commands share: what is linted, by which settings, and how a command ends."""

from __future__ import annotations

import contextlib
import functools
import os
import sys
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NoReturn

from tapelint.commands.counting import count
from tapelint.options import resolver
from tapelint.settings import SettingsError
from tapelint.terminal import complain, progress, show

if TYPE_CHECKING:
    from tapelint.caching.cache import Cache
    from tapelint.changed_lines import ChangedLines
    from tapelint.findings import Location
    from tapelint.lint import Linted
    from tapelint.runner import Outcome
    from tapelint.settings import Settings
    from tapelint.settings.files import SettingsResolver
    from tapelint.source.content import Lines
    from tapelint.source.documents import Document

CLEAN, FINDINGS, FAILED = 0, 1, 2
_STDIN = "<stdin>"


class Inputs:
    """What is linted: files and folders, and the text of standard input, read once.

    Attributes:
        paths: The files and folders.
        stdin: The text of standard input; ``None`` where it is not linted.
        stdin_name: The name that its findings carry.
    """

    def __init__(self, paths: Sequence[str], stdin_filename: str | None = None) -> None:
        self.paths = [path for path in paths if path != "-"]
        if "-" in paths and sys.stdin is None:
            fail("standard input is closed; name a file")
        self.stdin = sys.stdin.buffer.read() if "-" in paths else None
        self.stdin_name = stdin_filename or _STDIN
        self.stdin_path = stdin_filename or ""
        self._document = functools.lru_cache(maxsize=8)(self._read)

    def texts(self) -> dict[str, bytes]:
        """What is linted and is no file, by its name."""
        return {} if self.stdin is None else {self.stdin_name: self.stdin}

    def replace_stdin(self, text: bytes | None) -> None:
        """Note that texts have changed, that of standard input to ``text``."""
        self.stdin = text
        self._document.cache_clear()

    def lines(self, path: str, cell: int | None = None) -> list[str]:
        """The lines of a file or of a notebook's cell; none where it cannot be read."""
        from tapelint.source.decoding import split_lines

        document = self._document(path)
        return [] if document is None else split_lines(document.text_of(cell))

    def lines_in_file(self, path: str, location: Location) -> tuple[int, int]:
        """The first and the last line of a place in its file, also where it is in a cell."""
        document = self._document(path)
        if document is None:
            return location.line, location.end_line
        return document.lines_in_file(location)

    def _read(self, path: str) -> Document | None:
        from tapelint.runner import read
        from tapelint.source.documents import read_document
        from tapelint.source.errors import SourceError

        texts = self.texts()
        try:
            return read_document(texts[path] if path in texts else read(path), path)
        except SourceError:
            return None


def settings_resolver(options: Mapping[str, Any]) -> SettingsResolver:
    """The settings of each file; ends the command where an option cannot be followed."""
    try:
        return resolver(options)
    except SettingsError as error:
        fail(error)


def governing(settings_of: SettingsResolver) -> Settings:
    """The settings of the current folder, which also say how findings are shown."""
    try:
        settings = settings_of.of_folder("")
        settings.enabled_rules()
    except SettingsError as error:
        fail(error)
    return settings


def lint(
    inputs: Inputs,
    settings_of: SettingsResolver,
    changed: ChangedLines | None,
    options: Mapping[str, Any],
    on_done: Callable[[Outcome, Linted], None] = lambda outcome, linted: None,
) -> Outcome:
    """Lint all inputs, with progress shown where it takes long, and what files give told."""
    from tapelint.runner import Outcome, run

    outcome = Outcome()
    if inputs.paths:
        with contextlib.nullcontext() if options.get("quiet") else progress() as in_flight:
            outcome = run(
                inputs.paths,
                settings_of,
                options["jobs"] or os.cpu_count() or 1,
                force_exclude=options["force_exclude"],
                only=changed,
                cache=None if options.get("no_cache", True) else _cache(settings_of, options),
                in_flight=in_flight,
                on_done=on_done,
            )
    if inputs.stdin is not None:
        _lint_stdin(inputs, inputs.stdin, settings_of, outcome)
    return outcome


def _cache(settings_of: SettingsResolver, options: Mapping[str, Any]) -> Cache:
    """The cache of the current folder's project."""
    from tapelint.caching import folder
    from tapelint.caching.cache import Cache

    named = options["cache_dir"]
    settings = governing(settings_of)
    place, root = folder.place(settings, named), folder.root(settings)
    return Cache(place, complain, is_named=bool(named), root=root)


def _lint_stdin(
    inputs: Inputs, text: bytes, settings_of: SettingsResolver, outcome: Outcome
) -> None:
    from tapelint.lint import lint_guarded

    try:
        settings = settings_of.of_file(inputs.stdin_path)
    except SettingsError as error:
        outcome.errors.append(error)
        return
    result = lint_guarded(text, path=inputs.stdin_name, settings=settings)
    outcome.add(inputs.stdin_name, settings, result)


def fail(error: Exception | str) -> NoReturn:
    """End the command: something could not be done."""
    complain(str(error))
    sys.exit(FAILED)


def finish(outcome: Outcome, *, has_findings: bool, lines: Lines | None = None) -> NoReturn:
    """End the command: say what could not be done, and exit as the outcome has it.

    Args:
        outcome: What came out of it.
        has_findings: Whether it exits as one that has found something.
        lines: Gives the lines of a file, where a terminal shows those that have an error.
    """
    is_seen = lines is not None and sys.stderr is not None and sys.stderr.isatty()
    for failure in outcome.errors:
        complain(str(failure))
        if is_seen and lines is not None:
            _show_frame(failure, lines)
    if outcome.unread and not outcome.is_summed_up:
        from tapelint.commands.closing_line import unreadable

        told = unreadable(outcome.unread_files, "`tapelint check -v`")
        what = "more file" if outcome.errors else "file"
        complain(f"{count(outcome.unread_files, what)} {told}")
    if outcome.errors:
        sys.exit(FAILED)
    sys.exit(FINDINGS if has_findings else CLEAN)


def _show_frame(failure: Exception, lines: Lines) -> None:
    from tapelint.reports.full import frame_of
    from tapelint.source.errors import SourceError

    if isinstance(failure, SourceError):
        for line in frame_of(failure, lines):
            show(line, err=True)
