"""The page ``docs/reasons.md``: the reasons that rules give for silence, and who says which."""

from __future__ import annotations

import ast
import importlib.util
from pathlib import Path

from tapelint.rules import all_rules
from tapelint.rules.checker import Checker
from tapelint.rules.reasons import Reason

PAGE = Path(__file__).resolve().parents[1] / "reasons.md"

INTRODUCTION = """\
# Reasons for silence

For users who have asked why a rule is silent at a line: \
[`tapelint explain FILE:LINE --rule TAP202`](explain.md#why-a-rule-is-silent). These are all the \
reasons that it can give. This page is made from the rules, by `python -m docs.site.reasons`.
"""
_HEADS = ("reason", "is", "said by")
_BY_MODE = {
    "of_mode": (Reason.NOT_RECORDED, Reason.MODE_UNKNOWN),
    "of_sure_mode": (Reason.NOT_RECORDED, Reason.MODE_UNKNOWN, Reason.MODE_OF_CALLERS),
}
"""What the functions give that choose a reason."""


def said_by(rule: type[Checker]) -> set[Reason]:
    """The reasons that a rule can say, as its module is written."""
    spec = importlib.util.find_spec(rule.__module__)
    assert spec is not None
    assert spec.origin is not None
    found: set[Reason] = set()
    for node in ast.walk(ast.parse(Path(spec.origin).read_text(encoding="utf-8"))):
        if isinstance(node, ast.Attribute) and getattr(node.value, "id", "") == "Reason":
            found.update(_BY_MODE.get(node.attr) or [Reason[node.attr]])
        if isinstance(node, ast.keyword) and node.arg == "unless":
            found.add(Reason.OTHER_RULE)
    return found


def page() -> str:
    """The text of the page."""
    rules = {rule.code: said_by(rule) for rule in all_rules().values()}
    rows = [_HEADS]
    for reason in Reason:
        codes = ", ".join(code for code, said in rules.items() if reason in said)
        who = codes if reason.is_of_rules else "any rule"
        rows.append((f"`{reason.id}`", reason.told(("…",)), who))
    head, *lines = [f"| {' | '.join(row)} |" for row in rows]
    return "\n".join([INTRODUCTION, head, "|---" * len(_HEADS) + "|", *lines, ""])


def main() -> None:
    """Write the page anew."""
    PAGE.write_text(page(), encoding="utf-8")


if __name__ == "__main__":
    main()
