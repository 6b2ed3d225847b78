"""Context managers in which an error is expected: what raises there is meant."""

from __future__ import annotations

import builtins

EXPECT_ERRORS = frozenset(
    {"raises", "assertRaises", "assertRaisesRegex", "assertRaisesRegexp", "suppress"}
)
"""Their names, whichever module they come from."""
SEVERAL = frozenset({"suppress"})
"""Those of which each argument is an error; of the others the first one is, or a tuple of some."""
EXPECTED = frozenset({"expected_exception", "exception"})
"""How that argument is called."""
ERRORS = frozenset(
    name
    for name, each in vars(builtins).items()
    if isinstance(each, type) and issubclass(each, BaseException)
)
"""Python's own errors: what one of them takes is known."""
