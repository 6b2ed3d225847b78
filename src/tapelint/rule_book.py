"""The rule book: the long text of each rule, from the folder ``rules/``.

The wheel carries the folder; a checkout has it beside ``src/``.
"""

from __future__ import annotations

from pathlib import Path

from tapelint.rules.checker import Checker


def folder() -> Path:
    """Where the rule book lies."""
    installed = Path(__file__).parent / "rule_book"
    return installed if installed.is_dir() else Path(__file__).parents[2] / "rules"


def page(rule: type[Checker]) -> str:
    """A rule's page, in Markdown.

    Raises:
        FileNotFoundError: The rule has no page.
    """
    return (folder() / f"{rule.code}-{rule.name}" / "rule.md").read_text("utf-8")
