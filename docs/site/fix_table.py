"""The tables of fixes in ``docs/fixes.md``, made from the rules."""

from __future__ import annotations

from pathlib import Path

from .rule_pages import folder_name, rules

PAGE = Path(__file__).resolve().parents[1] / "fixes.md"
BEGIN, END = "<!-- begin: python -m docs.site.fix_table -->\n", "<!-- end -->"


def tables() -> str:
    """Both groups: a row for each fix, in the order of the codes."""
    links = {rule: f"[{rule.code}](../rules/{folder_name(rule)}/rule.md)" for rule in rules()}
    safe = [
        f"| {links[rule]} | {rule.safe_fix} | {rule.why_safe} |"
        for rule in rules()
        if rule.safe_fix
    ]
    unsafe = [f"| {links[rule]} | {rule.unsafe_fix} |" for rule in rules() if rule.unsafe_fix]
    parts = ["| rule | safe fix | is safe because |", "|---|---|---|", *safe, ""]
    parts += ["| rule | unsafe fix |", "|---|---|", *unsafe]
    return "\n".join(parts) + "\n"


def with_tables(page: str) -> str:
    """The page with the tables as they should be."""
    before, rest = page.split(BEGIN)
    return before + BEGIN + "\n" + tables() + "\n" + END + rest.split(END, 1)[1]


if __name__ == "__main__":
    PAGE.write_text(with_tables(PAGE.read_text("utf-8")), encoding="utf-8")
