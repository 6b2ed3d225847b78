"""What the tape records of losses and what they are given; see :mod:`.events`."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from tapelint.tape.domain.frozen import dataclass
from tapelint.tape.domain.terms import Chance, SignalForm
from tapelint.tape.events import Event

if TYPE_CHECKING:
    from tapelint.source import tree
    from tapelint.tape.domain.chances import Chances


@dataclass(frozen=True, kw_only=True)
class ChancesGiven(Event):
    """A loss or a distribution is given what is known to be probabilities, or their logarithms.

    Attributes:
        taker: Its bare name: ``cross_entropy``, ``CrossEntropyLoss``, ``Categorical``.
        parameter: Which parameter gets it.
        wanted: What that takes.
        given: What is known of the value.
        argument: The expression given.
        is_distribution: Whether a distribution takes it.
        is_product: Whether the terms of a divergence are kept: its products with a target.
    """

    visit: ClassVar[str] = "visit_chances"
    what: ClassVar[str] = "probabilities are given to a loss or a distribution"
    taker: str
    parameter: str
    wanted: Chance
    given: Chances
    argument: tree.BaseExpression
    is_distribution: bool
    is_product: bool = False


@dataclass(frozen=True, kw_only=True)
class SignalTrained(Event):
    """A loss trains a network through its own value, where that is no more than a signal.

    Attributes:
        form: What the value is there.
        signal: The expression of it that carries the history.
        critic: What computes the value.
        regression: The term of a loss that trains the network, as is meant.
        backward: The backward that passes both, or the second of two; or the ``return``.
        is_return: Whether it is a ``return``.
        is_certain: Whether autograd has recorded all that lies between for sure.
        is_option: Whether a branch decides if the history is kept.
    """

    visit: ClassVar[str] = "visit_signal"
    what: ClassVar[str] = "a loss trains a network through a learning signal"
    form: SignalForm
    signal: tree.BaseExpression | None
    critic: tree.Node | None
    regression: tree.Node | None
    backward: tree.Node
    is_return: bool
    is_certain: bool
    is_option: bool
