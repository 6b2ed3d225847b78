"""What an editor shows where the mouse rests on a finding: message, trail and the rule's page."""

from __future__ import annotations

from collections.abc import Sequence

from lsprotocol import types

from tapelint.findings import Finding, Reason
from tapelint.rule_book import as_text, page
from tapelint.rules import all_rules
from tapelint.server.places import Places
from tapelint.server.runs import Checked


def hover(
    findings: Sequence[Finding], checked: Checked, encoding: str, *, as_markdown: bool
) -> types.Hover | None:
    """The text about findings.

    Args:
        findings: The findings at one place.
        checked: What they are of.
        encoding: The units that the editor counts columns in.
        as_markdown: Whether the editor shows Markdown.
    """
    if not findings:
        return None
    texts = [_about(each) for each in findings]
    pages = {each.code: page(all_rules()[each.code]) for each in findings}
    text = "\n\n---\n\n".join([*texts, *(each.strip() for each in pages.values())])
    kind = types.MarkupKind.Markdown if as_markdown else types.MarkupKind.PlainText
    places = Places(checked, encoding)
    content = types.MarkupContent(kind, text if as_markdown else as_text(text))
    return types.Hover(content, places.range(findings[0]))


def _about(finding: Finding) -> str:
    """The finding itself, with the lines of its trail."""
    known = f"{finding.consequence.value}, {finding.confidence.value}"
    lines = [f"**{finding.code}** {finding.name} ({known})", "", finding.message]
    if finding.trail:
        lines += ["", *(f"- {reason.told} ({_line(reason)})" for reason in finding.trail)]
    return "\n".join(lines)


def _line(reason: Reason) -> str:
    cell = f"cell {reason.location.cell}, " if reason.location.cell is not None else ""
    return f"{cell}line {reason.location.line}"
