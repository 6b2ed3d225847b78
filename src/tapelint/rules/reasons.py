"""Why a place is not reported: a closed vocabulary, for ``explain --rule`` and for the docs."""

from __future__ import annotations

import enum
from collections.abc import Sequence
from typing import TYPE_CHECKING

from tapelint.tape.domain.terms import Truth, WriteForm

if TYPE_CHECKING:
    from tapelint.analyses.facts import StaleSaved
    from tapelint.tape.events import Event


class Reason(enum.Enum):
    """A reason to stay silent.

    Attributes:
        id: Its short name, as JSON and the docs have it.
        sentence: What people are told; ``{}`` stands for what it names: rules, a comment.
        is_of_rules: Whether a rule says it; else it is known before or after the rules are asked.
    """

    NOT_RECORDED = "not-recorded", "autograd does not record here"
    MODE_UNKNOWN = "mode-unknown", "it is not known whether autograd records here"
    MODE_OF_CALLERS = "mode-of-callers", "a caller in another file may have switched recording off"
    MAY_NOT_TRAIN = "may-not-train", "whoever gets the result may never run a backward through it"
    UNCERTAIN = "uncertain", "it does not hold for sure: another path, or something unknown, is met"
    NO_HISTORY = "no-history", "the values are not known to have a history that could be lost"
    HISTORY_USED = "history-used", "a backward has passed these values already, or may have"
    NOT_WANTED = "not-wanted", "no gradient is wanted: the values are logged, a target or constant"
    NEW_LEAF = "new-leaf", "a new leaf is what is wanted: a first value, or one to differentiate by"
    TOLD_BY_NAME = "told-by-name", "the name says that it is a constant, a metric or a cache"
    UNSUPPORTED = "unsupported", "no name and no use supports it, or other code speaks against it"
    UNKNOWN_VALUE = (
        "unknown-value",
        "it is not known what is given here, or it is known to be right",
    )
    ALLOWED = "allowed", "nothing is known to be wrong with it: torch takes it as it is"
    CONVERSION = "conversion", "the tensor is only converted, moved or freshly made"
    MEANT = "meant", "other code says that it is meant as it is"
    OTHER_RULE = "other-rule", "another rule looks at this: {}"

    OTHER_FILE = "other-file", "it happens in another file, and no single call here leads to it"
    SUPPRESSED = "suppressed", "a comment silences it: {}"
    NOT_SELECTED = "not-selected", "the settings do not select the rule for this file"
    ONLY_LIKELY = "only-likely", "it is likely, and the settings ask for certain findings only"
    ONLY_POSSIBLE = "only-possible", "it is possible, and the settings ask for more confidence"
    EXPECTED_ERROR = "expected-error", "the code around shows an error on purpose"
    BUDGET = "budget", "a limit of the analysis was reached: {}"
    UNREACHABLE = "unreachable", "no execution comes to this line"
    NO_TRIGGER = "no-trigger", "the file has none of the rule's trigger words: {}"
    NO_CODE = "no-code", "no code stands on this line"
    NOT_SEEN = "not-seen", "it has seen nothing here that it could judge: {}"

    def __init__(self, name: str, sentence: str) -> None:
        self.id, self.sentence = name, sentence

    @property
    def is_of_rules(self) -> bool:
        """Whether a rule says it."""
        return list(Reason).index(self) <= list(Reason).index(Reason.OTHER_RULE)

    def told(self, names: Sequence[str] = ()) -> str:
        """The sentence, with what it names."""
        return self.sentence.format(", ".join(names)).removesuffix(": ")

    @classmethod
    def of_mode(cls, event: Event) -> Reason:
        """Why an event does not count that may happen while autograd does not record."""
        return cls.NOT_RECORDED if event.grad_mode is Truth.NO else cls.MODE_UNKNOWN

    @classmethod
    def of_sure_mode(cls, event: Event) -> Reason:
        """The same, where it is not enough that recording is assumed."""
        return cls.MODE_OF_CALLERS if event.grad_mode is Truth.YES else cls.of_mode(event)


def judge_of(event: StaleSaved) -> str:
    """The code of the rule that judges a change of what was saved, by how it was changed."""
    if event.through_data:
        return "TAP301"
    return {WriteForm.STEP: "TAP204", WriteForm.RENORMALISATION: "TAP203"}.get(
        event.change.form, "TAP202"
    )
