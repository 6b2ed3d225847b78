"""Context managers in which an error is expected: what raises there is meant."""

from __future__ import annotations

EXPECT_ERRORS = frozenset(
    {"raises", "assertRaises", "assertRaisesRegex", "assertRaisesRegexp", "suppress"}
)
"""Their names, whichever module they come from."""
