"""TAP402: a standard deviation where a covariance is expected, or the other way round."""

from __future__ import annotations

import functools
import re
from typing import TYPE_CHECKING

from tapelint.editing.changes import NameArgument, NodeFix, Operand, Replace, unsafe
from tapelint.findings import Consequence
from tapelint.rules.checker import Checker
from tapelint.rules.reasons import Reason
from tapelint.rules.report import Report
from tapelint.tape.domain.assumptions import Assumed, Assumption, Sign
from tapelint.tape.domain.terms import Evidence, Kind
from tapelint.torch_api.families import variances_of_losses
from tapelint.torch_api.scale_names import scale_named

if TYPE_CHECKING:
    from tapelint.rules.report import SourceText
    from tapelint.source import tree
    from tapelint.tape.distribution_events import DistributionMade
    from tapelint.tape.domain.powers import SigmaPower

_WANTED = {"covariance_matrix": 2, "cov_diag": 2, "var": 2, "precision_matrix": -2, "scale_tril": 1}
_MEANING = {
    1: "a standard deviation",
    2: "a variance or covariance",
    -2: "a precision",
    -1: "the inverse of a standard deviation",
    4: "the square of a variance",
    -4: "the square of a precision",
}
_TAKING = {1: "scale_tril", 2: "covariance_matrix", -2: "precision_matrix"}
_CONVERSIONS = {(1, 2): "square the deviation first", (2, 1): "take its Cholesky factor"}
_SQUARED = {4, -4}
"""Powers that speak against a name: whoever squares a `var` means a deviation by it."""
_DEVIATIONS = {"scale", "std"}
"""The parameters of other distributions that take a standard deviation."""


class StdAsCovariance(Checker):
    """Visits distributions with a covariance, and losses with a variance.

    A name tells little where the same function gives the root of it to a deviation:
    ``Normal(mean, std.sqrt())``. It is a variance there.
    """

    code = "TAP402"
    name = "std-as-covariance"
    summary = "a standard deviation where a covariance is expected, or the other way round"
    needs = "a known or telling power of sigma that its taker takes for another one"
    triggers = ("MultivariateNormal", "GaussianNLLLoss", "gaussian_nll_loss")
    serious = ("*MultivariateNormal(", "GaussianNLLLoss(", "gaussian_nll_loss(")
    unsafe_fix = "the parameter that takes what is given, or `** 2`"

    def __init__(self, text: SourceText) -> None:
        super().__init__(text)
        self._by_name: dict[tree.Node, set[tuple[str, str]]] = {}
        self._roots: set[tuple[str, str]] = set()

    def visit_distribution(self, event: DistributionMade) -> None:
        """Report a power of sigma that contradicts the parameter."""
        for parameter, value, node in event.arguments:
            if _is_root(parameter, value.power):
                self._roots |= self._named(event, node)
        is_of_many = event.kind in {"MultivariateNormal", "LowRankMultivariateNormal"}
        # A loss makes a variance of a network's free output, whatever its name is.
        weakest = Evidence.OUTPUT if is_of_many else Evidence.UNDONE
        is_judged = is_of_many or event.kind in variances_of_losses()
        telling = [each for each in event.arguments if is_judged and each[0] in _WANTED]
        for parameter, value, node in telling:
            expected, power = _WANTED[parameter], value.power
            if power is None or power.kind is not Kind.PLAIN:
                self.dismiss(event, Reason.UNKNOWN_VALUE)
                continue
            if power.exponent != expected and power.evidence > weakest:
                self.dismiss(event, Reason.UNSUPPORTED)
                continue
            is_misnamed = power.by_name and power.exponent in _SQUARED
            if power.exponent == expected or power.exponent not in _MEANING or is_misnamed:
                self.leave(event.at, Reason.ALLOWED, if_likely=True)
                continue
            if power.by_name:
                self._by_name[event.at] = self._named(event, node)
            given, exponent = self.text(node), int(power.exponent)
            meaning = _MEANING[exponent]
            self.report(
                event.at,
                f"`{given}` is {meaning}, but `{parameter}` of `{event.called}` takes "
                f"{_MEANING[expected]}: the scale is wrong; "
                f"{_remedy(event.kind, exponent, expected, given)}",
                Consequence.WRONG_VALUE,
                (Assumption(Assumed.MEANING, Sign.NAME, node, node, meaning),)
                if power.by_name
                else (),
                [(node, f"this is {meaning}")],
                fix=functools.partial(_fixes, event, exponent, expected, node),
            )

    def reports(self) -> list[Report]:
        """What there is to report, less what the same function contradicts."""
        for node, found in self._by_name.items():
            if found & self._roots:
                self.leave(node, Reason.UNSUPPORTED, if_likely=True)
        return super().reports()

    def _named(self, event: DistributionMade, given: tree.BaseExpression) -> set[tuple[str, str]]:
        """The names in an expression that promise a power, each with the function it stands in."""
        found = re.findall(r"\w+", self.spelled(given))
        return {(event.function, name) for name in found if scale_named(name) is not None}


def _is_root(parameter: str, power: SigmaPower | None) -> bool:
    """Whether a deviation is computed as the root of what a name calls one."""
    is_half = power is not None and power.by_name and 2 * power.exponent == 1
    return parameter in _DEVIATIONS and is_half


def _parameter(kind: str, exponent: int) -> str | None:
    """The parameter of the same distribution that takes what is given."""
    return _TAKING.get(exponent) if kind == "MultivariateNormal" else None


def _fixes(
    event: DistributionMade, exponent: int, expected: int, given: tree.BaseExpression
) -> list[NodeFix]:
    name, scale = _parameter(event.kind, exponent), given.lossless
    if name is not None:
        return [unsafe(f"pass it as `{name}`", NameArgument(event.node, scale, name))]
    if (exponent, expected) == (1, 2):
        return [unsafe("square the deviation", Replace(scale, (Operand(scale), " ** 2")))]
    return []


def _remedy(kind: str, exponent: int, expected: int, given: str) -> str:
    name = _parameter(kind, exponent)
    ways = [f"pass `{name}={given}`" if name else "", _CONVERSIONS.get((exponent, expected), "")]
    return ", or ".join(filter(None, ways)) or "convert it first"
