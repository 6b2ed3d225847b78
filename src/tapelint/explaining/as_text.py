"""An explanation as text with aligned columns."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from tapelint.explaining.facts import (
    Answer,
    Claim,
    Explanation,
    Fate,
    Keeping,
    Spot,
    TensorFacts,
    Version,
    View,
)

HEADS = ("tensor", "requires_grad", "leaf", "made by", "version", "graph")
HEADS_OF_CHANGES = ("tensor", "what", "before", "after")
MODES = {
    "enabled": "enabled",
    "no_grad": "no_grad: autograd does not record",
    "inference": "inference_mode: autograd does not record, and tensors made here have no version",
    "off": "off: autograd does not record",
    "unknown": "unknown",
}


def render(explanation: Explanation) -> list[str]:
    """The lines of the text."""
    place = place_of(explanation)
    lines = [f"{place}  {explanation.source}".rstrip()]
    view = explanation.view
    if view is None:
        return [*lines, f"nothing is known here: {explanation.why_not}", *_end(explanation)]
    where = f"in {view.function}" if view.function else "in the module's body"
    lines += [
        f"{_moment(explanation)}, {where}",
        f"grad mode {MODES[view.mode]}{_assumption(explanation)}",
    ]
    if explanation.visits > 1:
        lines.append(
            f"{_visits(explanation, view)}; what is said holds in each, saved tensors and freed "
            "graphs are those of the last"
        )
    table = [HEADS_OF_CHANGES, *explanation.changes] if explanation.changes else []
    columns = [max(map(len, column)) for column in zip(*table, strict=True)]
    which = "this line" if explanation.shown == explanation.spot else f"{explanation.shown}"
    changes = (_aligned(each, columns).lstrip() for each in table)
    lines += _section(f"changed by {which}", changes)
    first = [each for each in view.tensors if each.is_on_line]
    rest = [each for each in view.tensors if not each.is_on_line]
    rows = [row(each) for each in (*first, *rest)]
    widths = [max(map(len, column)) for column in zip(HEADS, *rows, strict=True)]
    for title, group in (("on this line", first), ("also in scope", rest)):
        if group:
            lines += ["", title, _aligned(HEADS, widths)]
            lines += [_aligned(row(each), widths) for each in group]
    if not view.tensors:
        lines += ["", "no tensor is known here"]
    if view.more:
        lines.append(f"  and {view.more} more")
    lines += _section("saved for backward", map(sentence, _kept(view.tensors)))
    lines += _section("memory", _memory(view.tensors))
    lines += _section("history ends", _cuts(view.tensors))
    lines += _section("not known", _unknowns(view.tensors))
    return [*lines, *_end(explanation)]


def _end(explanation: Explanation) -> list[str]:
    return [
        *_section("roles, told by uses and names", explanation.roles),
        *_section("limits of the analysis", explanation.limits),
        *_findings(explanation),
    ]


def place_of(explanation: Explanation) -> str:
    """``path:line``, or ``path:cell:line``."""
    spot = explanation.spot
    place = f"{spot.line}" if spot.cell is None else f"{spot.cell}:{spot.line}"
    return f"{explanation.path}:{place}"


def _moment(explanation: Explanation) -> str:
    if not explanation.is_after:
        return "as the block begins"
    if explanation.shown == explanation.spot:
        return "after this line"
    return f"after the statement of {explanation.shown}"


def _visits(explanation: Explanation, view: View) -> str:
    """How often a line was come by, and what for."""
    number, alone = explanation.visits, explanation.visits_alone
    if view.in_loop:
        rounds = "rounds and calls" if view.function else "rounds"
        return f"followed for {number} {rounds}, however many there are"
    calls = number - alone
    if not alone or not calls:
        return f"followed {number} times, however many there are"
    called = "1 call" if calls == 1 else f"{calls} calls"
    return f"followed for {called}, and once more as if called from anywhere"


def _assumption(explanation: Explanation) -> str:
    view = explanation.view
    is_assumed = view is not None and view.is_mode_assumed and view.mode == "enabled"
    return ", taken from how the module calls: other callers may use no_grad" if is_assumed else ""


def row(tensor: TensorFacts) -> tuple[str, ...]:
    """What is said of a tensor, in the order of the heads."""
    return (
        tensor.name,
        str(tensor.requires_grad),
        str(tensor.is_leaf),
        made_by(tensor),
        str(tensor.version),
        _freed(tensor.freed),
    )


def made_by(tensor: TensorFacts) -> str:
    """What made a tensor, in autograd's words, and where."""
    at = f", {tensor.made_at}" if tensor.made_at is not None else ""
    if tensor.made_by:
        return f"{tensor.made_by}{at}"
    return f"no grad_fn{at}" if tensor.is_leaf.answer is Answer.YES else "unknown"


