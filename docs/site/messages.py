"""The page ``docs/messages.md``: what each rule says, over all code of the tests."""

from __future__ import annotations

import functools
import re
from collections.abc import Iterable
from pathlib import Path

from tapelint import Confidence, Finding, Settings, lint_file
from tapelint.rule_book import folder
from tapelint.rules import all_rules

PAGE = Path(__file__).resolve().parents[1] / "messages.md"
TESTS = PAGE.parents[1] / "tests"
SOURCES = ("programs/*.py", "projects/*/*.py", "user_reports/*.py")
"""Where messages come from, beside the examples of the rule book: not all need an example."""
MOST_WORDS = 25
"""How long a message may be, what it quotes counted as a word each."""

INTRODUCTION = f"""\
# Messages

For users who look for a message by its words. A message says what happens, and then what to \
write instead, in at most {MOST_WORDS} words. `…` is code of yours. Where the code is in another \
file, the message begins with its place: `in losses.py, line 18:`. This page is made by \
`python -m docs.site.messages` from all programs of the tests, at `--min-confidence possible`.
"""
_QUOTED = re.compile(r"`[^`]*`")
_ELSEWHERE = re.compile(r"in [^`:]+, line \d+: ")


@functools.cache
def messages() -> dict[str, list[str]]:
    """The messages of each rule over all code of the tests, with `…` for what they quote."""
    everything = Settings(select=("ALL",), min_confidence=Confidence.POSSIBLE)
    return said(finding for path in paths() for finding in lint_file(path, settings=everything))


def paths() -> list[Path]:
    """All code of the tests."""
    found = sorted(folder().glob("*/examples/*.py"))
    for pattern in SOURCES:
        found += sorted(TESTS.glob(pattern))
    return found


def said(findings: Iterable[Finding]) -> dict[str, list[str]]:
    """The messages of each rule, with `…` for what they quote."""
    found: dict[str, set[str]] = {code: set() for code in all_rules()}
    for finding in findings:
        found[finding.code].add(without_code(finding.message))
    return {code: sorted(texts) for code, texts in found.items()}


def without_code(message: str) -> str:
    """A message with `…` for what it quotes, and without a place in another file."""
    return _QUOTED.sub("`…`", _ELSEWHERE.sub("", message, count=1))


def words(message: str) -> int:
    """How many words a message has."""
    return len(_QUOTED.sub("x", message).split())


def page() -> str:
    """The text of the page."""
    parts = [INTRODUCTION]
    for code, texts in messages().items():
        rule = all_rules()[code]
        link = f"../rules/{code}-{rule.name}/rule.md"
        parts.append(f"## {code} {rule.name}\n\n[The rule]({link}).\n")
        parts.append("".join(f"- {each}\n" for each in texts))
    return "\n".join(parts)


def main() -> None:
    """Write the page anew."""
    PAGE.write_text(page(), encoding="utf-8")


if __name__ == "__main__":
    main()
