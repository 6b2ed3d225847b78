"""Events of distributions, their arguments and their samples."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from tapelint.tape.domain.frozen import dataclass
from tapelint.tape.domain.terms import (
    Given,
    Truth,
)
from tapelint.tape.domain.values import (
    Sample,
    Value,
)

if TYPE_CHECKING:
    from tapelint.source import tree
from tapelint.tape.events import Event


@dataclass(frozen=True, kw_only=True)
class DistributionQuery(Event):
    """``log_prob``, ``cdf`` or ``icdf`` of a distribution.

    Attributes:
        method: The method's name.
        kind: The distribution's class.
        given: What kind of thing was given, or ``None`` for a tensor or something unknown.
        argument: The expression given.
        validates: Whether the distribution checks its arguments.
        trained: Whether a parameter of the distribution requires grad.
        is_guess: Whether the value is only likely to be what ``given`` says.
    """

    visit: ClassVar[str] = "visit_distribution_query"
    what: ClassVar[str] = "a distribution is asked for a probability"
    method: str
    kind: str
    given: Given | None
    argument: tree.BaseExpression
    validates: Truth
    trained: Truth
    is_guess: bool = False


@dataclass(frozen=True, kw_only=True)
class DistributionMade(Event):
    """A call of a distribution's constructor, or of a loss that is one's likelihood.

    Attributes:
        kind: The bare name of the class, or of the loss's function.
        called: The name that the call has for it.
        arguments: By parameter name: the value and its expression.
    """

    visit: ClassVar[str] = "visit_distribution"
    what: ClassVar[str] = "a distribution is made"
    kind: str
    called: str
    arguments: tuple[tuple[str, Value, tree.BaseExpression], ...]


@dataclass(frozen=True, kw_only=True)
class NoiseAdded(Event):
    """Noise times a scale is added to something: ``mean + std * eps``.

    Attributes:
        node: The product.
        value: The scale.
        scale: Its expression.
    """

    visit: ClassVar[str] = "visit_noise"
    what: ClassVar[str] = "noise times a scale is added"
    value: Value
    scale: tree.BaseExpression


@dataclass(frozen=True, kw_only=True)
class LogarithmTreated(Event):
    """A value is treated as the logarithm that its name promises.

    Attributes:
        as_variance: Whether as that of a variance: its half is taken, or its exponential is a
            term beside others, as in a Kullback-Leibler divergence. Else its exponential is
            taken.
    """

    visit: ClassVar[str] = "visit_logarithm"
    is_of_file: ClassVar[bool] = True
    what: ClassVar[str] = "a logarithm is treated as its name says"
    as_variance: bool


@dataclass(frozen=True, kw_only=True)
class ValidationSwitched(Event):
    """Argument validation of distributions is switched.

    Attributes:
        node: The argument or the call that switches it.
        off: Whether it is switched off.
        is_global: Whether it holds for all distributions from now on.
        kind: The distribution's class.
    """

    visit: ClassVar[str] = "visit_validation"
    what: ClassVar[str] = "the argument checks of distributions are switched"
    off: bool
    is_global: bool
    kind: str


@dataclass(frozen=True, kw_only=True)
class ValidationAssigned(Event):
    """``Normal.set_default_validate_args = False``: an assignment where a call is meant.

    Attributes:
        node: The target of the assignment.
        flag: What is assigned.
    """

    visit: ClassVar[str] = "visit_validation_assigned"
    what: ClassVar[str] = "a switch of argument checks is assigned to"
    flag: bool


@dataclass(frozen=True, kw_only=True)
class SampleInLoss(Event):
    """A loss into which a sample's numbers have gone, without a gradient.

    Attributes:
        node: The call that draws the sample.
        sample: The sample, and what else was done with it.
        loss: The backward, or the ``return`` of the loss.
        is_return: Whether the loss is handed out.
        has_score: Whether the sample's log-probability is a term of the same loss.
        reaches_parameters: Whether the loss reaches the distribution's parameters another way.
        reaches_nothing: Whether there is nothing else that the loss trains.
    """

    visit: ClassVar[str] = "visit_sample_in_loss"
    what: ClassVar[str] = "a sample has gone into a loss"
    sample: Sample
    loss: tree.Node
    is_return: bool
    has_score: bool
    reaches_parameters: bool
    reaches_nothing: bool = False
