"""Three small rules over the core, to measure it by: what they find for certain."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from tapelint.core.autograd import events
from tapelint.core.autograd.backward import Autograd
from tapelint.core.autograd.graph import FREED
from tapelint.core.domain.certainty import Certainty, both
from tapelint.core.machine.machine import Machine
from tapelint.core.running.entries import Entries
from tapelint.core.running.execution import Execution
from tapelint.core.running.files import code_of
from tapelint.project.demand import Triggers
from tapelint.source.neighbours import Neighbours

Found = set[tuple[str, str, int]]
"""Codes with the file and the line at which they are found."""


def is_certain(certainty: Certainty) -> bool:
    """Whether something holds, and nothing is assumed for that."""
    return certainty.must and not certainty.why


def inplace_on_leaf(machine: Machine, autograd: Autograd, found: Found) -> None:
    """TAP201: a leaf that requires grad is changed in place."""

    def written(event: events.Write) -> None:
        if is_certain(event.refused):
            found.add(("TAP201", event.file, event.node.lineno))  # type: ignore[attr-defined]

    machine.listen(events.Write, written)


def inplace_on_saved(machine: Machine, autograd: Autograd, found: Found) -> None:
    """TAP202: what a backward needs was changed in place."""

    def ran(event: events.Backward | events.Handed) -> None:
        for node, ways in event.passed.items():
            for way in ways:
                if not is_certain(way.certainty):
                    continue
                for saved, change in autograd.stale(node, way):
                    if (
                        is_certain(saved.certainty)
                        and is_certain(change.certainty)
                        and change.form not in ("step", "max_norm")
                    ):
                        found.add(("TAP202", change.file, change.node.lineno))  # type: ignore[attr-defined]

    machine.listen(events.Backward, ran)
    machine.listen(events.Handed, ran)


def backward_twice(machine: Machine, autograd: Autograd, found: Found) -> None:
    """TAP501: a graph that is freed is passed again."""

    def ran(event: events.Backward) -> None:
        for node, ways in event.passed.items():
            for freed in machine.state.get(node, FREED) if node.frees else ():
                for way in ways:
                    is_sure = is_certain(way.certainty) and is_certain(freed.certainty)
                    if is_sure and is_certain(both(way.guard | event.guard, freed.guard)):
                        found.add(("TAP501", event.file, event.node.lineno))  # type: ignore[attr-defined]

    machine.listen(events.Backward, ran)


RULES: dict[str, Callable[[Machine, Autograd, Found], None]] = {
    "TAP201": inplace_on_leaf,
    "TAP202": inplace_on_saved,
    "TAP501": backward_twice,
}


def findings(path: Path, triggers: Triggers | None = None) -> tuple[Found, Entries]:
    """What the rules find when a file is run, in whatever file; and what was run."""
    found: Found = set()
    text, name = path.read_text(), str(path)
    code = code_of(text, name)
    assert code is not None, path
    execution = Execution(code, text, neighbours=Neighbours(name), triggers=triggers)
    for rule in RULES.values():
        rule(execution.machine, execution.autograd, found)
    return found, execution.run()
