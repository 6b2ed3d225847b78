"""TAP104: backward of a value that has no history."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tapelint.findings import Consequence
from tapelint.rules.checker import Checker
from tapelint.rules.lost_by import called, without
from tapelint.rules.reasons import Reason
from tapelint.tape.domain.assumptions import Assumed, Assumption, Sign, returned_to_train
from tapelint.tape.domain.terms import AUTOGRAD_GRAD, NO_GRAD
from tapelint.torch_api import names
from tapelint.torch_api.families import families
from tapelint.torch_api.frameworks import LOSS_METHODS, LOSS_PARAMETERS

if TYPE_CHECKING:
    from tapelint.source import tree
    from tapelint.tape.events import BackwardWithoutGraph as WithoutGraph
    from tapelint.tape.events import LossCut, TermWithoutGraph


_MEANT = families().ending_history


class BackwardWithoutGraph(Checker):
    """Visits backwards that start where nothing requires grad."""

    code = "TAP104"
    name = "backward-without-graph"
    summary = "a backward of a value whose history was cut, or that never had one"
    needs = "a backward of a value that is known to have no history"
    triggers = ("backward", "grad(", "detach(", ".item(", *sorted(LOSS_METHODS | LOSS_PARAMETERS))
    serious = (
        "*backward(",
        "grad(",
        *sorted(f"def {name}" for name in LOSS_METHODS),
        *sorted(f"{name}=" for name in LOSS_PARAMETERS),
    )

    def visit_backward_without_graph(self, event: WithoutGraph) -> None:
        """Report it, unless the cut itself is reported."""
        root = self.text(event.root)
        steps = [] if event.origin_at is None else [(event.origin_at, _reason(event))]
        self.report(
            event.at,
            f"`{root}` {_state(event)}: `{event.call}` raises; {_instead(event)}",
            Consequence.RAISES,
            () if event.doubt is None else (event.doubt,),
            because=[*steps, (event.at, "there is nothing to run backward through")],
            unless=[*(cut.node for cut in event.cuts), *_array_asked_for(event)],
        )

    def visit_term(self, event: TermWithoutGraph) -> None:
        """Report a term that moves the loss and trains nothing, where nothing else trains it."""
        operation = event.origin.operation
        is_flat = operation in families().flat
        if (reason := self._meant(event)) is not None:
            self.dismiss(event, reason)
            return
        state = "a gradient of zero" if is_flat else "no history"
        self.report(
            event.at,
            f"`{self.text(event.at)}` has {state} since {called(operation)}: this term of the "
            f"loss trains nothing; {without(operation)}, or leave it out",
            Consequence.NO_GRADIENT,
            (Assumption(Assumed.GRADIENT, Sign.BACKWARD, event.backward, event.at),),
            because=[
                (event.origin.node, _ends(operation, is_flat=is_flat)),
                (event.at, "it is added to the loss here"),
                (event.backward, "the backward is run here"),
            ],
        )

    def _meant(self, event: TermWithoutGraph) -> Reason | None:
        """Why a term may be a constant on purpose: what has no derivative never is."""
        operation, spelled = event.origin.operation, self.spelled(event.at)
        if operation in {NO_GRAD, AUTOGRAD_GRAD}:
            spelled = spelled.partition("(")[0]
        elif operation not in _MEANT:
            return None
        if operation == NO_GRAD and not names.speaks_of_loss(spelled):
            return Reason.NOT_WANTED
        is_constant = names.is_constant_by_intent(spelled) or names.is_metric(spelled)
        return Reason.TOLD_BY_NAME if is_constant else None

    def visit_loss_cut(self, event: LossCut) -> None:
        """Report a loss that its backward, somewhere else, will find without history.

        That the file calls the network without recording, too, says nothing of who trains it.
        """
        self.report(
            event.at,
            f"{called(event.operation)} ends the history of `{self.text(event.root)}`, the only "
            f"loss that is returned: its backward raises; {without(event.operation)}",
            Consequence.RAISES,
            (returned_to_train(event.returned),),
            because=[
                (event.at, f"{called(event.operation)} ends the history here"),
                (event.returned, "what is returned trains nothing"),
            ],
        )


def _array_asked_for(event: WithoutGraph) -> list[tree.Node]:
    """Where numpy was given tensors with a history: a report there tells it all."""
    is_of_numpy = event.origin.split(".")[0] == "numpy" and event.origin_at is not None
    return [event.origin_at] if is_of_numpy and event.origin_at is not None else []


def _state(event: WithoutGraph) -> str:
    if not event.is_tensor:
        kind = "a numpy array" if event.origin == "numpy" else "a Python number"
        return f"is {kind}"
    if event.origin == NO_GRAD:
        return "was computed while autograd did not record"
    if event.origin:
        return f"has no history since {called(event.origin)}"
    return "does not require grad"


def _ends(operation: str, *, is_flat: bool) -> str:
    ended = "has a gradient of zero" if is_flat else "ends the history"
    return f"{called(operation)} {ended} here"


def _reason(event: WithoutGraph) -> str:
    if event.origin == NO_GRAD:
        return "computed here, under `no_grad` or the like"
    return f"{called(event.origin)} ends the history here" if event.origin else "made here"


def _instead(event: WithoutGraph) -> str:
    if not event.is_tensor:
        kind = "array" if event.origin == "numpy" else "number"
        return f"keep the tensor, and use the {kind} for logging only"
    if event.origin:
        return without(event.origin)
    return "compute it from tensors that require grad"
