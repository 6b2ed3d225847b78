"""The rule book: the long text of each rule, from the folder ``rules/``.

The wheel carries the folder; a checkout has it beside ``src/``.
"""

from __future__ import annotations

import functools
import json
import re
from collections.abc import Mapping
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


def verdicts(rule: type[Checker]) -> dict[str, dict[str, int]]:
    """How a rule's findings in other people's code were judged, by hand.

    Returns:
        For ``packages`` (published, read again after each change) and ``first_readings`` (code
        that was linted for the first time), how many were ``right``, ``wrong`` and ``open``. Of
        the first readings, also how many were ``linted_again``, and which of them are
        ``reported_today``: causes are fixed.
    """
    return _all_verdicts().get(rule.code, {})


@functools.cache
def _all_verdicts() -> dict[str, dict[str, dict[str, int]]]:
    told: dict[str, dict[str, dict[str, int]]] = json.loads(
        (folder() / "verdicts.json").read_text("utf-8")
    )
    return told


def verdicts_in_words(rule: type[Checker]) -> str:
    """What :func:`verdicts` gives, as a sentence or two."""
    judged = verdicts(rule)
    told = [
        f"{where}, " + ", ".join(f"{number} {verdict}" for verdict, number in counts.items())
        for name, where in _READ_IN.items()
        for counts in (judged.get(name, {}),)
        if any(counts.values())
    ]
    if not told:
        return "Nobody has checked this rule's findings in other people's code yet."
    return f"Findings checked by hand: in {'; in '.join(told)}.{_today(judged)}"


def _today(judged: Mapping[str, Mapping[str, int]]) -> str:
    """Which of the first readings' findings would be there today, as a sentence."""
    first, told = judged["first_readings"], []
    for verdict in ("right", "wrong"):
        number, again = first[verdict], judged["linted_again"][verdict]
        if again:
            today = judged["reported_today"][verdict]
            of_these = "" if again == number else f"{again} were linted again, and "
            are = "is" if today == 1 else "are"
            told.append(f"of the {number} {verdict}, {of_these}{today} {are} reported today")
    if told:
        return f" Causes were fixed since: {'; '.join(told)}."
    return " They were not linted again since." if any(first.values()) else ""


_READ_IN = {
    "packages": "published packages",
    "first_readings": "code linted for the first time",
}


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
