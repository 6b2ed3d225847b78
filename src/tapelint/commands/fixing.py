"""Fixes in ``check``: applying them, or showing what they would change."""

from __future__ import annotations

import contextlib
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from tapelint.commands.counting import count
from tapelint.commands.running import Inputs
from tapelint.printable import Part
from tapelint.terminal import show

if TYPE_CHECKING:
    from tapelint.fix_files import Change
    from tapelint.runner import Outcome


def apply_fixes(outcome: Outcome, inputs: Inputs) -> list[Change]:
    """Fix the findings that have a fix; the text of standard input goes to standard output."""
    from tapelint.fix_files import fix_outcome

    texts = inputs.texts()
    changes = fix_outcome(outcome, texts, write=True)
    for change in changes:
        if change.path in texts:
            texts[change.path] = change.after
    if inputs.stdin is not None:
        sys.stdout.flush()
        sys.stdout.buffer.write(texts[inputs.stdin_name])
        sys.stdout.buffer.flush()
    inputs.replace_stdin(texts.get(inputs.stdin_name))
    return changes


def show_fixes(changes: Sequence[Change]) -> None:
    """List what was fixed, by file and rule."""
    if not changes:
        return
    show(f"Fixed {count(sum(len(change.fixed) for change in changes), 'finding')}:")
    for change in changes:
        show((Part(f"  {change.path}", "place"), ":"))
        rules = Counter((each.code, each.name) for each in change.fixed)
        for (code, name), number in sorted(rules.items()):
            show((f"    {number} x ", Part(code, "code"), f" [{name}]"))
    show("")


def show_diff(outcome: Outcome, inputs: Inputs) -> bool:
    """Show what fixes would change; whether they would."""
    from tapelint.fix_files import fix_outcome, unified_diff

    changes = fix_outcome(outcome, inputs.texts(), write=False)
    for change in changes:
        for line in unified_diff(change):
            text = line.rstrip("\r\f")  # as they end, a patch needs them; they order nothing
            show(text, line[len(text) :])
    return bool(changes)


@contextlib.contextmanager
def standard_output_aside() -> Iterator[None]:
    """Print to standard error: standard output holds the fixed text."""
    before, sys.stdout = sys.stdout, sys.stderr
    try:
        yield
    finally:
        sys.stdout = before
