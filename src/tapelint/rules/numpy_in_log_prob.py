"""TAP401: a numpy array given to ``log_prob``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tapelint.editing.changes import DropCall, FromTorch, NodeFix, Replace, safe, unsafe
from tapelint.findings import Consequence
from tapelint.rules.checker import Checker
from tapelint.rules.reasons import Reason
from tapelint.tape.domain.assumptions import Assumed, Assumption, Sign
from tapelint.tape.domain.terms import Given, Truth
from tapelint.torch_api.knowledge import knowledge

if TYPE_CHECKING:
    from tapelint.tape.distribution_events import DistributionQuery


class NumpyInLogProb(Checker):
    """Visits queries of distributions."""

    code = "TAP401"
    name = "numpy-in-log-prob"
    summary = "a numpy array, list or number given to `log_prob`, `cdf` or `icdf` of a distribution"
    needs = (
        "log_prob, cdf or icdf of a known distribution, and a value that is known to be no tensor"
    )
    triggers = ("log_prob", "cdf")
    serious = ("log_prob(", "cdf(", "icdf(")
    safe_fix = "the tensor itself, or `torch.as_tensor`"
    why_safe = "the line raises as it stands, so no result of it is lost"
    unsafe_fix = "`torch.as_tensor` where the types of numbers may not agree"

    def visit_distribution_query(self, event: DistributionQuery) -> None:
        """Report what is no tensor where a tensor is needed."""
        if event.given is None:
            self.dismiss(event, Reason.UNKNOWN_VALUE)
            return
        if not _is_refused(event, event.given):
            self.dismiss(event, Reason.ALLOWED)
            return
        given = self.text(event.argument)
        error = (
            "ValueError"
            if event.validates is Truth.YES and event.method != "icdf"
            else "a misleading error"
        )
        self.report(
            event.at,
            f"`{event.method}` of `{event.kind}` needs a tensor, and `{given}` is a "
            f"{event.given.value}: torch raises {error}; {_instead(event.given, given)}",
            Consequence.RAISES,
            (Assumption(Assumed.TYPE, Sign.USE, None, event.argument, f"a {event.given.value}"),)
            if event.is_guess
            else (),
            [(event.argument, f"this is a {event.given.value}")],
            fix=lambda: _fixes(event),
        )


def _instead(kind: Given, given: str) -> str:
    return "pass its tensor" if kind is Given.OBJECT else f"pass `torch.as_tensor({given})`"


_ONE_TYPE_OF_NUMBER = frozenset({"LowRankMultivariateNormal", "Wishart"})
"""Distributions that raise where the value's type of number is not that of their parameters."""


def _fixes(event: DistributionQuery) -> list[NodeFix]:
    if event.given is Given.OBJECT:
        return []
    is_exact = event.given is not Given.ARRAY or event.kind not in _ONE_TYPE_OF_NUMBER
    fix = safe if is_exact else unsafe
    argument = event.argument.lossless
    converted = Replace(argument, (FromTorch("as_tensor"), "(", argument, ")"))
    return [
        safe("give it the tensor itself", DropCall(argument, "numpy")),
        fix("make it a tensor", converted),
    ]


def _is_refused(event: DistributionQuery, given: Given) -> bool:
    facts = knowledge().distributions.get(event.kind)
    if given is Given.OBJECT and (event.validates is not Truth.YES or event.method == "icdf"):
        return False  # without validation, its operators may serve
    return facts is not None and facts.refuses_given(
        event.method,
        given.name.lower(),
        validates=event.validates is Truth.YES,
        trained=event.trained is Truth.YES,
    )
