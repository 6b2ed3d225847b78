"""The check on published packages: its command over a package made here, and its record."""

from __future__ import annotations

import csv
import hashlib
import os
import subprocess
import sys
import zipfile
from collections import Counter
from pathlib import Path

import pytest

from tapelint import Settings
from tapelint.rules import all_rules

from .again import read_again
from .errors import EcosystemError
from .first_readings import (
    CANDIDATES,
    READ_PROJECTS,
    FirstReading,
    Reading,
    certain_against_likely,
    read_first_readings,
    read_readings,
)
from .packages import PACKAGES, read_packages
from .record import RECORD, Entry, Place, read_record, write_record
from .tables import (
    PAGE,
    PAGE_OF_CONFIDENCES,
    page_of_confidences,
    page_with_tables,
    table_by_rule,
)
from .verdicts import (
    ENOUGH,
    RIGHT_BY_DEFAULT,
    VERDICTS_OF_RULES,
    too_often_wrong,
    verdicts_of_rules,
)

PITFALL = "import torch\nw = torch.ones(3, requires_grad=True)\nw.data.zero_()\n"
ROOT = Path(__file__).parents[2]
NAME, VERSION = "tiny_nets", "1.0"


@pytest.fixture
def world(tmp_path: Path) -> Path:
    """A folder with a list of one package, an empty record, and an index of wheels."""
    (tmp_path / "index").mkdir()
    publish(tmp_path, {"tiny/__init__.py": "", "tiny/nets.py": PITFALL})
    write_record([], tmp_path / "findings.csv")
    return tmp_path


def publish(world: Path, sources: dict[str, str]) -> None:
    """Put a wheel of these sources into the index, and its hash on the list."""
    information = f"{NAME}-{VERSION}.dist-info"
    contents = {
        **sources,
        f"{information}/METADATA": f"Metadata-Version: 2.1\nName: {NAME}\nVersion: {VERSION}\n",
        f"{information}/WHEEL": "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
    }
    contents[f"{information}/RECORD"] = "".join(f"{name},,\n" for name in contents)
    wheel = world / "index" / f"{NAME}-{VERSION}-py3-none-any.whl"
    with zipfile.ZipFile(wheel, "w") as archive:
        for name, text in contents.items():
            archive.writestr(name, text)
    digest = hashlib.sha256(wheel.read_bytes()).hexdigest()
    (world / "packages.txt").write_text(f"{NAME}=={VERSION} --hash=sha256:{digest}\n")


