"""Selectors as settings and the command line give them."""

from __future__ import annotations

from collections.abc import Sequence

from tapelint.rules.selectors import named_by, nearest_rule
from tapelint.settings.errors import SettingsError


def check_selector(selector: str) -> None:
    """Let a selector pass.

    Raises:
        SettingsError: It names no rule.
    """
    if not named_by(selector):
        raise SettingsError(nearest_rule(selector))


def split_selectors(values: Sequence[str]) -> tuple[str, ...]:
    """Selectors given as ``A,B`` or one at a time."""
    return tuple(part for value in values for part in value.replace(",", " ").split() if part)
