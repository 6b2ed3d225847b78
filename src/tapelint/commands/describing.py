"""What tapelint knows of itself: ``rule``, ``linter`` and ``config``, as text or as JSON."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Iterator
from typing import Any

from tapelint.commands.counting import count
from tapelint.commands.running import fail
from tapelint.printable import as_json
from tapelint.rule_book import page, site_address, verdicts, verdicts_in_words
from tapelint.rules import all_rules, find_rule
from tapelint.rules.checker import Checker
from tapelint.rules.families import FAMILIES, family_of
from tapelint.rules.selectors import named_by, nearest, nearest_rule
from tapelint.settings.values import default_of, described
from tapelint.terminal import show, show_lines


def describe_rule(text: str, *, in_json: bool) -> None:
    """Print a rule's page, found by code or name."""
    found = find_rule(text)
    if found is None:
        fail(nearest_rule(text))
    if in_json:
        _show_json(_rule(found))
    else:
        show_lines(page(found).rstrip())
        show_lines(f"\n## How often it was right\n\n{verdicts_in_words(found)}")


def describe_rules(*, in_json: bool) -> None:
    """List all rules; in JSON with their pages."""
    rules = all_rules().values()
    if in_json:
        _show_json([_rule(each) for each in rules])
        return
    width = max(len(each.name) for each in rules)
    for each in rules:
        off = "" if each.on_by_default else " (off by default)"
        show(f"{each.code}  {each.name:<{width}} {each.summary}{off}")


def _rule(rule: type[Checker]) -> dict[str, Any]:
    return {
        "code": rule.code,
        "name": rule.name,
        "linter": family_of(rule).name,
        "summary": rule.summary,
        "on_by_default": rule.on_by_default,
        "explanation": page(rule),
        "verdicts": verdicts(rule),
        "url": site_address(rule),
    }


def describe_families(*, in_json: bool) -> None:
    """List the families of rules."""
    if in_json:
        _show_json(
            [
                {**each._asdict(), "rules": [rule.code for rule in named_by(each.prefix)]}
                for each in FAMILIES
            ]
        )
        return
    width = max(len(each.name) for each in FAMILIES)
    for each in FAMILIES:
        rules = count(len(named_by(each.prefix)), "rule")
        show(f"{each.prefix}  {each.name:<{width}}  {each.summary} ({rules})")


def describe_settings(key: str | None, *, in_json: bool) -> None:
    """Print what a setting takes and does, or list all of them."""
    known = described()
    if key is not None and key not in known:
        near = nearest(key.replace("_", "-"), known)
        hint = f"did you mean {near!r}?" if near else "`tapelint config` lists the settings"
        fail(f"unknown setting {key!r}: {hint}")
    if in_json:
        chosen = {name: _setting(field) for name, field in known.items()}
        _show_json(chosen if key is None else chosen[key])
    elif key is None:
        width = max(map(len, known))
        for name, field in known.items():
            show(f"{name:<{width}} {field.metadata['kind'].words}")
    else:
        for line in _as_text(key, _setting(known[key])):
            show(line)


def _setting(field: dataclasses.Field[Any]) -> dict[str, Any]:
    kind, default = field.metadata["kind"], default_of(field)
    return {
        "doc": field.metadata["text"],
        "default": None if default is None else kind.as_toml(default),
        "value_type": kind.words,
        "example": field.metadata["example"],
    }


def _as_text(name: str, setting: dict[str, Any]) -> Iterator[str]:
    default = setting["default"]
    yield f"{name}: {setting['value_type']}"
    yield ""
    yield setting["doc"]
    yield ""
    yield f"Default: {'none' if default is None else json.dumps(default)}"
    yield "Example:"
    yield f"    {setting['example']}"


def _show_json(value: object) -> None:
    for line in as_json(value, indent=2):
        show(line)
