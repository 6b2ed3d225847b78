"""What the core costs: ``python -m tests.core.speed FOLDER [EVERY] [--all]``.

Each file of a folder (or each third one, ...) is run as a linter would, with the other files of its
project, and compared with libcst's parse of the same text. ``--all`` runs every entry, whether or
not it holds anything that a rule looks for.
"""

from __future__ import annotations

import gc
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import libcst

from tapelint.core.running.execution import Execution
from tapelint.core.running.files import code_of
from tapelint.lint import all_triggers
from tapelint.project.demand import Triggers
from tapelint.source.neighbours import Neighbours

from .listeners import RULES, Found


class Cost(NamedTuple):
    """What a file costs.

    Attributes:
        lines: How many it has.
        steps: How many instructions were run.
        core: Seconds of the processor, Python's own parse included.
        parse: Those of libcst's parse.
        is_short: Whether something was cut short.
        found: How much the three rules find, in whatever file.
    """

    lines: int
    steps: int
    core: float
    parse: float
    is_short: bool
    found: int


def executed(text: str, path: str, triggers: Triggers | None) -> tuple[Execution, Found]:
    """Run a file with the three rules."""
    found: Found = set()
    code = code_of(text, path)
    assert code is not None, path
    neighbours = Neighbours(path) if path else None
    execution = Execution(code, text, neighbours=neighbours, triggers=triggers)
    for rule in RULES.values():
        rule(execution.machine, execution.autograd, found)
    execution.run()
    return execution, found


def cost(text: str, path: str, triggers: Triggers | None) -> Cost:
    """What a text costs."""
    core, (execution, found) = _timed(lambda: executed(text, path, triggers))
    parse, _ = _timed(lambda: libcst.parse_module(text))
    is_short = bool(execution.entries.cut_short)
    return Cost(text.count("\n"), execution.machine.steps, core, parse, is_short, len(found))


def _timed(work: Callable[[], object]) -> tuple[float, object]:
    gc.collect()
    gc.disable()
    began = time.process_time()
    result = work()
    spent = time.process_time() - began
    gc.enable()
    return spent, result


def main(folder: str, every: int, triggers: Triggers | None) -> None:
    """Print what the files of a folder cost together, and the dearest of them."""
    costs: dict[Path, Cost] = {}
    for path in sorted(Path(folder).rglob("*.py"))[::every]:
        try:
            costs[path] = cost(path.read_text(), str(path), triggers)
        except (SyntaxError, UnicodeDecodeError, libcst.ParserSyntaxError):
            continue
    lines, steps, core, parse, short, found = map(sum, zip(*costs.values(), strict=True))
    print(f"{len(costs)} files, {lines} lines, {short} with something cut short, {found} findings")
    print(f"{core:.2f} s, {core / parse:.2f} times libcst's parse ({parse:.2f} s)")
    print(f"{steps / lines:.1f} steps a line, {core / max(steps, 1) * 1e6:.1f} us a step, all told")
    for path, each in sorted(costs.items(), key=lambda pair: -pair[1].core)[:6]:
        ratio, a_line = each.core / each.parse, each.steps / max(each.lines, 1)
        print(f"  {path.name}: {each.core:.2f} s, {ratio:.1f} times, {a_line:.0f} steps a line")


if __name__ == "__main__":
    given = [each for each in sys.argv[1:] if not each.startswith("-")]
    main(
        given[0],
        int(given[1]) if len(given) > 1 else 1,
        None if "--all" in sys.argv else all_triggers().of_core,
    )
