"""What only the whole execution tells of an event: who else trains it, calls it or asks for it."""

from __future__ import annotations

from tapelint.project.roles.modes import ModesOfCallers
from tapelint.tape.autograd import dead_terms, retained
from tapelint.tape.autograd.fates import Fates
from tapelint.tape.domain.assumptions import Assumed, Assumption, Sign
from tapelint.tape.domain.frozen import replace
from tapelint.tape.domain.terms import Truth, Use
from tapelint.tape.entry_points import EntryPoints
from tapelint.tape.events import Event, TermWithoutGraph
from tapelint.tape.interpreter.meant_to_record import (
    Sureness,
)
from tapelint.tape.leaf_events import TensorConstructor
from tapelint.tape.training_events import OF_TRAINING


class Hindsight:
    """Tells events what was seen after them."""

    def __init__(self, entries: EntryPoints, modes: ModesOfCallers) -> None:
        self.entries = entries
        self.machine = entries.machine
        self.modes = modes

    def events(self, unrecorded: frozenset[str], refuted: set[int]) -> tuple[Event, ...]:
        """The events that count, with all that is known of them at the end.

        Args:
            unrecorded: What other files call where they switch recording off, and nowhere else.
            refuted: The places of those that do not count.
        """
        machine = self.machine
        self._note_trained_elsewhere()
        events = self._with_modes_of_callers(unrecorded)
        if refuted:
            events = tuple(each for at, each in enumerate(events) if at not in refuted)
        fates = Fates(machine)
        events = tuple(map(fates.told, events))
        if machine.retained_by:
            handed_on = fates.all_handed_on()
            events = tuple(retained.told(machine, each, handed_on) for each in events)
        return tuple(each for each in events if not self._is_trained_elsewhere(each))

    def _note_trained_elsewhere(self) -> None:
        """Tell cuts whether a backward reaches what they were made from on another way."""
        trained = self.machine.trained
        for event in self.machine.events:
            if isinstance(event, TensorConstructor):
                for source in event.cut.sources:
                    if source in trained:
                        event.cut.uses.setdefault(Use.TRAINED_ELSEWHERE, trained[source])

    def _is_trained_elsewhere(self, event: Event) -> bool:
        """Whether a term without history is there to be shown, and trained in another way."""
        return isinstance(event, TermWithoutGraph) and dead_terms.is_trained(
            event.origin, self.machine.trained
        )

    def _with_modes_of_callers(self, unrecorded: frozenset[str]) -> tuple[Event, ...]:
        """Tell how sure the grad mode is of what ran in a function executed on its own.

        A function that this file calls under ``no_grad`` may not record when it runs, nor one that
        the project runs so alone; where all calls are such, it trains nothing. One that this file
        calls nowhere is assumed to record, and so is one that only such call.

        Args:
            unrecorded: What other files call where they switch recording off, and nowhere else.
        """
        events = self.machine.events
        sure = Sureness(unrecorded, self.modes)
        untrained: set[int] = set()
        for unit, start, end in self.entries.executed:
            if unit.is_recorded:
                continue
            if not unit.called_under <= {Truth.YES}:
                callers = Assumption(Assumed.RECORDING, Sign.CALLERS, unit.node)
                changes: dict[str, object] = {"grad_mode": Truth.UNKNOWN, "of_mode": callers}
            elif (is_sure := sure.of(unit)) is not Truth.YES:
                sign = Sign.ROLE if is_sure is Truth.UNKNOWN else Sign.NONE
                changes = {"of_mode": Assumption(Assumed.RECORDING, sign, unit.node)}
            else:
                continue
            for at in range(start, end):
                if events[at].grad_mode is Truth.YES:
                    events[at] = replace(events[at], **changes)
                if unit.called_under == {Truth.NO} and isinstance(events[at], OF_TRAINING):
                    untrained.add(at)
        return tuple(each for at, each in enumerate(events) if at not in untrained)
