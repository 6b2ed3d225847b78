"""The generator's settings: ``zensical.toml``, with a line for each rule."""

from __future__ import annotations

from pathlib import Path

from tapelint import rule_book

from .rule_pages import folder_name, rules

TEMPLATE = Path(__file__).with_name("zensical.toml")
EVERY_RULE = "    # every rule\n"


def configuration() -> str:
    """The settings as the generator reads them.

    Raises:
        ValueError: The template has no place for the rules.
    """
    text = TEMPLATE.read_text("utf-8")
    if text.count(EVERY_RULE) != 1:
        raise ValueError(f"{TEMPLATE.name}: the line for the rules is missing")
    lines = []
    for rule in rules():
        page = f"rules/{folder_name(rule)}"
        inner = f'"{page}/index.md", {{ "Examples" = "{page}/examples.md" }}'
        lines.append(f'    {{ "{rule.code} {rule.name}" = [{inner}] }},\n')
    text = text.replace(EVERY_RULE, "".join(lines))
    if rule_book.SITE:
        text = text.replace("[project]\n", f'[project]\nsite_url = "{rule_book.SITE}"\n', 1)
    return text
