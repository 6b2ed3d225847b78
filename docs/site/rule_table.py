"""The table of rules in ``README.md``, made from the rules and their pages."""

from __future__ import annotations

import re
from pathlib import Path

from .rule_pages import facts, folder_name, rules

README = Path(__file__).resolve().parents[2] / "README.md"
_HEAD = """\
| code | name | reports | default | consequence |
|---|---|---|---|---|
"""
_TABLE = re.compile(re.escape(_HEAD) + r"(?:\|.*\n)*")


def table() -> str:
    """The table: a row for each rule, in the order of their codes."""
    rows = []
    for rule in rules():
        known = facts(rule)
        link = f"[{rule.name}](rules/{folder_name(rule)}/rule.md)"
        cells = [rule.code, link, rule.summary, known.default, known.consequence]
        rows.append(f"| {' | '.join(cells)} |\n")
    return _HEAD + "".join(rows)


def with_table(readme: str) -> str:
    """The text of a README with the table as it should be.

    Raises:
        ValueError: If it has no such table, or more than one.
    """
    before, *after = _TABLE.split(readme)
    if len(after) != 1:
        raise ValueError(f"the README has {len(after)} tables of rules: it should have one")
    return before + table() + after[0]


def main() -> None:
    """Write the table anew."""
    README.write_text(with_table(README.read_text("utf-8")), encoding="utf-8")


if __name__ == "__main__":
    main()
