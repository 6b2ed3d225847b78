"""The page ``docs/events.md``: what the tape tells the rules, who says it and who hears it."""

from __future__ import annotations

import ast
import dataclasses
import importlib
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import tapelint.tape
from tapelint.analyses import facts
from tapelint.rules import all_rules
from tapelint.tape.events import Event

PAGE = Path(__file__).resolve().parents[1] / "events.md"
TAPE = Path(tapelint.tape.__file__).parent
ANALYSES = TAPE.with_name("analyses")

INTRODUCTION = """\
# The events of the tape

For contributors who write a rule. While a file is executed, the tape records these events. A rule \
hears of one in the method `visit_…`. Those of `analyses` are facts that the core tells, \
which runs the file beside the tape. This page is made from the classes, by \
`python -m docs.site.events`.

Every event has these fields: {common}. The docstring of its class says what its own fields mean.
"""
END = """\
## How a fact is added

If a rule needs to know more of what happens, its event gets a field. Take \
`ResultDiscarded.is_held_elsewhere`. TAP107 uses it to say what to write instead.

1. **The event.** `tape/events.py` has the field, with a default, and a line about it in the \
docstring: `is_held_elsewhere: bool = False`. A fact that may be unknown is a `Truth`.
2. **Who records it.** `tape/interpreter/thrown_away.py` passes the fact where it records the \
event: `emit(ResultDiscarded, …, is_held_elsewhere=…)`. It is read from the state of that moment. \
What only the end of the file tells is filled in by `tape/hindsight.py`.
3. **Who hears it.** `rules/discarded_result.py` reads `event.is_held_elsewhere`. If the fact \
makes the rule silent, `self.dismiss(event, Reason.X)` says so.
4. **The proof.** `rules/TAP107-discarded-result/examples` has a program for each answer. torch \
runs them all: `python -m pytest tests/oracle/test_rule_book.py`.
5. **This page**: `TAPELINT_UPDATE_GOLDEN=1 python -m pytest tests/test_events.py`.

A new event is a frozen dataclass in one of the modules above, with `visit` and `what`. \
A rule's method of that name hears it, and \
`tapelint explain FILE:LINE --rule TAPnnn` tells it.
"""
_HEADS = ("event", "happens when", "fields of its own", "method", "recorded in", "heard by")


def modules() -> list[ModuleType]:
    """The modules that hold events, that of their base first."""
    names = ["events", *sorted(path.stem for path in TAPE.glob("*_events.py"))]
    return [*(importlib.import_module(f"tapelint.tape.{name}") for name in names), facts]


def events_of(module: ModuleType) -> list[type[Event]]:
    """The events that a module defines, in the order of its text."""
    return [
        each
        for each in vars(module).values()
        if isinstance(each, type)
        and issubclass(each, Event)
        and each is not Event
        and each.__module__ == module.__name__
    ]


def page() -> str:
    """The text of the page."""
    common = dataclasses.fields(Event)
    recorded = _recorded()
    parts = [INTRODUCTION.format(common=", ".join(f"`{each.name}`" for each in common))]
    for module in modules():
        rows = [
            _row(each, len(common), recorded.get(each.__name__, ())) for each in events_of(module)
        ]
        head, *lines = [f"| {' | '.join(row)} |" for row in (_HEADS, *rows)]
        place = module.__name__.removeprefix("tapelint.").replace(".", "/")
        parts.append(
            "\n".join([f"## `{place}.py`\n", head, "|---" * len(_HEADS) + "|", *lines, ""])
        )
    return "\n".join([*parts, END])


def _row(event: type[Event], common: int, recorded: tuple[str, ...] | list[str]) -> tuple[str, ...]:
    """The line of an event."""
    own = [f"`{each.name}`" for each in dataclasses.fields(event)[common:]]
    heard = [rule.code for rule in all_rules().values() if hasattr(rule, event.visit)]
    where = ", ".join(f"`{each}`" for each in recorded)
    return (
        f"`{event.__name__}`",
        event.what,
        ", ".join(own) or "none",
        f"`{event.visit}`",
        where,
        ", ".join(heard) or "no rule",
    )


def _recorded() -> dict[str, list[str]]:
    """By the name of an event, the modules of the tape and of the analyses that record it."""
    found: dict[str, list[str]] = {}
    for path in (*sorted(ANALYSES.rglob("*.py")), *sorted(TAPE.rglob("*.py"))):
        for name in dict.fromkeys(_emitted(ast.parse(path.read_text(encoding="utf-8")))):
            found.setdefault(name, []).append(path.relative_to(TAPE.parent).as_posix())
    return found


def _emitted(tree: ast.Module) -> Iterator[str]:
    """What is called, and what is given first to a call: an event, where that records one."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            for each in (node.func, *node.args[:1]):
                yield ast.unparse(each).rpartition(".")[2]


def main() -> None:
    """Write the page anew."""
    PAGE.write_text(page(), encoding="utf-8")


if __name__ == "__main__":
    main()
