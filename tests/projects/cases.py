"""The projects, and what their writer expects.

They were written by a mind that had read the rule book and had not seen the engine, and what is
expected was written before the linter saw them. Fifty hold one pitfall each, which mostly has its
cause in one file and its effect in another. Fifty are right, and look as if they were not. All
train on the CPU, with data that they make themselves; `proving.py` shows by real torch that
each pitfall is one, and that nothing is wrong with the rest.

Each folder holds ``expected.toml``: the findings, why, and the changes that make it right. With
them, a project that holds a pitfall is one more that is right. ``known.toml`` lists the projects
where the linter says something else.
"""

from __future__ import annotations

import shutil
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

HERE = Path(__file__).parent
NAMED = HERE / "named"
"""Projects in which a name finds the network: `getattr`, a registry, a factory, a table.

They were written beside the engine, each of them with a pitfall and a remedy.
"""
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
        remedy: What makes it right: files, texts in them, and what takes their place.
    """

    folder: Path
    expected: frozenset[Place]
    why: str
    raises: str | None
    remedy: tuple[tuple[str, str, str], ...]

    @property
    def name(self) -> str:
        """The folder's name."""
        return self.folder.name

    @property
    def proof(self) -> Path:
        """A program that shows the effect of a pitfall that does not raise."""
        return PROOFS / f"{self.name}.py"

    def copied(self, parent: Path, *, remedied: bool = False) -> Path:
        """Write a copy below a folder, as it is or as it would be right."""
        folder = parent / self.name
        shutil.copytree(self.folder, folder, ignore=shutil.ignore_patterns("__pycache__"))
        for file, old, new in self.remedy if remedied else ():
            text = (folder / file).read_text(encoding="utf-8")
            assert old in text, f"{self.name}/{file} does not hold {old!r}"
            (folder / file).write_text(text.replace(old, new), encoding="utf-8")
        return folder


def projects(folder: Path = HERE) -> list[Project]:
    """All projects in a folder, by name."""
    return [_read(path) for path in sorted(folder.glob("[0-9]*/expected.toml"))]


def known() -> dict[str, dict[str, str]]:
    """What the linter gets wrong: ``missed``, ``false``, and false where it is ``remedied``."""
    return _table(KNOWN)


def _read(path: Path) -> Project:
    table = _table(path)
    places = [(each["file"], each["line"], each["code"]) for each in table["findings"]]
    remedy = tuple((each["file"], each["old"], each["new"]) for each in table.get("remedy", ()))
    return Project(path.parent, frozenset(places), table["why"], table.get("raises"), remedy)


def _table(path: Path) -> dict[str, Any]:
    return tomllib.loads(path.read_text(encoding="utf-8"))
