"""TAP407: probabilities where logits or log-probabilities are taken, and the like."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tapelint.editing.changes import NameArgument, NodeFix, Operand, Replace, unsafe
from tapelint.findings import Consequence
from tapelint.rules.checker import Checker
from tapelint.rules.reasons import Reason
from tapelint.tape.domain.terms import Chance

if TYPE_CHECKING:
    from tapelint.tape.loss_events import ChancesGiven

_PROBABILITIES = frozenset({Chance.NORMALISED, Chance.SINGLE})
_WRONG = {
    Chance.LOGITS: _PROBABILITIES | {Chance.TWICE},
    Chance.LOGARITHMS: _PROBABILITIES | {Chance.TWICE},
    Chance.NORMALISED: frozenset({Chance.LOGARITHMS, Chance.TWICE}),
}
"""For what is taken, what is known to be something else; logarithms serve as logits."""


class WrongKindForLoss(Checker):
    """Visits losses and distributions that are given probabilities or their logarithms."""

    code = "TAP407"
    name = "wrong-kind-for-loss"
    summary = "probabilities where a loss takes logits or log-probabilities, and the like"
    needs = "the result of a softmax, a sigmoid or their logarithm, where another kind is taken"
    triggers = (
        "cross_entropy", "CrossEntropyLoss", "with_logits", "WithLogits", "nll_loss", "NLLLoss",
        "kl_div", "KLDiv", "ctc_loss", "CTCLoss", "logits", "oft_margin", "SoftMargin",
    )  # fmt: skip
    serious = (
        "*cross_entropy(", "*CrossEntropyLoss(", "*with_logits(", "BCEWithLogitsLoss(",
        "nll_loss(", "NLLLoss(", "kl_div(", "KLDivLoss(", "ctc_loss(", "CTCLoss(",
        "*Categorical(", "*Bernoulli(", "*backward(",
    )  # fmt: skip
    unsafe_fix = (
        "a softmax or sigmoid in the loss's argument taken out, `probs=` for `logits=` of "
        "a distribution"
    )

    def visit_chances(self, event: ChancesGiven) -> None:
        """Report what is not what is taken."""
        given = event.given
        if given.chance not in _WRONG[event.wanted]:
            self.dismiss(event, Reason.ALLOWED)
            return
        if event.is_product and given.chance in _PROBABILITIES:
            self.dismiss(event, Reason.MEANT)
            return
        argument, taker = self.text(event.argument), event.taker
        if given.chance is Chance.TWICE:
            message = (
                f"`{argument}` is normalised twice: `{given.operation}` has already made "
                f"probabilities of it; leave `{given.operation}` out"
            )
        elif event.is_distribution:
            message = (
                f"`{taker}` normalises `{event.parameter}`, but `{argument}` already holds "
                f"probabilities; pass `probs={argument}`"
            )
        elif event.wanted is Chance.LOGITS:
            message = (
                f"`{taker}` takes logits, but `{argument}` holds probabilities: gradients are "
                f"weak; leave `{given.operation}` out"
            )
        elif event.wanted is Chance.LOGARITHMS:
            message = (
                f"`{taker}` takes log-probabilities, but `{argument}` holds probabilities: the "
                "loss is wrong; use `log_softmax`"
            )
        else:
            message = (
                f"`{taker}` takes probabilities as its target, but `{argument}` holds "
                "log-probabilities: the loss is wrong; pass `log_target=True`"
            )
        self.report(
            event.at,
            message,
            Consequence.WRONG_VALUE,
            because=[(given.made_at, f"`{given.operation}` makes probabilities")],
            fix=lambda: _fixes(event),
        )


def _fixes(event: ChancesGiven) -> list[NodeFix]:
    given, argument = event.given, event.argument
    if given.chance not in _PROBABILITIES:
        return []
    if event.is_distribution:
        named = NameArgument(event.node, argument.lossless, "probs")
        return [unsafe("pass them as probabilities", named)]
    if event.wanted is Chance.LOGITS and given.made_at is argument:
        bare = Replace(argument.lossless, (Operand(given.operand.lossless),))
        return [unsafe(f"leave `{given.operation}` out", bare)]
    return []
