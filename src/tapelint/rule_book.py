"""The rule book: the long text of each rule, from the folder ``rules/``.

The wheel carries the folder; a checkout has it beside ``src/``.
"""

from __future__ import annotations

import re
from pathlib import Path

from tapelint.rules.checker import Checker

SITE = ""
"""Where the rule book is published, as an address that ends in a slash; "" while it is not."""


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


def site_address(rule: type[Checker]) -> str | None:
    """The address of a rule's page on the site; ``None`` while there is no site."""
    return f"{SITE}rules/{rule.code}-{rule.name}/" if SITE else None


def address(rule: type[Checker]) -> str:
    """An address of a rule's page that can be opened here: the site's, or the file's."""
    at = folder() / f"{rule.code}-{rule.name}" / "rule.md"
    return site_address(rule) or at.absolute().as_uri()


def as_text(markdown: str) -> str:
    """A page without its fences and the addresses of its links."""
    text = re.sub(r"^```\w*\n", "", markdown, flags=re.MULTILINE)
    return re.sub(r"\[([^\]]+)\]\([^)]+\)", r"\1", text).strip()
