"""Many visits of a line as one: what is said holds at every visit."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TypeVar

from tapelint.explaining.facts import (
    Answer,
    Claim,
    Fate,
    Keeping,
    Node,
    TensorFacts,
    Version,
    View,
)

_DIFFERS = "it differs from one run of the line to another"
_UNKNOWN = Claim(Answer.UNKNOWN, _DIFFERS)
_Claim = TypeVar("_Claim", Claim, Version)


def merged(views: Sequence[View]) -> View:
    """What holds at all visits, drawn as the last one has it."""
    last = views[-1]
    if len(views) == 1:
        return last
    by_name: dict[str, list[TensorFacts]] = {}
    for view in views:
        for tensor in view.tensors:
            by_name.setdefault(tensor.name, []).append(tensor)
    tensors = [
        merged_tensor(same if len(same) == len(views) else _not_seen_before(same))
        for same in by_name.values()
    ]
    tensors.sort(key=lambda each: not each.is_on_line)
    modes = {view.mode for view in views}
    return replace(
        last,
        tensors=tuple(tensors),
        nodes=tuple(_merged_node(node, tensors) for node in last.nodes),
        mode=last.mode if len(modes) == 1 else "unknown",
        is_mode_assumed=any(view.is_mode_assumed for view in views),
        in_loop=any(view.in_loop for view in views),
    )


def _not_seen_before(same: list[TensorFacts]) -> list[TensorFacts]:
    """A layer's parameters are there before they are met: of runs before nothing is known."""
    last = same[-1]
    if "." not in last.name:
        return same
    unseen = replace(
        last, requires_grad=_UNKNOWN, is_leaf=_UNKNOWN, version=Version(None, _DIFFERS)
    )
    freed = Claim(Answer.UNKNOWN)
    return [*same, replace(unseen, made_by="", freed=freed, kept_by=(), shares=())]


def merged_tensor(same: Sequence[TensorFacts], why: str = _DIFFERS) -> TensorFacts:
    """What holds of a tensor in each case; ``why`` is told of what differs."""
    last, differs = same[-1], Claim(Answer.UNKNOWN, why)
    made = {(each.made_by, each.made_at) for each in same}
    cuts = {(each.cut_by, each.cut_at) for each in same}
    return replace(
        last,
        requires_grad=_merged_claim([each.requires_grad for each in same], differs),
        is_leaf=_merged_claim([each.is_leaf for each in same], differs),
        made_by=last.made_by if len(made) == 1 else "",
        made_at=last.made_at if len(made) == 1 else None,
        version=_merged_claim([each.version for each in same], Version(None, why)),
        shares=tuple(name for name in last.shares if all(name in each.shares for each in same)),
        kept_by=_merged_keeping([each.kept_by for each in same]),
        freed=_merged_claim([each.freed for each in same], differs),
        cut_by=last.cut_by if len(cuts) == 1 else "",
        cut_at=last.cut_at if len(cuts) == 1 else None,
    )


def _merged_claim(claims: Sequence[_Claim], differs: _Claim) -> _Claim:
    if len(set(map(str, claims))) == 1:
        return claims[-1]
    return next((each for each in claims if str(each) == "unknown" and each.why), differs)


def _merged_keeping(kept: list[tuple[Keeping, ...]]) -> tuple[Keeping, ...]:
    """What is kept at some visit; certain is what is kept in the same way at all."""
    found: dict[tuple[object, ...], list[Keeping]] = {}
    seen: dict[tuple[object, ...], set[int]] = {}
    for visit, each in enumerate(kept):
        for keeping in dict.fromkeys(each):
            key = (keeping.operation, keeping.at, keeping.is_result)
            found.setdefault(key, []).append(keeping)
            seen.setdefault(key, set()).add(visit)
    merged_ones = []
    for place, same in found.items():
        last = same[-1]
        versions = {each.saved_version for each in same}
        present = {each.present_version for each in same}
        fates = {each.fate for each in same}
        merged_ones.append(
            replace(
                last,
                saved_version=last.saved_version if len(versions) == 1 else None,
                present_version=last.present_version if len(present) == 1 else None,
                fate=last.fate if len(fates) == 1 else Fate.UNKNOWN,
                is_certain=len(seen[place]) == len(kept) and all(each.is_certain for each in same),
            )
        )
    return tuple(merged_ones)


def _merged_node(node: Node, tensors: list[TensorFacts]) -> Node:
    """A node of the picture says of a tensor's version what the text says."""
    if node.version is None:
        return node
    names = node.title.split(", ")
    found = next((each for each in tensors if each.name in names), None)
    return node if found is None else replace(node, version=found.version)