def _freed(claim: Claim) -> str:
    if claim.answer is Answer.YES:
        return f"freed{_at(claim.at)}"
    return "maybe freed" + _at(claim.at) if claim.at is not None else ""


def _aligned(cells: Sequence[str], widths: Sequence[int]) -> str:
    padded = (cell.ljust(width) for cell, width in zip(cells, widths, strict=True))
    return f"  {'  '.join(padded)}".rstrip()


def _section(title: str, lines: Iterable[str]) -> list[str]:
    found = [f"  {line}" for line in dict.fromkeys(lines)]
    return ["", title, *found] if found else []


def _kept(tensors: Iterable[TensorFacts]) -> list[Keeping]:
    found = {(each.operation, each.at, each.tensor): each for t in tensors for each in t.kept_by}
    return sorted(found.values(), key=lambda each: (each.at or Spot(0)).line)


def sentence(keeping: Keeping) -> str:
    """What an operation keeps, and what a backward finds of it."""
    what = f"its result `{keeping.tensor}`" if keeping.is_result else f"`{keeping.tensor}`"
    may = "" if keeping.is_certain else " (perhaps)"
    version = "" if keeping.saved_version is None else f" at version {keeping.saved_version}"
    begin = f"{keeping.operation}{_at(keeping.at)} saves {what}{version}{may}"
    change = f" by {keeping.change}{_at(keeping.changed_at)}" if keeping.change else ""
    now = f"version {keeping.present_version} now"
    return (
        begin
        + {
            Fate.INTACT: ": unchanged",
            Fate.CHANGED: f"; {now}, changed{change}: backward raises",
            Fate.UNSEEN: f"; changed{change}, unseen by the version: the gradient is wrong",
            Fate.FREED: ": freed by a backward",
            Fate.UNKNOWN: f"; perhaps changed{change}" if change else "",
        }[keeping.fate]
    )


def _memory(tensors: Sequence[TensorFacts]) -> list[str]:
    groups = {frozenset({each.name, *each.shares}) for each in tensors if each.shares}
    largest = [each for each in groups if not any(each < other for other in groups)]
    return sorted(f"shared by {', '.join(sorted(group))}" for group in largest)


def _cuts(tensors: Iterable[TensorFacts]) -> list[str]:
    return [f"{each.name}: by {each.cut_by}{_at(each.cut_at)}" for each in tensors if each.cut_by]


def _unknowns(tensors: Iterable[TensorFacts]) -> list[str]:
    lines = []
    for tensor in tensors:
        known: dict[str, list[str]] = {}
        claims: list[tuple[str, Claim | Version]] = [
            ("requires_grad", tensor.requires_grad),
            ("leaf", tensor.is_leaf),
            ("version", tensor.version),
        ]
        for what, claim in claims:
            if str(claim) == "unknown" and claim.why:
                known.setdefault(f"{claim.why}{_at(claim.at)}", []).append(what)
        lines += [f"{tensor.name}: {', '.join(what)}: {why}" for why, what in known.items()]
    return lines


def _at(spot: Spot | None) -> str:
    return "" if spot is None else f" ({spot})"


def _findings(explanation: Explanation) -> list[str]:
    return _section(
        "findings on this line",
        (
            line
            for each in explanation.findings
            for line in (
                f"{each.code} [{each.name}] {each.message}",
                *(f"  {step.told} (line {step.location.line})" for step in each.assumed),
            )
        ),
    )
