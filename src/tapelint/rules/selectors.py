"""What a run is told to do."""

from __future__ import annotations

import difflib
from collections.abc import Sequence
from dataclasses import dataclass

from tapelint.rules import all_rules
from tapelint.rules.checker import Checker

ALL = "ALL"
PREFIX = "TAP"


class SettingsError(ValueError):
    """A setting that cannot be followed; the message is one line that names the mend."""


@dataclass(frozen=True)
class Settings:
    """Which rules run.

    A selector is a code (``TAP101``), the beginning of one (``TAP1``), a rule's name
    (``tensor-from-tensors``), ``TAP`` for the rules that are on by default, or ``ALL``.

    Attributes:
        select: The rules that run; empty for those that are on by default.
        extend_select: Rules that run besides.
        ignore: Rules that do not run. A code or name here wins over a shorter prefix there.
    """

    select: tuple[str, ...] = ()
    extend_select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()

    def enabled_rules(self) -> tuple[type[Checker], ...]:
        """The rules that run, in the order of their codes.

        Raises:
            SettingsError: A selector names no rule.
        """
        for selector in (*self.select, *self.extend_select, *self.ignore):
            _check(selector)
        return tuple(rule for rule in all_rules().values() if self._is_enabled(rule))

    def _is_enabled(self, rule: type[Checker]) -> bool:
        chosen = (*self.select, *self.extend_select)
        selected = max((strength(rule, each) for each in chosen), default=-1)
        if not self.select and rule.on_by_default:
            selected = max(selected, 0)
        ignored = max((strength(rule, each, ignoring=True) for each in self.ignore), default=-1)
        return selected > ignored


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


def _check(selector: str) -> None:
    if not any(strength(rule, selector, ignoring=True) >= 0 for rule in all_rules().values()):
        raise SettingsError(nearest_rule(selector))


def nearest_rule(text: str) -> str:
    """What to say of a text that names no rule."""
    rules = all_rules().values()
    codes, names = [rule.code for rule in rules], [rule.name for rule in rules]
    near = difflib.get_close_matches(text.strip().lower(), names, n=1, cutoff=0.65)
    near = near or difflib.get_close_matches(text.strip().upper(), codes, n=1, cutoff=0.65)
    hint = f"did you mean {near[0]!r}?" if near else "`tapelint rule --all` lists the rules"
    return f"unknown rule {text!r}: {hint}"


def split_selectors(values: Sequence[str]) -> tuple[str, ...]:
    """Selectors given as ``A,B`` or one at a time."""
    return tuple(part for value in values for part in value.replace(",", " ").split() if part)
