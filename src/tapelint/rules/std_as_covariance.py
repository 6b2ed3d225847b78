"""TAP402: a standard deviation where a covariance is expected, or the other way round."""

from __future__ import annotations

import functools
import re
from typing import TYPE_CHECKING

from tapelint.editing.changes import NameArgument, NodeFix, Operand, Replace, unsafe
from tapelint.findings import Confidence, Consequence
from tapelint.rules.checker import Checker
from tapelint.rules.reasons import Reason
from tapelint.rules.report import Report
from tapelint.tape.domain.terms import Evidence, Kind
from tapelint.torch_api.names import scale_named

if TYPE_CHECKING:
    from tapelint.rules.report import SourceText
    from tapelint.source import tree
    from tapelint.tape.domain.powers import SigmaPower
    from tapelint.tape.events import DistributionMade

_EXPECTED = {"covariance_matrix": 2, "cov_diag": 2, "precision_matrix": -2, "scale_tril": 1}
_MEANING = {
    1: "a standard deviation",
    2: "a variance or covariance",
    -2: "a precision",
    -1: "the inverse of a standard deviation",
}
_DEVIATIONS = {"scale", "std"}
"""The parameters of other distributions that take a standard deviation."""


class StdAsCovariance(Checker):
    """Visits distributions with a covariance.

    A name tells little where the same function gives the root of it to a deviation:
    ``Normal(mean, std.sqrt())``. It is a variance there.
    """

    code = "TAP402"
    name = "std-as-covariance"
    summary = "a standard deviation where a covariance is expected, or the other way round"
    needs = "a known or telling power of sigma that a multivariate normal takes for another one"
    triggers = ("MultivariateNormal",)
    serious = ("*MultivariateNormal(",)

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
        telling = [each for each in event.arguments if is_of_many and each[0] in _EXPECTED]
        for parameter, value, node in telling:
            expected, power = _EXPECTED[parameter], value.power
            if power is None or power.kind is not Kind.PLAIN:
                self.dismiss(event, Reason.UNKNOWN_VALUE)
                continue
            if power.exponent != expected and power.evidence is Evidence.HINT:
                self.dismiss(event, Reason.UNSUPPORTED)
                continue
            if power.exponent == expected or power.exponent not in _MEANING:
                self.leave(event.at, Reason.ALLOWED, if_likely=True)
                continue
            if power.by_name:
                self._by_name[event.at] = self._named(event, node)
            given = self.text(node)
            self.report(
                event.at,
                f"`{given}` is {_MEANING[int(power.exponent)]}, but `{parameter}` of "
                f"`{event.called}` takes {_MEANING[expected]}: the scale is wrong; "
                f"{_remedy(event.kind, power, expected, given)}",
                Consequence.WRONG_VALUE,
                Confidence.LIKELY if power.by_name else Confidence.CERTAIN,
                [(node, f"this is {_MEANING[int(power.exponent)]}")],
                fix=functools.partial(_fixes, event, power, expected, node),
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


def _fixes(
    event: DistributionMade, power: SigmaPower, expected: int, given: tree.BaseExpression
) -> list[NodeFix]:
    exponent, scale = int(power.exponent), given.lossless
    names = {_EXPECTED[name]: name for name in _EXPECTED if name != "cov_diag"}
    if event.kind == "MultivariateNormal" and exponent in names:
        name = names[exponent]
        return [unsafe(f"pass it as `{name}`", NameArgument(event.node, scale, name))]
    if exponent == 1 and expected == 2:
        return [unsafe("square the deviation", Replace(scale, (Operand(scale), " ** 2")))]
    return []


def _remedy(kind: str, power: SigmaPower, expected: int, given: str) -> str:
    exponent = power.exponent
    if exponent == 1 and expected == 2 and kind == "MultivariateNormal":
        return f"pass `scale_tril={given}`, or square the deviation first"
    if exponent == 1 and expected == 2:
        return "square the deviation first"
    if exponent == 2 and expected == 1:
        return f"pass `covariance_matrix={given}`, or its Cholesky factor"
    if exponent == 2 and expected == -2:
        return f"pass `covariance_matrix={given}`"
    if exponent == -2:
        return f"pass `precision_matrix={given}`"
    return "convert it first"
