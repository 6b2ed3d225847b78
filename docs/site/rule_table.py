"""The table of families in ``README.md`` and that of rules in ``rules/README.md``."""

from __future__ import annotations

import re
from pathlib import Path

from tapelint.rules.families import FAMILIES

from .rule_pages import facts, folder_name, rules

ROOT = Path(__file__).resolve().parents[2]
README, RULES = ROOT / "README.md", ROOT / "rules" / "README.md"
_INTRODUCTION = """\
# Rules

All rules of tapelint. A rule's page has the mistake, its remedy, and when the rule is silent.

"""
_HEAD = """\
| code | name | reports | default | consequence |
|---|---|---|---|---|
"""
_FAMILIES_HEAD = """\
| codes | about | what goes wrong |
|---|---|---|
"""
_FAMILIES = re.compile(re.escape(_FAMILIES_HEAD) + r"(?:\|.*\n)*")


def all_rules() -> str:
    """The page: a row for each rule, in the order of their codes."""
    rows = []
    for rule in rules():
        known = facts(rule)
        link = f"[{rule.name}]({folder_name(rule)}/rule.md)"
        cells = [rule.code, link, rule.summary, known.default, known.consequence]
        rows.append(f"| {' | '.join(cells)} |\n")
    return _INTRODUCTION + _HEAD + "".join(rows)


def families() -> str:
    """A row for each family that is about torch."""
    rows = [f"| {each.prefix} | {each.name} | {each.summary} |\n" for each in FAMILIES[1:]]
    return _FAMILIES_HEAD + "".join(rows)


def with_families(readme: str) -> str:
    """The text of a README with the table as it should be.

    Raises:
        ValueError: If it has no such table, or more than one.
    """
    before, *after = _FAMILIES.split(readme)
    if len(after) != 1:
        raise ValueError(f"the README has {len(after)} tables of families: it should have one")
    return before + families() + after[0]


def main() -> None:
    """Write both again."""
    README.write_text(with_families(README.read_text("utf-8")), encoding="utf-8")
    RULES.write_text(all_rules(), encoding="utf-8")


if __name__ == "__main__":
    main()
