"""The first readings again, over sources made here: a checkout, a git directory and a wheel."""

from __future__ import annotations

import json
import subprocess
import zipfile
from pathlib import Path

import pytest

from .again import (
    GONE,
    OTHER,
    STILL,
    UNAVAILABLE,
    Again,
    look_again,
    read_again,
    table_of_again,
    write_again,
)
from .errors import EcosystemError
from .first_readings import FirstReading
from .verdicts import ENOUGH, right_today, too_often_wrong, when_linted_again

PITFALL = "import torch\nw = torch.ones(3, requires_grad=True)\nw.data.zero_()\n"


def judged(source: str, path: str, line: int, verdict: str = "right") -> FirstReading:
    return FirstReading(1, source, path, line, "TAP302", "certain", verdict, "as said")


def outcomes(folder: Path, *places: FirstReading) -> list[tuple[str, str]]:
    found = look_again(places, [folder / "sources"], folder / "cache", 1)
    assert [one.judged for one in found] == list(places)
    return [(one.outcome, one.confidence) for one in found]


@pytest.fixture
def world(tmp_path: Path) -> Path:
    (tmp_path / "sources/owner+nets").mkdir(parents=True)
    (tmp_path / "sources/owner+nets/nets.py").write_text(PITFALL)
    return tmp_path


def test_places_of_a_checkout_are_still_reported_or_gone(world: Path) -> None:
    places = [judged("owner/nets", "nets.py", line) for line in (3, 2)]
    assert outcomes(world, *places) == [(STILL, "certain"), (GONE, "")]


def test_what_the_sources_lack_is_unavailable(world: Path) -> None:
    places = [
        judged("owner/nets", "nets.py", 4),
        judged("owner/nets", "moved.py", 3),
        judged("owner/unknown", "nets.py", 3),
        judged("nets-1.0", "nets.py", 3),
    ]
    assert outcomes(world, *places) == [(UNAVAILABLE, "")] * 4


def test_a_git_directory_is_read_at_its_newest_commit(world: Path) -> None:
    place = world / "sources/owner+other/repo"
    place.mkdir(parents=True)
    (place / "nets.py").write_text(PITFALL)
    names = ["-c", "user.name=a", "-c", "user.email=a@b"]
    for command in (["init"], ["add", "."], [*names, "commit", "--message", "nets"]):
        subprocess.run(["git", *command], cwd=place, check=True, capture_output=True)
    (place / "nets.py").write_text("")
    assert outcomes(world, judged("owner/other", "nets.py", 3)) == [(STILL, "certain")]


def test_a_wheel_and_the_cells_of_a_notebook(world: Path) -> None:
    cells = [
        {"cell_type": "code", "source": text, "metadata": {}, "outputs": [], "execution_count": 1}
        for text in ("import torch", PITFALL)
    ]
    notebook = {"cells": cells, "metadata": {}, "nbformat": 4, "nbformat_minor": 5}
    with zipfile.ZipFile(world / "sources/tiny_nets-1.0-py3-none-any.whl", "w") as archive:
        archive.writestr("tiny/nets.py", PITFALL)
        archive.writestr("tiny/nets.ipynb", json.dumps(notebook))
    places = [
        judged("tiny_nets-1.0", "tiny/nets.py", 3),
        judged("tiny_nets-1.0", "tiny/nets.ipynb:cell2", 3),
        judged("tiny_nets-1.0", "tiny/nets.ipynb:cell1", 1),
        judged("tiny_nets 1.0", "tiny/nets.ipynb", 3),
    ]
    still, gone = (STILL, "certain"), (GONE, "")
    assert outcomes(world, *places) == [still, still, gone, still]


def test_the_table_counts_verdicts_and_outcomes(world: Path) -> None:
    places = [
        judged("owner/nets", "nets.py", 3),
        judged("owner/nets", "nets.py", 2, "wrong"),
        judged("owner/nets", "moved.py", 3, "wrong"),
    ]
    found = look_again(places, [world / "sources"], world / "cache", 1)
    *_, row = table_of_again(found)
    assert row == "| TAP302 | on | 1 | 0 | 0 | 1 | 1 |"


def test_what_was_found_is_recorded_beside_what_is_known(world: Path) -> None:
    places = [
        judged("owner/nets", "nets.py", 2, "wrong"),
        judged("owner/nets", "nets.py", 3, "wrong"),
        judged("owner/unknown", "nets.py", 3),
    ]
    record = world / "again.csv"
    found = look_again(places, [world / "sources"], world / "cache", 1)
    write_again(found, places, "abc", record)
    assert [one.outcome for one in read_again(places, record)] == [GONE, STILL, UNAVAILABLE]
    # A reader has looked at what is reported there today, and it is something else.
    record.write_text(record.read_text().replace(",still,", ",other,"))
    write_again(found, places, "abc", record)
    both = read_again(places, record)
    assert [one.outcome for one in both] == [GONE, OTHER, UNAVAILABLE]
    assert right_today(both) == {}
    assert when_linted_again(both).startswith("Of 3 judged places, 2 were linted again")
    with pytest.raises(EcosystemError, match="judged"):
        read_again(places[1:], record)


def test_a_rule_is_off_that_is_too_often_wrong_today() -> None:
    def several(code: str, right: int, wrong: int, outcome: str) -> list[Again]:
        verdicts = ["right"] * right + ["wrong"] * wrong
        return [
            Again(FirstReading(1, "a/b", "c.py", at, code, "likely", verdict, "why"), outcome)
            for at, verdict in enumerate(verdicts)
        ]

    found = several("TAP101", 7, 3, STILL) + several("TAP102", 8, 2, STILL)
    found += several("TAP103", 0, ENOUGH - 1, STILL) + several("TAP104", 0, 30, GONE)
    assert too_often_wrong(found) == ["TAP101"]
