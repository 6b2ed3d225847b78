"""What an editor shows where the mouse rests.

On a finding: message, trail and the rule's page. On an argument: what it is taken for, and why.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from lsprotocol import types

from tapelint.findings import Finding, Reason
from tapelint.project.roles.sight import roles_at
from tapelint.rule_book import as_text, page
from tapelint.rules import all_rules
from tapelint.server.places import Places
from tapelint.server.runs import Checked
from tapelint.source.python_tree import python_tree

_NAME = re.compile(r"(?:self\.)?[^\W\d]\w*")
_LONGEST = 400_000
"""Of how many letters a text may be for roles to be looked for while somebody waits."""


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


def role_hover(
    checked: Checked, uri: str, position: types.Position, encoding: str
) -> types.Hover | None:
    """What the argument at a place is taken for; nothing for other names.

    Args:
        checked: What is known of the document; the roles are told by its text alone.
        uri: The script, or the cell.
        position: The place.
        encoding: The units that the editor counts columns in.
    """
    part = checked.snapshot.part_at(uri)
    if part is None or len(part.content) > _LONGEST:
        return None
    positions = Places(checked, encoding).positions(part)
    at, begin = positions.offset(position), types.Position(position.line, 0)
    start = positions.offset(begin)
    line, _, _ = part.content[start:].partition("\n")
    named = (each for each in _NAME.finditer(line) if each.start() <= at - start <= each.end())
    name = next(named, None)
    module = python_tree(part.content) if name is not None else None
    if name is None or module is None:
        return None
    said = roles_at(module, position.line + 1, text=part.content).get(name.group())
    if said is None:
        return None
    where = positions.range(start + name.start(), start + name.end())
    return types.Hover(
        types.MarkupContent(types.MarkupKind.PlainText, said.replace("`", "")), where
    )


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
