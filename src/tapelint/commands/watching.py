"""``check --watch``: linting again whenever a file changes."""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NoReturn

import click

from tapelint.commands.interrupts import INTERRUPTED, exit_code
from tapelint.commands.running import fail
from tapelint.exclusion import ENDINGS
from tapelint.processes import end_processes
from tapelint.source.documents import MARKDOWN
from tapelint.source.neighbours import forget_roots
from tapelint.terminal import complain

_MISSING = '--watch needs watchfiles; run: pip install "watchfiles>=0.21"'
_OF_SETTINGS = (".toml", ".gitignore")
_STEP = 100
"""Milliseconds without a change after which files are linted again, and between two looks."""


def watch(paths: Sequence[str], options: Mapping[str, Any], lint: Callable[[], object]) -> NoReturn:
    """Lint now and after every change below some paths, until an interrupt.

    Args:
        paths: The files and folders.
        options: The options of the command.
        lint: Lints and reports once. If it ends the command, the watch goes on.
    """
    try:
        import watchfiles
    except ImportError:
        fail(_MISSING)
    for path in paths:
        if not os.path.exists(path):
            fail(f"{path}: no such file or folder; check the path")
    folders = {path if os.path.isdir(path) else os.path.dirname(path) or "." for path in paths}
    changes = watchfiles.watch(
        *sorted(folders),
        watch_filter=_Filter(paths, options),
        step=_STEP,
        rust_timeout=_STEP,
        yield_on_timeout=True,  # so that the watch has begun before files are linted at first
        recursive=any(map(os.path.isdir, paths)),
    )
    is_first = True
    try:
        for changed in changes:
            if not (changed or is_first):
                continue
            is_first = False
            _lint_anew(lint)
    except KeyboardInterrupt as interrupt:
        end_processes()
        sys.exit(exit_code(interrupt))
    sys.exit(INTERRUPTED)


def _lint_anew(lint: Callable[[], object]) -> None:
    """Lint once, on an empty screen."""
    click.clear()
    forget_roots()
    with contextlib.suppress(SystemExit):
        lint()
    sys.stdout.flush()
    complain("watching for changes; Ctrl-C ends it")


class _Filter:
    """Tells whether a change may change the report."""

    def __init__(self, paths: Sequence[str], options: Mapping[str, Any]) -> None:
        named = [*paths, options["baseline"], *options["config"]]
        self._named = {os.path.realpath(each) for each in named if each}
        report = options["output_file"]
        self._report = os.path.realpath(report) if report else None

    def __call__(self, change: object, path: str) -> bool:
        """Whether it may; asked by watchfiles."""
        place = os.path.realpath(path)
        if place == self._report:
            return False  # it would be written again and again
        return place in self._named or path.endswith((*ENDINGS, *MARKDOWN, *_OF_SETTINGS))
