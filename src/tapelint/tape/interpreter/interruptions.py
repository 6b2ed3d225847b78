"""Where an error may come before any statement: the states in which something may end early.

The tape lets a ``try`` fail where it raises. What is sure behind a ``try`` or a ``finally`` must
hold wherever an error came.
"""

from __future__ import annotations

from collections.abc import Callable

from tapelint.source import tree
from tapelint.tape.domain.domains import GRAD_MODE
from tapelint.tape.domain.state import State
from tapelint.tape.domain.terms import Truth
from tapelint.tape.machine.frames import Frame
from tapelint.tape.machine.machine import Machine


class _Attempt:
    """What is run and may end before any of its statements."""

    def __init__(self, frame: Frame, root: State, modes: int) -> None:
        self.frame, self.root, self.modes = frame, root, modes
        self._found: dict[tree.Node, list[State]] = {}

    def note(self, node: tree.Node, state: State) -> None:
        """The state before a statement: that of its first and of its last round is kept."""
        self._found[node] = [*self._found.get(node, [])[:1], state]

    def states(self) -> list[State]:
        """All that were kept."""
        return [state for states in self._found.values() for state in states]


class Interruptions:
    """Remembers the states before statements that may end early."""

    def __init__(self, machine: Machine) -> None:
        self.machine = machine
        self._attempts: list[_Attempt] = []
        self._modes: list[Truth] = []
        """The grad modes outside the ``with`` statements around the statement at hand."""

    def note(self, node: tree.Node) -> None:
        """A statement is about to be executed: an error may come before."""
        for each in self._attempts:
            if each.frame is self.machine.frame:
                state = self.machine.state.as_layer_over(each.root)
                if len(self._modes) > each.modes:
                    state.set_fact(GRAD_MODE, None, self._modes[each.modes])
                each.note(node, state)

    def enter(self, mode: Truth) -> None:
        """A ``with`` begins; an error that leaves it restores this grad mode."""
        self._modes.append(mode)

    def leave(self) -> None:
        """A ``with`` ends."""
        self._modes.pop()

    def begin(self, root: State) -> None:
        """Something begins that may end early."""
        self._attempts.append(_Attempt(self.machine.frame, root, len(self._modes)))

    def end(self) -> list[State]:
        """It is over; returns the states in which it may have ended."""
        return self._attempts.pop().states()

    def attempt(self, run: Callable[[], None], raised: list[State]) -> None:
        """Run the body of a ``try``; the states in which it may end early are added to these."""
        state = self.machine.state
        self.begin(state.parent if state.parent is not None else state)
        run()
        raised += self.end()

    def finish(self, run: Callable[[], None], broken: State) -> None:
        """Run what stands under ``finally``, also on the way of an error, which goes on.

        Args:
            run: Runs it.
            broken: The state in which the ``try`` has failed.
        """
        machine = self.machine
        base = machine.state
        first = base.fork()
        ends = [broken, *self.end()]
        layers = [each.as_layer_over(first, base) for each in ends]
        first.absorb([first.fork(), *layers], machine.join_cells)
        machine.state = first
        run()
        machine.state, machine.alive = base, True
        was_recording, machine.is_recording = machine.is_recording, False
        run()
        machine.is_recording = was_recording

    def swallow(self, run: Callable[[], None]) -> None:
        """Run what may have ended early, by an error that ends here."""
        machine = self.machine
        base = machine.state
        untouched, machine.state = base.fork(), base.fork()
        self._attempts.append(_Attempt(machine.frame, base, len(self._modes) - 1))
        run()
        ends = [untouched, *([machine.state] if machine.alive else []), *self.end()]
        machine.state, machine.alive = base, True
        base.absorb(ends, machine.join_cells)
