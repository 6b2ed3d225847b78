"""Conditions: the branches that something stands in, as texts of their tests."""

from __future__ import annotations

GIVEN = "given "
"""How the condition begins that asks for arguments which the function never binds anew."""
Condition = tuple[str, bool]
"""The text of a branch's test, and whether it holds."""


INFERENCE = "inference in "
"""How the condition begins that a function runs which is for inference alone."""
TRAINING = ": self.training"
"""How the condition ends that a module trains."""
HISTORY = "history "
"""How the condition begins that something has a history."""


ONE_OF = "one of"
"""How the condition begins under which a value is a certain one of several."""


def chosen(choice: int, count: int, among: frozenset[int]) -> frozenset[Condition]:
    """What holds where one of these options, of ``count``, was chosen: no other was."""
    texts = {each: f"{ONE_OF} {choice}: {each}" for each in range(count)}
    none_of = frozenset((text, False) for each, text in texts.items() if each not in among)
    return none_of | {(texts[each], True) for each in among if len(among) == 1}


def choices(conditions: frozenset[Condition]) -> frozenset[Condition]:
    """Those of the conditions that tell which of several alternatives a value is."""
    return frozenset(each for each in conditions if each[0].startswith(ONE_OF))


def contradict(one: frozenset[Condition], other: frozenset[Condition]) -> bool:
    """Whether two sets of conditions cannot both hold."""
    if not one or not other:
        return False
    return any((text, not holds) in other for text, holds in one)
