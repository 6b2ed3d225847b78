"""The cases: which mistake is planted where, and where it should be reported."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from .changes import Change, Planted
from .errors import PlantedError
from .kinds import changes_of
from .texts import Text

CASES = Path(__file__).with_name("cases.jsonl")
_NAMES = {"rule", "repository", "commit", "path", "blob", "plant", "expect"}
_FURTHER = {"lint"}


@dataclass(frozen=True)
class Case:
    """One mistake."""

    rule: str
    """The rule that should report it; `TAP101/TAP103` where either is right."""
    repository: str
    """`owner/name`, on GitHub."""
    commit: str
    path: str
    """The file that is changed."""
    blob: str
    """Git's name of its content, which the content is held against."""
    plant: tuple[tuple[Any, ...], ...]
    """Kinds of planting, each with its arguments."""
    expect: tuple[int | str, ...]
    """Lines where a report counts: of the file before planting, or `+0`, what kind 0 brought."""
    lint: str
    """The file where the report is expected: the changed one, or one that uses it."""

    def __str__(self) -> str:
        """Where the mistake is, and of which kinds."""
        kinds = ", ".join(dict.fromkeys(step[0] for step in self.plant))
        return f"{self.rule} {self.repository} {self.path}:{_first_line(self.plant[0])} ({kinds})"


@dataclass(frozen=True)
class Planting:
    """A case's file as planted, and the lines of the linted file."""

    planted: Planted
    expected: frozenset[int]


def read_cases(path: Path = CASES) -> list[Case]:
    """The cases of a file, a line of JSON each.

    Raises:
        PlantedError: A line is no case.
    """
    return [
        _case(line, f"{path}:{number}")
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if line.strip()
    ]


def plant(case: Case, text: Text) -> Planting:
    """The file of a case with the mistake in it.

    Raises:
        PlantedError: The mistake does not fit into the file.
    """
    try:
        steps = [changes_of(text, step[0], step[1:]) for step in case.plant]
        planted = Planted(text, [change for step in steps for change in step])
        expected = frozenset(
            line
            for each in case.expect
            for line in _expected(each, text, planted, steps, case.lint == case.path)
        )
    except (PlantedError, TypeError, IndexError) as error:
        raise PlantedError(f"{case}: {error}") from None
    return Planting(planted, expected)


def _expected(
    each: int | str, text: Text, planted: Planted, steps: list[list[Change]], is_changed: bool
) -> range:
    """The lines of one expected place: all of a statement that is written on several lines."""
    if isinstance(each, str):
        first = planted.line_of_change(steps[int(each)][-1])
        return range(first, first + 1)
    if not is_changed:
        return range(each, each + 1)
    statement = text.statement(each)
    body = getattr(statement, "body", None)
    last = body[0].lineno - 1 if body else statement.end_lineno or each
    return range(planted.line(each), planted.line(each) + max(last, each) - each + 1)


def _first_line(step: tuple[Any, ...]) -> int:
    return next(argument for argument in step if isinstance(argument, int))


def _case(line: str, place: str) -> Case:
    try:
        value = json.loads(line)
    except ValueError:
        raise PlantedError(f"{place}: no JSON") from None
    if not isinstance(value, dict) or not _NAMES <= value.keys() <= _NAMES | _FURTHER:
        raise PlantedError(f"{place}: a case has {', '.join(sorted(_NAMES))}")
    return Case(
        value["rule"],
        value["repository"],
        value["commit"],
        value["path"],
        value["blob"],
        tuple(tuple(step) for step in value["plant"]),
        tuple(value["expect"]),
        value["lint"] if "lint" in value else value["path"],
    )
