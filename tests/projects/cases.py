"""The projects, and what their writer expects.

They were written by a mind that had read the rule book and had not seen the engine, and what is
expected was written before the linter saw them. Fifty hold one pitfall each, which mostly has its
cause in one file and its effect in another. Fifty are right, and look as if they were not. All
train on the CPU, with data that they make themselves; `proving.py` shows by real torch that
each pitfall is one, and that nothing is wrong with the rest.

Each folder holds ``expected.toml``: the findings, and why. ``known.toml`` lists the projects where
the linter says something else.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

HERE = Path(__file__).parent
PROOFS = HERE / "proofs"
KNOWN = HERE / "known.toml"
Place = tuple[str, int, str]
"""A file, a line, a rule's code."""


@dataclass(frozen=True)
class Project:
    """One project.

    Attributes:
        folder: Where it is.
        expected: The findings: one for a project with a pitfall, and none for another one.
        why: What is wrong with it, or what looks as if it were.
        raises: A pattern that torch's error fits, where the pitfall raises.
    """

    folder: Path
    expected: frozenset[Place]
    why: str
    raises: str | None

    @property
    def name(self) -> str:
        """The folder's name."""
        return self.folder.name

    @property
    def proof(self) -> Path:
        """A program that shows the effect of a pitfall that does not raise."""
        return PROOFS / f"{self.name}.py"


def projects() -> list[Project]:
    """All of them, by name."""
    return [_read(path) for path in sorted(HERE.glob("[0-9]*/expected.toml"))]


def known() -> dict[str, dict[str, str]]:
    """The projects that the linter does not get right yet, and why: ``missed`` and ``false``."""
    return _table(KNOWN)


def _read(path: Path) -> Project:
    table = _table(path)
    places = [(each["file"], each["line"], each["code"]) for each in table["findings"]]
    return Project(path.parent, frozenset(places), table["why"], table.get("raises"))


def _table(path: Path) -> dict[str, Any]:
    return tomllib.loads(path.read_text(encoding="utf-8"))
