"""What the tape records of losses and what they are given; see :mod:`.events`."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from tapelint.tape.domain.frozen import dataclass
from tapelint.tape.domain.terms import Chance
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
    """

    visit: ClassVar[str] = "visit_chances"
    what: ClassVar[str] = "probabilities are given to a loss or a distribution"
    taker: str
    parameter: str
    wanted: Chance
    given: Chances
    argument: tree.BaseExpression
    is_distribution: bool