def ecosystem(world: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run the real command, with an index of its own and without a network."""
    paths = ["--list", "packages.txt", "--record", "findings.csv", "--cache", "cache"]
    return subprocess.run(
        [sys.executable, "-m", "tests.ecosystem", *paths, "--processes", "1", *arguments],
        capture_output=True,
        text=True,
        cwd=world,
        env={
            **os.environ,
            "PYTHONPATH": os.pathsep.join([str(ROOT), *filter(None, sys.path)]),
            "PIP_NO_INDEX": "1",
            "PIP_FIND_LINKS": str(world / "index"),
        },
        timeout=300,
        check=False,
    )


def test_what_appears_is_shown_and_recorded_where_that_is_asked_for(world: Path) -> None:
    first = ecosystem(world)
    assert first.returncode == 1, first.stderr
    assert "appeared  tiny_nets-1.0/tiny/nets.py:3: TAP302\n" in first.stdout
    assert "| TAP302 | 1 | 0 | 0 | 0 | 1 |  |\n" in first.stdout
    assert read_record(world / "findings.csv") == []

    assert ecosystem(world, "--update").returncode == 1
    [entry] = read_record(world / "findings.csv")
    assert (entry.place.line, entry.place.code, entry.verdict) == (3, "TAP302", "unread")

    same = ecosystem(world)
    assert same.returncode == 0, same.stdout + same.stderr
    assert "appeared" not in same.stdout


def test_what_vanishes_is_shown_with_its_verdict_and_dropped(world: Path) -> None:
    gone = Entry(Place(NAME, VERSION, "tiny/old.py", 7, "TAP201"), "wrong", "no leaf")
    kept = Entry(Place(NAME, VERSION, "tiny/nets.py", 3, "TAP302"), "right", "zeroes a leaf")
    write_record([gone, kept], world / "findings.csv")
    result = ecosystem(world, "--update")
    assert result.returncode == 1, result.stderr
    shown = "vanished  tiny_nets-1.0/tiny/old.py:7: TAP201 (wrong, no leaf)\n"
    assert shown in result.stdout
    assert "| all | 1 | 1 | 0 | 0 | 0 | 100.0 % |\n" in result.stdout
    assert read_record(world / "findings.csv") == [kept]


def test_packages_that_are_not_chosen_keep_their_entries(world: Path) -> None:
    listed = (world / "packages.txt").read_text()
    (world / "packages.txt").write_text(f"{listed}other==2.0 --hash=sha256:{'0' * 64}\n")
    other = Entry(Place("other", "2.0", "other.py", 1, "TAP101"), "open", "a list from elsewhere")
    dropped = Entry(Place("unlisted", "1.0", "unlisted.py", 1, "TAP101"), "right", "")
    write_record([other, dropped], world / "findings.csv")
    result = ecosystem(world, "tiny-nets", "--update")
    assert "vanished  unlisted-1.0/unlisted.py:1: TAP101 (right)\n" in result.stdout
    assert [entry.place.package for entry in read_record(world / "findings.csv")] == [
        "other",
        NAME,
    ]


def test_a_file_that_cannot_be_linted_is_a_difference(world: Path) -> None:
    publish(world, {"tiny/broken.py": "import torch\nw.data.zero_(\n"})
    result = ecosystem(world)
    assert result.returncode == 1, result.stderr
    assert "not linted  tiny_nets-1.0: tiny/broken.py:" in result.stdout
    assert str(world) not in result.stdout


@pytest.mark.parametrize(
    ("file", "text", "arguments", "message"),
    [
        ("packages.txt", "tiny_nets\n", (), "packages.txt:1: not of the form"),
        ("packages.txt", f"none==1 --hash=sha256:{'0' * 64}\n", (), "pip download has failed"),
        ("findings.csv", "package,line\n", (), "findings.csv: the first line is not package,"),
        ("unused", "", ("numpy",), "not on the list of packages: numpy"),
    ],
)
def test_what_keeps_the_check_from_being_made_is_told(
    world: Path, file: str, text: str, arguments: tuple[str, ...], message: str
) -> None:
    (world / file).write_text(text)
    result = ecosystem(world, *arguments)
    assert result.returncode == 2, result.stdout
    assert message in result.stderr
    assert "Traceback" not in result.stderr


def test_a_wheel_that_is_not_the_one_of_the_list_is_refused(world: Path) -> None:
    listed = (world / "packages.txt").read_text()
    publish(world, {"tiny/nets.py": "print('another wheel')\n"})
    (world / "packages.txt").write_text(listed)
    result = ecosystem(world)
    assert result.returncode == 2, result.stdout
    assert "hash" in result.stderr.lower()


def test_the_record_is_well_formed_and_of_the_packages_of_the_list() -> None:
    entries = read_record(RECORD)
    versions = {package.name: package.version for package in read_packages(PACKAGES)}
    assert len(versions) >= 20
    for entry in entries:
        place = entry.place
        assert versions.get(place.package) == place.version, place
        assert place.path.endswith((".py", ".pyi", ".pyw", ".ipynb")), place
        assert not place.path.startswith("/"), place
        assert place.code in all_rules(), place


def test_every_finding_of_the_record_was_read() -> None:
    for entry in read_record(RECORD):
        assert entry.verdict in {"right", "wrong", "open"}, entry.place
        assert entry.reason, entry.place
        assert len(entry.reason) <= 150, entry.place


def test_the_rules_of_the_record_are_on_by_default_and_right_95_times_in_100() -> None:
    entries = read_record(RECORD)
    by_default = {rule.code for rule in Settings().enabled_rules("nets.py")}
    assert {entry.place.code for entry in entries} <= by_default
    verdicts = Counter(entry.verdict for entry in entries)
    assert verdicts["right"] > 100
    assert verdicts["wrong"] <= 0.05 * (verdicts["right"] + verdicts["wrong"])


def test_the_page_has_the_tables_of_the_record() -> None:
    page = PAGE.read_text(encoding="utf-8")
    entries, found = read_record(RECORD), read_again(read_first_readings())
    made = page_with_tables(page, entries, read_readings(), found)
    assert page == made, "python -m tests.ecosystem --page"


def test_the_page_of_confidences_says_what_readings_say_of_them() -> None:
    page = PAGE_OF_CONFIDENCES.read_text(encoding="utf-8")
    made = page_of_confidences(page, read_readings(), read_again(read_first_readings()))
    assert page == made, "python -m tests.ecosystem --page"


def test_certain_is_compared_with_likely_in_the_last_readings() -> None:
    verdicts = {
        1: ("certain wrong", "likely right"),  # too long ago
        2: ("certain right", "likely wrong"),
        3: ("certain right", "likely right"),
        4: ("certain wrong", "certain right", "likely right"),
        5: ("certain right",),
        6: ("certain right", "likely right", "likely wrong"),
    }
    found = [
        FirstReading(number, "a/b", "c.py", line, "TAP101", *each.split(), "why")
        for number, several in verdicts.items()
        for line, each in enumerate(several)
    ]
    readings = [Reading(number, "", 1, 1, 1) for number in verdicts]
    said, *_, together, _ = certain_against_likely(readings, found)
    assert said == "*Certain* was no better than *likely* in 2 of the last 5 readings (3, 4)."
    assert "5 of 6 certain findings (83 %) and 3 of 5 likely findings (60 %)" in together


def test_rules_that_are_too_often_wrong_today_are_off_by_default() -> None:
    wrong = too_often_wrong(read_again(read_first_readings()))
    on = [code for code in wrong if all_rules()[code].on_by_default]
    assert not on, (
        f"under {RIGHT_BY_DEFAULT:.0%} right of at least {ENOUGH} that are reported today"
    )


def test_what_ships_with_the_rules_is_what_was_read() -> None:
    told = verdicts_of_rules(read_record(RECORD), read_again(read_first_readings()))
    shipped = VERDICTS_OF_RULES.read_text("utf-8")
    assert shipped == told, "python -m tests.ecosystem --page"


def test_first_readings_are_of_rules_and_say_why() -> None:
    readings = read_first_readings()
    assert len(readings) > 100
    assert {each.reading for each in readings} == {
        CANDIDATES,
        *(each.number for each in read_readings()),
    }
    for each in readings:
        assert each.code in all_rules(), each
        assert each.confidence in {"certain", "likely"}, each
        assert 0 < len(each.reason) <= 150, each


def test_what_was_read_is_listed_so_that_later_readings_can_avoid_it() -> None:
    with READ_PROJECTS.open(encoding="utf-8") as lines:
        rows = list(csv.DictReader(lines))
    projects = [row["project"] for row in rows]
    assert projects == sorted(set(projects))
    listed = {
        name for row in rows for name in (row["project"], f"{row['project']}-{row['revision']}")
    }
    missing = {each.source.replace(" ", "-") for each in read_first_readings()} - listed
    assert not missing, "tests/ecosystem/read_projects.csv"
    assert {package.name for package in read_packages(PACKAGES)} <= listed


def test_precision_is_of_what_was_judged() -> None:
    place = Place(NAME, VERSION, "tiny/nets.py", 1, "TAP101")
    verdicts = ["right", "right", "right", "wrong", "open", "unread"]
    *_, total = table_by_rule([Entry(place, verdict) for verdict in verdicts])
    assert total == "| all | 6 | 3 | 1 | 1 | 1 | 75.0 % |"


@pytest.mark.parametrize(
    "rows",
    [
        [["a", "1", "a.py", "1", "TAP101", "maybe", ""]],
        [["a", "1", "a.py", "one", "TAP101", "right", ""]],
        [["a", "1", "a.py", "1", "TAP101", "right"]],
        [["a", "1", "a.py", line, "TAP101", "right", ""] for line in ("2", "1")],
        [["a", "1", "a.py", "1", "TAP101", verdict, ""] for verdict in ("right", "wrong")],
    ],
)
def test_a_record_that_is_not_well_formed_is_refused(tmp_path: Path, rows: list[list[str]]) -> None:
    path = tmp_path / "findings.csv"
    with path.open("w", newline="") as file:
        header = ["package", "version", "path", "line", "code", "verdict", "reason"]
        csv.writer(file).writerows([header, *rows])
    with pytest.raises(EcosystemError):
        read_record(path)
