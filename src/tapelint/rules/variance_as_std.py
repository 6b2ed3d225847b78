"""TAP403: a variance, or a logarithm, where a standard deviation is expected."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING

from tapelint.editing.changes import FromTorch, NodeFix, Operand, Replace, unsafe
from tapelint.findings import Consequence
from tapelint.rules.checker import Checker
from tapelint.rules.reasons import Reason
from tapelint.rules.report import SourceText
from tapelint.tape.domain.assumptions import Assumed, Assumption, Sign
from tapelint.tape.domain.terms import Evidence, Kind
from tapelint.torch_api.families import takes_deviation

if TYPE_CHECKING:
    from fractions import Fraction

    from tapelint.rules.report import Report
    from tapelint.source import tree
    from tapelint.tape.distribution_events import DistributionMade, LogarithmTreated, NoiseAdded
    from tapelint.tape.domain.powers import SigmaPower
    from tapelint.tape.domain.values import Value
    from tapelint.tape.events import Event

_MEANING: dict[tuple[Fraction | float, Kind], tuple[str, str]] = {
    (2, Kind.PLAIN): ("a variance", "take its square root"),
    (-2, Kind.PLAIN): ("a precision", "take the square root of its inverse"),
    (1, Kind.LOGARITHM): ("the logarithm of a standard deviation", "take its `exp`"),
    (2, Kind.LOGARITHM): ("the logarithm of a variance", "take the `exp` of its half"),
    (4, Kind.PLAIN): ("the square of a variance", "take its fourth root"),
    (0.5, Kind.PLAIN): ("the root of a standard deviation", "leave the root out"),
}
"""What a power is, and what makes a deviation of it."""
_TWICE = frozenset({4, 0.5})
"""Powers that speak against a name: whoever takes the root of a `std` means a variance by it."""


class VarianceAsStd(Checker):
    """Visits distributions with a scale, and noise that is scaled by hand.

    Many a network's output is called ``logvar`` and is the logarithm of a deviation. So what
    such a name alone tells counts only where the same file treats a logarithm as that of a
    variance.
    """

    code = "TAP403"
    name = "variance-as-std"
    summary = "a variance, or a logarithm, where a standard deviation is expected"
    needs = "a scale that is known, or said by its name, to be a variance or a logarithm"
    triggers = ("Normal", "normal", "Laplace", "StudentT", "Cauchy", "Gumbel", "randn")
    serious = (
        "*Normal(", "*normal(", "*normal_(", "*Laplace(", "*Cauchy(", "StudentT(", "Gumbel(",
        "*randn*",
    )  # fmt: skip
    unsafe_fix = "`.sqrt()` (`** 0.5`), `torch.exp(...)`, `torch.exp(0.5 * ...)`"

    def __init__(self, text: SourceText) -> None:
        super().__init__(text)
        self._if_treated: dict[tree.Node, bool] = {}
        self._treated: set[bool] = set()

    def visit_logarithm(self, event: LogarithmTreated) -> None:
        """Remember what the file takes logarithms for."""
        self._treated.add(event.as_variance)

    def visit_distribution(self, event: DistributionMade) -> None:
        """Report a scale that is no deviation."""
        kind = "torch.normal" if event.kind == "normal" else event.called
        scales = [each for each in event.arguments if takes_deviation(event.kind, each[0])]
        for parameter, value, node in scales:
            self._judge(event, value, node, f"`{parameter}` of `{kind}` takes")

    def visit_noise(self, event: NoiseAdded) -> None:
        """Report noise that is multiplied by something else than a deviation."""
        self._judge(event, event.value, event.scale, "noise is scaled by")

    def _judge(self, event: Event, value: Value, given: tree.BaseExpression, wanted: str) -> None:
        node, power = event.at, value.power
        if power is None:
            self.dismiss(event, Reason.UNKNOWN_VALUE)
            return
        what = (power.exponent, power.kind)
        is_misnamed = power.exponent in _TWICE and power.evidence is Evidence.NAMED
        if what not in _MEANING or is_misnamed:
            # Another call may give it what its name alone speaks against.
            self.leave(node, Reason.ALLOWED, if_likely=True)
            return
        if power.evidence > (Evidence.HINT if power.is_logarithm else Evidence.UNDONE):
            doubt = Assumption(Assumed.MEANING, Sign.NONE, given, given, _MEANING[what][0])
            if not self.assumes(event, Reason.UNSUPPORTED, doubt):
                return
        if power.evidence > Evidence.NAMED and not self._doubts:
            self._if_treated[node] = not power.is_logarithm
        meaning, remedy = _MEANING[what]
        text = self.text(given)
        self.report(
            node,
            f"`{text}` is {meaning}, but {wanted} a standard deviation: "
            f"the scale is wrong; {remedy}",
            Consequence.WRONG_VALUE,
            (Assumption(Assumed.MEANING, Sign.NAME, given, given, meaning),)
            if power.by_name
            else (),
            [(given, f"this is {meaning}")],
            fix=functools.partial(_fixes, value, power, given),
        )

    def reports(self) -> list[Report]:
        """What there is to report, less what nothing in the file supports."""
        for node, as_variance in self._if_treated.items():
            if not self._treated & {as_variance, True}:
                self.leave(node, Reason.UNSUPPORTED, if_likely=True)
        return super().reports()


def _fixes(value: Value, power: SigmaPower, given: tree.BaseExpression) -> list[NodeFix]:
    scale = given.lossless
    if power.is_logarithm:
        half = "" if power.exponent == 1 else "0.5 * "
        taken = (
            FromTorch("exp"),
            f"({half}",
            Operand(scale) if half else scale,
            ")",
        )
        return [unsafe("take the exponential", Replace(scale, taken))]
    if power.exponent != 2:
        return []
    from tapelint.tape.domain.values import (
        Tensor,  # the tape, which is to be imported only where it runs
    )

    root = (".sqrt()",) if isinstance(value, Tensor) else (" ** 0.5",)
    return [unsafe("take the square root", Replace(scale, (Operand(scale), *root)))]
