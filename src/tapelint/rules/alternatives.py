"""What a report needs, where a value may be one of several: which of them must be chosen."""

from __future__ import annotations

from collections.abc import Sequence

Choices = frozenset[tuple[str, bool]]
"""The alternatives that something needs: each with whether it must be the chosen one."""

_MOST_NEEDS = 24
"""How many sets of alternatives are looked at for one place."""


def hold_for_all(needs: Sequence[Choices]) -> bool:
    """Whether one of the sets of alternatives holds, whatever is chosen."""
    if not needs or not all(needs):
        return bool(needs)
    if len(needs) > _MOST_NEEDS:
        return False
    choice = min(_choice_of(text) for text, _ in needs[0])
    options = {text for each in needs for text, _ in each if _choice_of(text) == choice}
    return all(
        hold_for_all(
            [
                frozenset(pair for pair in each if pair[0] not in options)
                for each in needs
                if all((text == option) is holds for text, holds in each if text in options)
            ]
        )
        for option in options
    )


def _choice_of(text: str) -> str:
    return text.partition(":")[0]
