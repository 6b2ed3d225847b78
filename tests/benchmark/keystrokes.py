"""An editor in which someone types: what the language server needs for a keystroke."""

from __future__ import annotations

import itertools
import os
import time
from pathlib import Path
from statistics import median

from .errors import BenchmarkError
from .training import TYPED_LINE, training_file

KEYSTROKES = 20
_WARM_UP = 3
_SETTLES = 0.3
"""Seconds in which a server ends what it does after it has sent the findings."""

__all__ = ["KEYSTROKES", "training_file", "typed"]


def typed(python: Path, folder: Path, text: str) -> tuple[float, float]:
    """The CPU time of a keystroke in all processes of the server, and the time on the clock.

    Raises:
        BenchmarkError: The editor is not installed, or the system does not tell.
    """
    try:
        from lsprotocol import types

        from ..server.editor import Editor
    except ImportError as error:
        raise BenchmarkError(f"the extra lsp is not installed here: {error}") from None
    if not Path("/proc/self/stat").is_file():
        raise BenchmarkError("the CPU time of running processes is read from Linux's /proc")
    line = text.splitlines().index(TYPED_LINE)
    end = types.Position(line, len(TYPED_LINE))
    uri = (folder / "train.py").as_uri()
    command = (str(python), "-m", "tapelint", "server")
    editor = Editor(folder, command=command, cwd=folder)
    try:
        editor.open(uri, text)
        editor.published(uri, 1)
        walls = []
        before = 0.0
        for key in range(_WARM_UP + KEYSTROKES):
            if key == _WARM_UP:
                time.sleep(_SETTLES)
                before = cpu_of_tree(editor.process.pid)
            started = time.perf_counter()
            # One digit more with each key: the text is Python at all times.
            version = editor.type(uri, str(key % 10), types.Range(end, end))
            editor.published(uri, version)
            walls.append(time.perf_counter() - started)
        time.sleep(_SETTLES)
        spent = cpu_of_tree(editor.process.pid) - before
        editor.end()
    finally:
        editor.stop()
    return spent / KEYSTROKES, median(walls[_WARM_UP:])


def cpu_of_tree(process: int) -> float:
    """The seconds of CPU time of a process and of all that come from it, also ended ones."""
    parents: dict[int, int] = {}
    ticks: dict[int, int] = {}
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            # The name is in parentheses, and may hold spaces and parentheses itself.
            fields = path.read_text().rpartition(")")[2].split()
        except OSError:
            continue  # it has ended meanwhile
        number = int(path.parent.name)
        parents[number] = int(fields[1])
        ticks[number] = sum(map(int, fields[11:15]))
    tree = {process}
    for _ in itertools.repeat(None, len(parents)):
        grown = tree | {child for child, parent in parents.items() if parent in tree}
        if grown == tree:
            break
        tree = grown
    return sum(ticks.get(each, 0) for each in tree) / os.sysconf("SC_CLK_TCK")
