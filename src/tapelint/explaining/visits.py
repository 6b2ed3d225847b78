"""The visits of a line: an execution is watched, and each time it comes by, a snapshot is taken."""

from __future__ import annotations

import ast
from collections.abc import Sequence

from tapelint.analyses.driver import ended_early
from tapelint.core.code.lowering import module_code
from tapelint.core.domain.objects import Frame
from tapelint.core.machine.events import Reached
from tapelint.core.running.execution import Execution
from tapelint.explaining.facts import View
from tapelint.explaining.modes import Modes
from tapelint.explaining.places import Spots, Stop
from tapelint.explaining.recorder import Recorder
from tapelint.explaining.snapshot import Snapshot, Watched
from tapelint.source.neighbours import Neighbours
from tapelint.source.parsed import Parsed
from tapelint.torch_api.project import Project


class Visits:
    """Watches an execution for one line.

    Attributes:
        stop: Where the snapshots are taken.
        views: What was known before each visit and after it.
        limits: What has ended early, in words.
    """

    def __init__(self, stop: Stop, spots: Spots) -> None:
        self.stop, self.spots = stop, spots
        self.views: list[tuple[View, View]] = []
        self.limits: Sequence[str] = ()
        self._before: dict[Frame, View] = {}

    def run(
        self, parsed: Parsed, module: ast.Module, project: Project, neighbours: Neighbours | None
    ) -> None:
        """Run a file, and look at each visit.

        Raises:
            TimeLimitError: The time that the file may take is used up.
        """
        stop = self.stop
        watched: frozenset[ast.AST] = frozenset([stop.begins, stop.node])
        execution = Execution(
            module_code(module, parsed.path, watched),
            parsed.text,
            neighbours=neighbours,
            project=project,
            is_thorough=True,
        )
        machine, autograd = execution.machine, execution.autograd
        modes = Modes(module, self.spots.parents)
        recorder = Recorder(machine, autograd, modes)
        self._watched = Watched(machine, autograd, recorder, modes, self.spots)
        machine.listen(Reached, self._reached)
        entries = execution.run()
        self.limits = tuple(str(ended_early(each)) for each in entries.cut_short)

    def _reached(self, event: Reached) -> None:
        """The state before a line counts where nothing stands on the line itself, else after it."""
        stop, frame = self.stop, event.frame
        if not event.is_over and event.node is stop.begins:
            self._watched.recorder.made_here.clear()
            self._before[frame] = self._seen(frame)
        if event.node is stop.node and event.is_over is stop.is_after:
            before = self._before.get(frame)
            if before is not None:
                self.views.append((before, self._seen(frame)))

    def _seen(self, frame: Frame) -> View:
        return Snapshot(self._watched, frame, self.stop).view()
