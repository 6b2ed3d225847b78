"""A process of its own: steps that executing files takes, and executions of statements.

``python steps.py LIST RESULT``: LIST has a path on each line; RESULT gets JSON. tapelint lints
each file as it always does; it is watched, and what pays for a step counts it.
"""

from __future__ import annotations

import functools
import json
import sys

import tapelint.reading
from tapelint import Settings, lint_readable
from tapelint.source import tree
from tapelint.tape.driver import record
from tapelint.tape.machine.machine import Machine
from tapelint.tape.machine.observer import Observer

NO_LIMIT = Settings(time_limit=0)
"""What is counted must not depend on how fast the machine is."""
WARM_UP = "import torch\nw = torch.zeros(3, requires_grad=True)\nw.normal_()\n"
_HOLD_STATEMENTS = (tree.SimpleStatementLine, tree.SimpleStatementSuite, tree.IndentedBlock)


class Counter:
    """What was counted."""

    def __init__(self) -> None:
        self.steps = 0
        self.executions = 0
        self.statements: dict[int, tree.Node] = {}


COUNTER = Counter()


_spend = Machine.spend


def spend(machine: Machine, cost: int = 1) -> None:
    """Pay for a step, and count it."""
    COUNTER.steps += cost
    _spend(machine, cost)


class Executions(Observer):
    """Counts what is executed."""

    def executing(self, statement: tree.Node) -> None:
        """Count a statement."""
        if not isinstance(statement, _HOLD_STATEMENTS):
            COUNTER.executions += 1
            COUNTER.statements[id(statement)] = statement  # while it is kept, its number is its own


def main() -> None:
    """Lint all files of the list."""
    global COUNTER
    Machine.spend = spend  # type: ignore[method-assign]
    vars(tapelint.reading)["record"] = functools.partial(record, observer=Executions())
    lint_readable(WARM_UP, settings=NO_LIMIT)
    if COUNTER.steps < 3 or COUNTER.executions != 3:
        raise SystemExit("tapelint no longer pays by Machine.spend or runs Statements.execute")
    COUNTER = Counter()
    files = lines = 0
    with open(sys.argv[1], encoding="utf-8") as listed:
        for path in map(str.rstrip, listed):
            with open(path, "rb") as file:
                source = file.read()
            files, lines = files + 1, lines + source.count(b"\n") + 1
            lint_readable(source, path=path, settings=NO_LIMIT)
    counted = {
        "files": files,
        "lines": lines,
        "steps": COUNTER.steps,
        "executions": COUNTER.executions,
        "statements": len(COUNTER.statements),
    }
    with open(sys.argv[2], "w", encoding="utf-8") as result:
        json.dump(counted, result)


if __name__ == "__main__":
    main()
