"""A process of its own: steps that executing files takes, and executions of statements.

``python steps.py LIST RESULT``: LIST has a path on each line; RESULT gets JSON. tapelint lints
each file as it always does; only the parts that pay for steps and execute statements are exchanged
for ones that count.
"""

from __future__ import annotations

import functools
import json
import sys

import tapelint.reading
from tapelint import Settings, lint_readable
from tapelint.source import tree
from tapelint.tape.driver import Parts, record
from tapelint.tape.interpreter.statements import Statements
from tapelint.tape.machine.machine import Machine

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


class CountingMachine(Machine):
    """Counts what is paid."""

    def spend(self, cost: int = 1) -> None:
        """Pay for a step."""
        COUNTER.steps += cost
        super().spend(cost)


class CountingStatements(Statements):
    """Counts what is executed."""

    def execute(self, node: tree.Node) -> None:
        """Execute one statement."""
        if not isinstance(node, _HOLD_STATEMENTS):
            COUNTER.executions += 1
            COUNTER.statements[id(node)] = node  # as long as it is kept, its number is its own
        super().execute(node)


def main() -> None:
    """Lint all files of the list."""
    global COUNTER
    parts = Parts(machine=CountingMachine, statements=CountingStatements)
    vars(tapelint.reading)["record"] = functools.partial(record, parts=parts)
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
