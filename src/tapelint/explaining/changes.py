"""What a line changes: the state before it, held against that after it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tapelint.explaining.as_text import HEADS, made_by, row
from tapelint.explaining.facts import Change, Spot, View


def changed(visits: Sequence[tuple[View, View]], shown: Spot) -> tuple[Change, ...]:
    """What all visits of a line change in the same way."""
    first, *others = [dict.fromkeys(_between(*each, shown)) for each in visits]
    return tuple(change for change in first if all(change in each for each in others))


def _between(before: View, after: View, shown: Spot) -> Iterator[Change]:
    """What is another thing after a visit than before it."""
    if before.mode != after.mode:
        yield "autograd", "mode", before.mode, after.mode
    old_ones, new_ones = (
        {each.name: each for each in view.tensors if not each.is_temporary}
        for view in (before, after)
    )
    for name in dict.fromkeys([*new_ones, *old_ones]):
        old, new = old_ones.get(name), new_ones.get(name)
        if old is not None and new is not None:
            for what, was, now in zip(HEADS[1:], row(old)[1:], row(new)[1:], strict=True):
                if was != now:
                    yield name, what, was or "-", now or "-"
        elif not before.more and not after.more:
            # A layer's parameters are there before they are met.
            if name.isidentifier() or (new is not None and new.made_at == shown):
                was, now = (made_by(each) if each else "none known" for each in (old, new))
                yield name, "made by", was, now
