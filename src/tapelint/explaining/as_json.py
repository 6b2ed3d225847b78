"""An explanation as JSON."""

from __future__ import annotations

from typing import Any

from tapelint.explaining.as_text import HEADS_OF_CHANGES
from tapelint.explaining.facts import Claim, Explanation, Keeping, Node, Spot, TensorFacts, Version
from tapelint.findings import Finding
from tapelint.printable import as_json


def render(explanation: Explanation) -> list[str]:
    """The text of one JSON object, in lines."""
    return as_json(data(explanation), indent=2)


def data(explanation: Explanation) -> dict[str, Any]:
    """An explanation as dictionaries and lists."""
    view = explanation.view
    return {
        "path": explanation.path,
        "line": explanation.spot.line,
        "cell": explanation.spot.cell,
        "source": explanation.source,
        "shown": {**_spot(explanation.shown), "after": explanation.is_after},
        "visits": explanation.visits,
        "why_not": explanation.why_not,
        "limits": list(explanation.limits),
        "roles": list(explanation.roles),
        "changes": [dict(zip(HEADS_OF_CHANGES, each, strict=True)) for each in explanation.changes],
        "function": view.function if view else "",
        "in_loop": view.in_loop if view else False,
        "grad_mode": view.mode if view else "unknown",
        "grad_mode_assumed": view.is_mode_assumed if view else False,
        "tensors": [_tensor(each) for each in view.tensors] if view else [],
        "graph": [_node(at, each) for at, each in enumerate(view.nodes)] if view else [],
        "findings": [finding_data(each) for each in explanation.findings],
    }


def _spot(spot: Spot | None) -> dict[str, Any]:
    return {"line": None, "cell": None} if spot is None else {"line": spot.line, "cell": spot.cell}


def _tensor(tensor: TensorFacts) -> dict[str, Any]:
    return {
        "name": tensor.name,
        "on_line": tensor.is_on_line,
        "temporary": tensor.is_temporary,
        "requires_grad": _claim(tensor.requires_grad),
        "is_leaf": _claim(tensor.is_leaf),
        "grad_fn": {"operation": tensor.made_by, **_spot(tensor.made_at)}
        if tensor.made_by
        else None,
        "made_as": tensor.made_as,
        "made_at": _spot(tensor.made_at),
        "version": _claim(tensor.version),
        "shares_memory_with": list(tensor.shares),
        "saved_by": [_keeping(each) for each in tensor.kept_by],
        "freed": _claim(tensor.freed),
        "history_ended_by": {"operation": tensor.cut_by, **_spot(tensor.cut_at)}
        if tensor.cut_by
        else None,
    }


def _keeping(keeping: Keeping) -> dict[str, Any]:
    return {
        "operation": keeping.operation,
        **_spot(keeping.at),
        "tensor": keeping.tensor,
        "result": keeping.is_result,
        "saved_version": keeping.saved_version,
        "present_version": keeping.present_version,
        "state": keeping.fate.value,
        "changed_by": keeping.change,
        "changed_at": _spot(keeping.changed_at),
        "certain": keeping.is_certain,
    }


def _node(number: int, node: Node) -> dict[str, Any]:
    return {
        "number": number,
        "role": node.role.value,
        "title": node.title,
        **_spot(node.at),
        "inputs": list(node.inputs),
        "saved": [_keeping(each) for each in node.keeps],
        "version": _claim(node.version) if node.version is not None else None,
        "certain": node.is_certain,
    }


def _claim(claim: Claim | Version) -> dict[str, Any]:
    """A claim or a version: what is known, why, and where."""
    value = claim.number if isinstance(claim, Version) else claim.answer.value
    return {"value": value, "why": claim.why, **_spot(claim.at)}


def finding_data(finding: Finding) -> dict[str, Any]:
    """A finding that touches the line."""
    return {
        "code": finding.code,
        "name": finding.name,
        "message": finding.message,
        "confidence": finding.confidence.value,
        "assumptions": finding.to_dict()["assumptions"],
        "line": finding.location.line,
        "column": finding.location.column,
    }
