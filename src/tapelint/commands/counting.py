"""Numbers of things, in words."""

from __future__ import annotations


def count(number: int, what: str) -> str:
    """``1 file``, ``2 files``."""
    return f"{number} {what}" if number == 1 else f"{number} {what}s"
