"""What the wheel holds beside the package: the pages of the rules, which ``tapelint rule`` prints.

A table of sources would say the same, but hatch-mypyc compiles into the first folder of that.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class RuleBook(BuildHookInterface[Any]):
    """Adds the rule book without its examples: these are for the tests."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Name each page with its place in the wheel."""
        book = Path(self.root) / "rules"
        for page in sorted(book.rglob("*")):
            inner = page.relative_to(book)
            if page.is_file() and "examples" not in inner.parts:
                build_data["force_include"][str(page)] = f"tapelint/rule_book/{inner.as_posix()}"
