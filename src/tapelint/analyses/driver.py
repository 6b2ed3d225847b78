"""Running a file in the core for the rules that have moved to it."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import Final, NamedTuple, Protocol

from tapelint.analyses.backward_twice import BackwardTwiceRecorder
from tapelint.analyses.clipping import ClipRecorder
from tapelint.analyses.data import Data
from tapelint.analyses.data_facts import DataRecorder, UnseenRecorder
from tapelint.analyses.evaluation import EvaluationRecorder
from tapelint.analyses.facts import DataWrite, InPlace
from tapelint.analyses.in_place import InPlaceRecorder
from tapelint.analyses.places import Places
from tapelint.analyses.shapes.log_probs import LogProbs
from tapelint.analyses.shapes.squares import Squares
from tapelint.analyses.shapes.tracking import Tracking
from tapelint.analyses.stale_saved import StaleSavedRecorder
from tapelint.analyses.steps import StepRecorder
from tapelint.core.autograd.backward import Autograd
from tapelint.core.autograd.events import Write
from tapelint.core.code.lowering import module_code
from tapelint.core.domain.predicates import SHOWN
from tapelint.core.machine.machine import Machine
from tapelint.core.machine.world import Limit as CoreLimit
from tapelint.core.running.entries import CutShort
from tapelint.core.running.execution import Execution
from tapelint.project.demand import Triggers
from tapelint.source import tree
from tapelint.source.neighbours import Neighbours
from tapelint.source.parsed import Parsed
from tapelint.tape.domain.frozen import replace
from tapelint.tape.events import Event
from tapelint.tape.machine.budgets import Ended, Limit
from tapelint.torch_api.project import Project

_LIMITS = {
    CoreLimit.STEPS: Limit.STEPS,
    CoreLimit.CELLS: Limit.OBJECTS,
    CoreLimit.ELSEWHERE: Limit.CALLS,
}
_OF_LOSSES: Final = ("_loss", "Loss(", "backward(", "log_prob(")
"""What is written where a loss is computed."""


class Recorder(Protocol):
    """Keeps what an event is about."""

    @property
    def has_found(self) -> bool:
        """Whether there is anything to tell."""

    def events(self, places: Places) -> Iterator[Event]:
        """What rules are told."""


class Recorded(NamedTuple):
    """What the core tells of a file.

    Attributes:
        events: What happened.
        ended: What has ended early.
        steps: How many instructions were run.
        away: How many of them since imports are followed.
        hushed: What is not told, since an error is expected there.
    """

    events: tuple[Event, ...] = ()
    ended: tuple[Ended, ...] = ()
    steps: int = 0
    away: int = 0
    hushed: tuple[tuple[tree.Node, type[Event]], ...] = ()


class _Expected:
    """Keeps changes in place where an error is expected."""

    def __init__(self, machine: Machine) -> None:
        self.nodes: Final[list[ast.AST]] = []
        machine.listen(Write, self._written)

    def _written(self, event: Write) -> None:
        if SHOWN in event.guard:
            self.nodes.append(event.node)

    def told(self, places: Places) -> Iterator[tuple[tree.Node, type[Event]]]:
        """Each place, with what is not told of it."""
        for each in filter(None, map(places.of, self.nodes)):
            yield each, InPlace
            yield each, DataWrite


def record_by_core(
    parsed: Parsed,
    project: Project,
    neighbours: Neighbours | None,
    triggers: Triggers | None,
    only: Collection[int] | None = None,
    *,
    is_watched: bool = False,
) -> Recorded:
    """Run a file in the core, and record what rules hear of it.

    Args:
        parsed: The file; one that only libcst can read is not run.
        project: What is known of the project.
        neighbours: Finds the other files of the project; ``None`` to look at none.
        triggers: What the moved rules look for; ``None`` to run everything.
        only: The lines of the statements at the top level of which it is told; ``None`` for all.
        is_watched: Whether somebody asks why nothing is reported: then all is told.
    """
    module = parsed.python_tree
    if module is None:
        return Recorded(ended=(Ended("", Limit.UNPARSED),))
    lines = None if only is None else _lines(module, only)
    execution = Execution(
        module_code(module, parsed.path),
        parsed.text,
        neighbours=neighbours,
        triggers=triggers,
        project=project,
        only=lines,
    )
    machine, autograd = execution.machine, execution.autograd
    data = Data(machine, autograd)
    in_place, stale = InPlaceRecorder(machine, autograd), StaleSavedRecorder(autograd, data)
    recorders: list[Recorder] = [
        BackwardTwiceRecorder(autograd),
        EvaluationRecorder(machine, autograd),
        in_place,
        DataRecorder(data),
        stale,  # what was saved says more of a change than what comes after it
        UnseenRecorder(data),
        *_shapes(parsed.text, machine, autograd),
    ]
    if ".step(" in parsed.text:
        recorders.append(StepRecorder(machine, autograd))
        if "clip_grad_" in parsed.text:
            recorders.append(ClipRecorder(machine))
    expected = _Expected(machine) if is_watched else None
    entries = execution.run()
    in_place.tells_all = is_watched or stale.has_found
    events: tuple[Event, ...] = ()
    hushed: tuple[tuple[tree.Node, type[Event]], ...] = ()
    if (expected is not None and expected.nodes) or any(each.has_found for each in recorders):
        places = Places(parsed, execution.machine.ran, neighbours)
        hushed = () if expected is None else tuple(expected.told(places))
        events = _with_all_calls(event for each in recorders for event in each.events(places))
    if lines is not None:
        events = tuple(
            each for each in events if each.at.source is not parsed or parsed.line(each.at) in lines
        )
    ended = tuple(map(ended_early, entries.cut_short))
    return Recorded(events, ended, machine.steps, machine.away, hushed)


def _shapes(text: str, machine: Machine, autograd: Autograd) -> Sequence[Recorder]:
    """What listens to shapes: nothing, where nobody computes a loss that they matter for."""
    if not any(each in text for each in _OF_LOSSES):
        return ()
    tracking = Tracking(machine)
    recorders: list[Recorder] = [Squares(machine, autograd, tracking)]
    if "log_prob" in text:
        recorders.append(LogProbs(machine, tracking, text))
    return recorders


def _with_all_calls(events: Iterable[Event]) -> tuple[Event, ...]:
    """The events, those of one place elsewhere each with all calls that lead there."""
    several = tuple(events)
    calls: dict[tuple[type[Event], tree.Node], dict[tree.Node, None]] = {}
    for each in several:
        calls.setdefault((type(each), each.at), {}).update(dict.fromkeys(each.via))
    return tuple(
        replace(each, via=tuple(calls[type(each), each.at])) if each.via else each
        for each in several
    )


def _lines(module: ast.Module, only: Collection[int]) -> frozenset[int]:
    """All lines of some statements at the top level."""
    return frozenset(
        line
        for each in module.body
        if each.lineno in only
        for line in range(each.lineno, (each.end_lineno or each.lineno) + 1)
    )


def ended_early(cut: CutShort) -> Ended:
    """An entry of the core that was cut short, as users are told."""
    return Ended(cut.name, _LIMITS[cut.limit], cut.steps)
