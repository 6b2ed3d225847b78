"""What the tape records of a training loop: what is done with gradients, and optimisers."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from tapelint.tape.domain.frozen import dataclass
from tapelint.tape.domain.terms import ClipFault, OptimiserFault, StepFault
from tapelint.tape.events import Event

if TYPE_CHECKING:
    from tapelint.source import tree


@dataclass(frozen=True, kw_only=True)
class GradientsClipped(Event):
    """Gradients are clipped.

    Attributes:
        given: The expression that gives what is clipped.
        fault: Why it has no effect, or another one than is meant.
        other: Where: the step or the clearing before it, what has gone over the iterator.
        is_certain: Whether that is sure.
        is_effective: Whether a backward has left something to clip, on some path.
        is_seen: Whether it is known whose gradients they are.
        is_handed_on: Whether something that is not known may have changed gradients before.
    """

    visit: ClassVar[str] = "visit_clipped"
    what: ClassVar[str] = "gradients are clipped"
    given: tree.BaseExpression
    fault: ClipFault | None
    other: tree.Node | None
    is_certain: bool
    is_effective: bool
    is_seen: bool
    is_handed_on: bool = False


@dataclass(frozen=True, kw_only=True)
class GradientsStepped(Event):
    """An optimiser that is known steps.

    Attributes:
        fault: What is wrong with the gradients that it uses.
        filled: The backward that this is about.
        other: The earlier step, or the clearing.
        is_certain: Whether that is sure.
        is_seen: Whether a backward is known that fills them.
        is_handed_on: Whether something that is not known may have changed them before.
        own: Where another loss has left something, the backward after that, which this is for.
        is_all_left: Whether nothing else was in the gradients before that backward.
    """

    visit: ClassVar[str] = "visit_stepped"
    what: ClassVar[str] = "an optimiser steps"
    fault: StepFault | None
    filled: tree.Node | None
    other: tree.Node | None
    is_certain: bool
    is_seen: bool
    is_handed_on: bool
    own: tree.Node | None = None
    is_all_left: bool = False


@dataclass(frozen=True, kw_only=True)
class OptimiserMade(Event):
    """An optimiser that is known is made, or what becomes of it is known.

    Attributes:
        fault: What is wrong with it and its parameters.
        other: The step before, what has gone over the iterator, the backward of other parameters.
        is_certain: Whether that is sure.
        is_seen: Whether it is known which parameters it has.
        is_kept: Whether one that was made before may step in the place of a new one.
    """

    visit: ClassVar[str] = "visit_optimiser"
    what: ClassVar[str] = "an optimiser is made"
    fault: OptimiserFault | None
    other: tree.Node | None
    is_certain: bool
    is_seen: bool
    is_kept: bool = False


@dataclass(frozen=True, kw_only=True)
class TrainedInEvaluation(Event):
    """A backward of a later round trains a network that a round before has left in evaluation.

    Attributes:
        evaluated: The call of ``eval()``.
        is_certain: Whether the network is known: the backward reaches it, and a layer that it holds
            depends on the mode.
        is_later: Whether an earlier round has trained it in training mode.
    """

    visit: ClassVar[str] = "visit_trained_in_evaluation"
    what: ClassVar[str] = "a network trains in evaluation mode"
    evaluated: tree.Node
    is_certain: bool
    is_later: bool = True


OF_TRAINING = (GradientsClipped, GradientsStepped, OptimiserMade, TrainedInEvaluation)
"""What is told of how an optimiser, and what it steps, is used."""
