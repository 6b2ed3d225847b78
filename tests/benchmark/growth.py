"""A process of its own: what each file costs, and each function in it.

``python growth.py LIST RESULT``: LIST has a path on each line; RESULT gets JSON. tapelint lints
each file as it always does, and is watched: where a function begins and ends, one looks at the
clock. The time of a function is its own: that of the functions it calls is theirs.
"""

from __future__ import annotations

import ast
import functools
import json
import sys
import time
from typing import Any

import tapelint.reading
from tapelint import lint_readable
from tapelint.tape.domain.program import FunctionUnit
from tapelint.tape.domain.records import Records
from tapelint.tape.driver import record
from tapelint.tape.machine.machine import Machine
from tapelint.tape.machine.observer import Observer

WARM_UP = "import torch\nw = torch.zeros(3, requires_grad=True)\n\ndef f():\n    w.normal_()\n"
clock = time.process_time
_CHEAP = 3.0


class Ledger:
    """The seconds of functions, while a file is linted."""

    def __init__(self) -> None:
        self.seconds: dict[FunctionUnit, float] = {}
        self.of_called = 0.0


LEDGER = Ledger()


class Clock(Observer):
    """Looks at the clock when a function begins and ends."""

    def __init__(self) -> None:
        self.home = 0
        self.began: list[tuple[float, float]] = []

    def begin(self, machine: Records) -> None:
        """Remember which file is linted, by the scope of its names."""
        assert isinstance(machine, Machine)
        self.home = machine.frame.scope

    def entered(self, unit: FunctionUnit) -> None:
        """A function begins."""
        self.began.append((LEDGER.of_called, clock()))
        LEDGER.of_called = 0.0

    def left(self, unit: FunctionUnit) -> None:
        """A function is over."""
        before, started = self.began.pop()
        spent = clock() - started
        if not unit.enclosing or unit.enclosing[-1] == self.home:
            own = spent - LEDGER.of_called
            LEDGER.seconds[unit] = LEDGER.seconds.get(unit, 0.0) + own
        LEDGER.of_called = before + spent


def functions() -> dict[tuple[str, int], float]:
    """The seconds of each function that was executed, by its name and its number of lines."""
    found: dict[tuple[str, int], float] = {}
    for unit, seconds in LEDGER.seconds.items():
        made_from = unit.node.origin
        if isinstance(made_from, (ast.FunctionDef, ast.AsyncFunctionDef)):
            first = min(each.lineno for each in (made_from, *made_from.decorator_list))
            lines = (made_from.end_lineno or first) - first + 1
            found[unit.name, lines] = found.get((unit.name, lines), 0.0) + seconds
    return found


def cost_of(path: str) -> dict[str, Any]:
    """What a file costs.

    A function's time is the less of two, as the collector of garbage comes when it likes. The
    file's is the first one: the second time, some of what it imports may be known.
    """
    with open(path, "rb") as file:
        source = file.read()
    first = lint(source, path)
    second = lint(source, path) if first[0] < _CHEAP else first
    return {
        "path": path,
        "lines": source.count(b"\n") + 1,
        "seconds": first[0],
        "functions": [
            [name, lines, min(seconds, second[1].get((name, lines), seconds))]
            for (name, lines), seconds in first[1].items()
        ],
    }


def lint(source: bytes, path: str) -> tuple[float, dict[tuple[str, int], float]]:
    """What linting a file once costs, and each of its functions."""
    LEDGER.seconds.clear()
    started = clock()
    lint_readable(source, path=path)
    return clock() - started, functions()


def main() -> None:
    """Lint all files of the list."""
    timed = functools.partial(record, observer=Clock())
    vars(tapelint.reading)["record"] = timed
    lint_readable(WARM_UP)
    if not LEDGER.seconds:
        raise SystemExit("tapelint no longer tells its observer which functions it executes")
    with open(sys.argv[1], encoding="utf-8") as listed:
        found = [cost_of(line.rstrip("\n")) for line in listed]
    with open(sys.argv[2], "w", encoding="utf-8") as result:
        json.dump(found, result)


if __name__ == "__main__":
    main()
