"""The visits of a line: an execution is watched, and each time it comes by, a snapshot is taken."""

from __future__ import annotations

from collections.abc import Callable

from tapelint.explaining.facts import View
from tapelint.explaining.places import Spots, Stop
from tapelint.explaining.snapshot import Snapshot
from tapelint.source import tree
from tapelint.tape.definite.facts import Facts
from tapelint.tape.domain.records import Records
from tapelint.tape.domain.values import Value
from tapelint.tape.machine.machine import Machine
from tapelint.tape.machine.observer import Observer


class Visits(Observer):
    """Watches an execution for one line.

    Attributes:
        stop: Where the snapshots are taken.
        views: Whether the machine was recording, in which entry point, and what was known before
            and after.
    """

    def __init__(self, stop: Stop, spots: Spots) -> None:
        self.stop, self.spots = stop, spots
        self.views: list[tuple[bool, int, View, View]] = []
        self._before: View | None = None
        self._facts: Facts | None = None
        self._look_up: Callable[[str], Value | None] = lambda name: None

    def keep_facts(self, machine: Machine) -> Facts:
        """Let an execution keep what holds on every path, to be read here."""
        self._facts = Facts(machine)
        return self._facts

    def begin(self, machine: Records, look_up: Callable[[str], Value | None]) -> None:
        """Remember what tells what a name stands for."""
        self._look_up = look_up

    def executing(self, statement: tree.Node) -> None:
        """The state before a line counts where nothing stands on the line itself."""
        if self._facts is not None and statement in (self.stop.begins, self.stop.node):
            self._facts.made_here.clear()
            self._facts.items_here.clear()
            if statement is self.stop.begins:
                self._before = self._seen(self._facts)
            if statement is self.stop.node and not self.stop.is_after:
                self._look()

    def executed(self, statement: tree.Node) -> None:
        """Else that after the statement."""
        if statement is self.stop.node and self.stop.is_after:
            self._look()

    def recorded(self) -> list[tuple[View, View]]:
        """What was seen where the tape recorded; what was executed once more counts once.

        What is not recorded is executed again, but for what is meant to raise.
        """
        retracted = self._facts.machine.retracted if self._facts is not None else set()
        return [
            (before, after)
            for is_recording, entry, before, after in self.views
            if is_recording and entry not in retracted
        ] or [(before, after) for *_, before, after in self.views]

    def _look(self) -> None:
        if self._facts is not None and self._before is not None:
            machine, after = self._facts.machine, self._seen(self._facts)
            self.views.append((machine.is_recording, machine.entry, self._before, after))

    def _seen(self, facts: Facts) -> View:
        return Snapshot(facts, self._look_up, self.spots, self.stop).view()
