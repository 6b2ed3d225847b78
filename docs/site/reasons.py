"""The section "Reasons" of ``docs/confidence-and-silence.md``: which there are, who says which."""

from __future__ import annotations

import ast
import importlib.util
import re
from pathlib import Path

from tapelint.rules import all_rules
from tapelint.rules.checker import Checker
from tapelint.rules.reasons import Reason

PAGE = Path(__file__).resolve().parents[1] / "confidence-and-silence.md"

INTRODUCTION = """\
## Reasons

`tapelint explain FILE:LINE --rule TAP202` says what the rule has seen at a line and why it \
reports nothing. These are all the reasons there are. \
[Why a rule is silent](explain.md#why-a-rule-is-silent) has an example. This section is made by \
`python -m docs.site.reasons` from `rules/reasons.py` and from the rules.
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


def section() -> str:
    """The text of the section."""
    rules = {rule.code: said_by(rule) for rule in all_rules().values()}
    rows = [_HEADS]
    for reason in Reason:
        codes = ", ".join(code for code, said in rules.items() if reason in said)
        who = codes if reason.is_of_rules else "any rule"
        rows.append((f"`{reason.id}`", reason.told(("…",)), who))
    head, *lines = [f"| {' | '.join(row)} |" for row in rows]
    return "\n".join([INTRODUCTION, head, "|---" * len(_HEADS) + "|", *lines, ""])


def with_section(page: str) -> str:
    """The page, with the section as it is to be."""
    return re.sub(r"## Reasons\n.*?\n(?=## )", lambda _: f"{section()}\n", page, flags=re.DOTALL)


def main() -> None:
    """Write the section anew."""
    PAGE.write_text(with_section(PAGE.read_text(encoding="utf-8")), encoding="utf-8")


if __name__ == "__main__":
    main()
