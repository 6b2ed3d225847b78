"""Changes in place, and whether torch refuses them."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import Final, NamedTuple

from tapelint.analyses.facts import InPlace
from tapelint.analyses.modes import OF_MODE, of_mode, truth
from tapelint.analyses.places import Places
from tapelint.analyses.writing import FORMS, spelled
from tapelint.core.autograd.backward import Autograd
from tapelint.core.autograd.events import Write
from tapelint.core.autograd.graph import IS_LEAF, REQUIRES_GRAD, Tensor
from tapelint.core.domain.certainty import under
from tapelint.core.domain.predicates import SHOWN
from tapelint.core.machine.machine import Machine
from tapelint.source import tree
from tapelint.source.sites import ExpressionSite
from tapelint.tape.domain.assumptions import Assumed, Assumption, Sign
from tapelint.tape.domain.terms import WriteForm

_OF_OTHERS: Final = frozenset({WriteForm.STEP, WriteForm.RENORMALISATION})
"""Changes that are no operation in place of their own."""


class _Changed(NamedTuple):
    """A change of a tensor.

    Attributes:
        event: It.
        owner: The tensor, or the one that it is a view of.
        is_wanted: Whether that may have a history.
        function: The name of the function that it stands in.
        entry: The function that is run for its own sake; ``None`` for the file's body.
    """

    event: Write
    owner: Tensor
    is_wanted: bool
    function: str
    entry: ast.AST | None


class InPlaceRecorder:
    """Keeps changes in place.

    Attributes:
        tells_all: Whether those of tensors without a history are told, too, which torch allows.
    """

    def __init__(self, machine: Machine, autograd: Autograd) -> None:
        self._machine: Final = machine
        self.tells_all = False
        self._found: Final[list[_Changed]] = []
        machine.listen(Write, self._written)

    @property
    def has_found(self) -> bool:
        """Whether there is anything to tell."""
        return bool(self._told())

    def _told(self) -> list[_Changed]:
        kept = {
            each.event.node
            for each in self._found
            if self.tells_all or each.is_wanted or each.event.protected.must
        }
        return [each for each in self._found if each.event.node in kept]

    def _written(self, event: Write) -> None:
        if FORMS[event.change.form] in _OF_OTHERS or SHOWN in event.guard:
            return
        state, owner = self._machine.state, event.tensor.base or event.tensor
        is_wanted = state.get(owner, REQUIRES_GRAD).may and not state.get(owner, IS_LEAF).must
        function = self._machine.active[-1].name
        entry = event.calls[0] if event.calls else None
        self._found.append(_Changed(event, owner, is_wanted, function, entry))

    def events(self, places: Places) -> Iterator[InPlace]:
        """What rules are told."""
        for each in self._told():
            event = each.event
            written = spelled(event.change, places.imports)
            at, target = places.of(event.node), places.of(written.target)
            if at is None or not isinstance(target, ExpressionSite):
                continue
            yield InPlace(
                at=at,
                grad_mode=truth(event.change.recording),
                function=each.function,
                caller=places.caller(event.calls),
                via=places.via(at, event.calls),
                operation=written.operation,
                form=written.form,
                target=target,
                is_view=event.tensor.base is not None and not written.is_item,
                is_refused=event.protected.must,
                assumed=tuple(_assumed(each, target, places)),
                is_wanted=each.is_wanted,
                requires_grad_at=places.of(each.owner.node),
                operands_have_history=event.have_history.must,
            )


def _is_own(tensor: Tensor) -> bool:
    """Whether the code itself has made a leaf that requires grad: it wants it recorded."""
    return tensor.node is not None and not tensor.is_parameter


def _assumed(
    changed: _Changed, target: tree.BaseExpression, places: Places
) -> Iterator[Assumption]:
    """What is assumed for torch to refuse it."""
    event, mode = changed.event, changed.event.change.recording
    if not event.protected.must:
        return
    callers = of_mode(mode, changed.entry, places)
    if callers is not None and callers.evidence is Sign.CALLERS:
        yield callers
    elif not mode.must:
        yield Assumption(Assumed.RECORDING, Sign.CALLERS)
    elif callers is not None and not _is_own(changed.owner):
        yield callers
    if event.protected.why - OF_MODE:
        yield Assumption(Assumed.TYPE, Sign.USE, None, target, "a leaf that requires grad")
    if not under(event.guard).must:
        yield Assumption(Assumed.WAY, Sign.NONE)
