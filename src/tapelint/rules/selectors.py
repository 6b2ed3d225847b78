"""Selectors: how a rule, or a group of rules, is named in settings and on the command line."""

from __future__ import annotations

from collections.abc import Iterable

from tapelint.rules import all_rules
from tapelint.rules.checker import Checker

ALL = "ALL"
PREFIX = "TAP"


def strength(rule: type[Checker], selector: str, *, ignoring: bool = False) -> int:
    """How exactly a selector names a rule: -1 not at all, the code's length for the code itself.

    ``TAP`` alone selects what is on by default, and ignores everything.
    """
    text = selector.strip()
    if text.upper() == ALL:
        return 1
    if text.lower() == rule.name:
        return len(rule.code)
    if not rule.code.startswith(text.upper()) or not text:
        return -1
    if len(text) <= len(PREFIX) and not rule.on_by_default and not ignoring:
        return -1
    return len(text)


def strongest(rule: type[Checker], selectors: Iterable[str], *, ignoring: bool = False) -> int:
    """How exactly the best of some selectors names a rule; -1 where none does."""
    return max((strength(rule, each, ignoring=ignoring) for each in selectors), default=-1)


def named_by(selector: str) -> tuple[type[Checker], ...]:
    """The rules that a selector names, off by default or not; none where it names no rule."""
    return tuple(
        rule for rule in all_rules().values() if strength(rule, selector, ignoring=True) >= 0
    )


def nearest_rule(text: str) -> str:
    """What to say of a text that names no rule."""
    rules = all_rules().values()
    codes, names = [rule.code for rule in rules], [rule.name for rule in rules]
    near = _neighbour(text.strip().upper(), codes) or nearest(text.strip().lower(), names)
    near = near or nearest(text.strip().upper(), codes)
    hint = f"did you mean {near!r}?" if near else "`tapelint rule --all` lists the rules"
    return f"unknown rule {text!r}: {hint}"


def _neighbour(code: str, known: Iterable[str]) -> str | None:
    """The code of the same family whose number is the nearest, or ``None``."""
    if not (code.startswith(PREFIX) and code[len(PREFIX) :].isdecimal()):
        return None
    family = [each for each in known if each.startswith(code[: len(PREFIX) + 1])]
    number = _number(code)
    return min(family, key=lambda each: abs(_number(each) - number), default=None)


def _number(code: str) -> int:
    return int(code[len(PREFIX) :].ljust(3, "0")[:3])


def nearest(text: str, known: Iterable[str]) -> str | None:
    """The known word that a mistyped one is most like, or ``None``."""
    import difflib  # no run needs it in which all words are known

    found = difflib.get_close_matches(text, list(known), n=1, cutoff=0.65)
    return found[0] if found else None
