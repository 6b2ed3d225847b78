"""The benchmark's own parts: arithmetic, tables, the picture, and rows that fail."""

from __future__ import annotations

import dataclasses
import sys
import time
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest

from tapelint.version import __version__

from . import __main__ as command
from . import at_scale, readme, rows
from .corpus import USUAL, Corpus, sampled
from .doubling import SHAPES, index_growth, worst_growth
from .environments import ROOT, Environments
from .errors import BenchmarkError
from .linearity import Growth, Point, growth_of, measure, per_line
from .measuring import Cost, in_turn, middle_cpu, run
from .page import BEGIN, END, PAGE, line, page_with_results, table, with_measured
from .plot import plot
from .results import Result, Results
from .rows import ROWS, Bench, Measured, Row, against, ratio, seconds
from .training import LINES, TYPED_LINE, training_file

PITFALL = """\
import torch


def reset(n):
    w = torch.zeros(n, requires_grad=True)
    w.normal_()
"""


class HereEnvironments(Environments):
    """The Python that runs the tests, in the place of environments from the network."""

    @property
    def tapelint(self) -> Path:
        return self._folder / "bin"

    @property
    def ruff(self) -> Path:
        return self._folder / "bin"


@pytest.fixture
def bench(tmp_path: Path) -> Bench:
    """Three files, and the tapelint of this checkout."""
    sources = tmp_path / "sources"
    sources.mkdir()
    for number in range(3):
        (sources / f"net{number}.py").write_text(PITFALL * (number + 1))
    (sources / "plain.py").write_text("import os\n")
    programs = tmp_path / "environments" / "bin"
    programs.mkdir(parents=True)
    # The processes get no PYTHON... variables of ours, so the programs set it themselves.
    start = f"PYTHONPATH='{ROOT / 'src'}' exec '{sys.executable}'"
    for name, arguments in (("python", ""), ("tapelint", "-m tapelint"), ("ruff", "-m ruff")):
        (programs / name).write_text(f'#!/bin/sh\n{start} {arguments} "$@"\n')
        (programs / name).chmod(0o755)
    corpus = Corpus(("timm",), tmp_path)
    corpus.__dict__["folders"] = [sources]
    return Bench(HereEnvironments(tmp_path), corpus, runs=1)


def test_the_table_has_all_rows_with_their_bounds() -> None:
    bounds = [(row.target, row.unit) for row in ROWS.values()]
    times = rows.TIMES
    assert bounds == [
        *((3.0, times), (3.5, times), (3.5, times), (6, times), (12, times), (6, times)),
        *((0.15, times), (0.03, times)),
        *((3, times), (0.6, times), (4, times), (1.03, times), (0.5, times), (1, times)),
        *((200, "MB"), (21, "steps"), (4.4, "times"), (2.3, times)),
    ]


def test_the_middle_counts_and_not_the_mean() -> None:
    ours = [Cost(1.0), Cost(3.0), Cost(100.0)]
    theirs = [Cost(6.0), Cost(5.0), Cost(7.0)]
    assert middle_cpu(ours) == 3.0
    found = against(("a", "b"), (ours, theirs))
    assert found.value == pytest.approx(0.5)
    assert found.details == "a 3.00 s, b 6.00 s"
    assert found.runs == 3
    with pytest.raises(BenchmarkError, match="too small"):
        ratio(1.0, 0.0)


def test_times_are_written_as_people_do() -> None:
    assert [seconds(each) for each in (0.0123, 1.5, 1234.5)] == ["12.3 ms", "1.50 s", "1234 s"]


def test_both_are_run_in_turn_and_what_takes_long_once(monkeypatch: pytest.MonkeyPatch) -> None:
    ran: list[str] = []

    def once(name: str, cost: float) -> Cost:
        ran.append(name)
        return Cost(cost)

    in_turn(lambda: once("a", 1), lambda: once("b", 2), 3)
    assert ran == ["a", "b"] * 3
    ran.clear()
    monkeypatch.setattr("tests.benchmark.measuring.CHEAP", -1.0)
    in_turn(lambda: once("a", 1), lambda: once("b", 2), 3)
    assert ran == ["a", "b"]


def test_a_process_costs_what_its_children_cost() -> None:
    child = "import time; end = time.process_time() + 0.4\nwhile time.process_time() < end: pass"
    parent = f"import subprocess, sys; subprocess.run([sys.executable, '-c', {child!r}])"
    started = time.perf_counter()
    cost = run([sys.executable, "-c", parent])
    assert cost.cpu >= 0.4
    assert 0.4 <= cost.wall <= time.perf_counter() - started
    assert 1e6 < cost.memory < 1e9


def test_a_command_that_fails_says_why() -> None:
    with pytest.raises(BenchmarkError, match=r"exit code 3 of .*: the reason"):
        run([sys.executable, "-c", "import sys; print('the reason', file=sys.stderr); sys.exit(3)"])
    with pytest.raises(BenchmarkError, match="No such file"):
        run(["/nowhere/at/all"])


def test_a_sample_is_always_the_same_and_in_order() -> None:
    paths = [Path(f"{number:03}.py") for number in range(100)]
    first = sampled(paths, 7)
    assert first == sampled(paths, 7) == sorted(first)
    assert len(set(first)) == 7
    assert sampled(paths, 0) == sampled(paths, 1000) == paths


def test_results_of_another_corpus_are_other_results() -> None:
    whole = Corpus(USUAL, Path())
    keys = {whole.key, Corpus(USUAL, Path(), 5).key, whole.only("timm").key}
    assert keys == {"all", "all-5", "timm"}
    assert "5 files" in Corpus(("timm",), Path(), 5).description


def test_a_row_that_fails_stops_no_other(
    bench: Bench,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    def raises(bench: Bench) -> Measured:
        raise ZeroDivisionError("first\nsecond")

    def refuses(bench: Bench) -> Measured:
        raise BenchmarkError("no network")

    rows_of_test = {
        "floor": Row("floor", "a", 1, raises),
        "cache": Row("cache", "b", 1, refuses),
        "start": Row("start", "c", 1, lambda bench: Measured(0.5, "fine")),
        "memory": Row("memory", "d", 1, lambda bench: Measured(2, "too much")),
    }
    monkeypatch.setattr(command, "ROWS", rows_of_test)
    results = Results(tmp_path, "tried")
    assert command.measure_rows(["floor", "cache", "start", "memory"], bench, results) == 2
    said = capsys.readouterr().out.splitlines()
    assert said[0] == "floor              failed: ZeroDivisionError: first second"
    assert said[1] == "cache              failed: no network"
    assert " met " in said[2]
    assert "not met" in said[3]
    assert {name: each.value for name, each in results.read().items()} == {
        "floor": None,
        "cache": None,
        "start": 0.5,
        "memory": 2,
    }
    assert command.measure_rows(["start"], bench, results) == 0
    assert command.measure_rows(["start", "memory"], bench, results) == 1


def test_an_error_does_not_take_what_was_measured_before(tmp_path: Path) -> None:
    results = Results(tmp_path, "all")
    good = Result("floor", 0.5, "fine")
    results.keep(good)
    results.keep(Result("floor", error="no network"))
    assert results.read() == {"floor": good}
    results.keep(Result("floor", 0.7))
    assert results.read()["floor"].value == 0.7


def test_the_table_says_what_is_met() -> None:
    found = {
        "floor": Result("floor", 2.99, "a, b", runs=3),
        "cache": Result("cache", 0.031, "c"),
        "start": Result("start", error="a | b"),
        "memory": Result("memory", 1234.0, "d"),
    }
    lines = list(table(found))
    assert len(lines) == len(ROWS) + 2
    assert len({each.count("|") for each in lines}) == 1
    by_name = {each.split("`")[1]: each for each in lines[2:]}
    assert (
        f"| 2.99 {rows.TIMES} | 3 {rows.TIMES} | yes | a, b; median of 3 runs |" in by_name["floor"]
    )
    assert f"| 0.031 {rows.TIMES} | 0.03 {rows.TIMES} | **no** | c; one run |" in by_name["cache"]
    assert by_name["start"].endswith("| failed: a / b |")
    assert "| 1234 MB | 200 MB | **no** |" in by_name["memory"]
    assert by_name["timm"].endswith("| not measured |")
    assert "not measured yet" in line(ROWS["timm"], None)


GROWTH = Growth(
    "two files",
    (Point("a.py", 100, 0.01), Point("b.py", 1000, 0.1), Point("c.py", 10, 0.0)),
    (*(Point(f"a.py: f{n}", 10 + n, 0.001 * (10 + n)) for n in range(9)), Point("<b>", 10, 0.2)),
)


def test_what_costs_ten_times_the_median_is_flagged() -> None:
    assert per_line(GROWTH.functions) == pytest.approx(0.001)
    assert [each.name for each in GROWTH.flagged] == ["<b>"]
    slow = dataclasses.replace(GROWTH.functions[0], seconds=0.099)
    growth = dataclasses.replace(GROWTH, functions=(*GROWTH.functions[1:], slow))
    assert [each.name for each in growth.flagged] == ["<b>"]


@pytest.mark.parametrize("growth", [GROWTH, Growth("nothing", (), ())])
def test_the_picture_is_well_formed(growth: Growth) -> None:
    picture = ElementTree.fromstring(plot(growth))
    assert picture.tag == "{http://www.w3.org/2000/svg}svg"
    drawn = {path.get("class"): path.get("d") for path in picture.iter() if path.get("d")}
    assert ("flagged" in drawn) == bool(growth.functions)
    for path in drawn.values():
        assert "nan" not in str(path)


def test_the_page_gets_the_results_and_keeps_the_rest() -> None:
    page = f"# Title\n\n{BEGIN}\nold\n{END}\nafter\n"
    results = {"floor": Result("floor", 0.5, "a", "", "files", 1, 2.0, "2026-01-01", "abc")}
    text = page_with_results(page, results, GROWTH, "A machine", {"tapelint": {"libcst": "1"}})
    assert text.startswith(f"# Title\n\n{BEGIN}\n\n## The table\n")
    assert text.endswith(f"\n{END}\nafter\n")
    assert "\nold\n" not in text
    for part in ("A machine.", "libcst 1", "| 2.0 (busy) |", "1 of 10 functions", "`<b>`"):
        assert part in text
    again = page_with_results(text, results, GROWTH, "A machine", {"tapelint": {"libcst": "1"}})
    assert again == text
    with pytest.raises(ValueError, match="has no <!-- begin"):
        with_measured("# Title\n", [])
    for real in (PAGE, at_scale.PAGE):
        assert with_measured(real.read_text("utf-8"), ["new"]).count("new\n") >= 1


def test_the_arithmetic_of_a_billion_lines() -> None:
    rate = at_scale.Rate("c", 300, 90_000, 33.0, 3.0, 20.0, 0.0, "m", "r")
    lines = list(at_scale.section(rate))
    assert "| lines in a second of one core: 90000 / 30.0 | 3000 |" in lines
    assert "= 333,333 seconds of one core, or 93 hours; on 64 cores 93 / 64 = 1.4" in lines[-1]
    with pytest.raises(BenchmarkError, match="too small"):
        _ = dataclasses.replace(rate, cpu=2.0).seconds


def test_the_training_file_is_one() -> None:
    text = training_file()
    compile(text, "train.py", "exec")
    assert len(text.splitlines()) == LINES
    at = text.splitlines().index(TYPED_LINE)
    assert LINES * 0.4 < at < LINES * 0.6


@pytest.mark.tool("ruff")
def test_the_floor_of_three_files(bench: Bench) -> None:
    found = rows.floor(bench)
    assert found.value > 0
    assert "parse_module of 3 files" in found.details
    assert "; beside it, ruff check --select ALL " in found.details


@pytest.mark.tool("ruff")
def test_the_floor_of_one_package(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []

    def only(corpus: Corpus, name: str) -> Corpus:
        asked.append(name)
        return corpus

    monkeypatch.setattr(Corpus, "only", only)
    found = [rows.floor_timm(bench), rows.floor_transformers(bench)]
    assert asked == ["timm", "transformers"]
    assert all(each.value > 0 for each in found)


@pytest.mark.tool("ruff")
def test_training_scripts_lie_in_folders_that_are_given(bench: Bench, tmp_path: Path) -> None:
    with pytest.raises(BenchmarkError, match="give --training DIR"):
        rows.training(bench)
    folders = tmp_path / "cleanrl", tmp_path / "pytorch+examples"
    with pytest.raises(BenchmarkError, match=r"no folder of training scripts: .*/cleanrl, "):
        rows.training(dataclasses.replace(bench, training=folders))
    for folder in folders:
        folder.mkdir()
        (folder / "train.py").write_text(PITFALL)
    found = rows.training(dataclasses.replace(bench, training=folders))
    assert found.value > 0
    assert found.corpus == "training scripts of cleanrl, pytorch+examples"
    assert "parse_module of 2 files" in found.details


def test_steps_are_counted_and_always_the_same(bench: Bench) -> None:
    counts = rows.counted(bench)
    assert (counts.files, counts.lines) == (3, 7 + 13 + 19)
    # Of each text: an import, a function and its two statements.
    assert counts.statements == 4 * (1 + 2 + 3)
    assert counts.executions >= counts.statements
    assert counts.steps > counts.executions
    rows.counted.cache_clear()
    assert rows.counted(bench) == counts
    assert rows.steps(bench).value == pytest.approx(counts.steps / 39)
    assert rows.executions(bench).value == pytest.approx(counts.executions / counts.statements)
    assert rows.executions(bench).corpus.startswith("3 files of ")


def test_growth_of_three_files(bench: Bench) -> None:
    growth = growth_of(measure(bench))
    assert [each.name for each in growth.files] == ["net0.py", "net1.py", "net2.py"]
    assert [each.lines for each in growth.files] == [7, 13, 19]
    assert all(each.seconds > 0 for each in growth.files)
    assert {each.name for each in growth.functions} >= {"net0.py: reset"}
    assert {each.lines for each in growth.functions} == {3}


@pytest.mark.parametrize("shape", ["numbers", "copies", "calls", "lists"])
def test_the_index_of_a_file_twice_as_long_takes_twice_as_long(shape: str) -> None:
    """What copied all names at each assignment took 4.8 times as long for twice the lines."""
    assert index_growth(shape, 2000) < 3


def test_the_shape_that_grows_most_is_the_row(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tests.benchmark.doubling.LINES", 10)
    monkeypatch.setattr(
        "tests.benchmark.doubling.SHAPES", {each: SHAPES[each] for each in ("numbers", "lists")}
    )
    found = worst_growth(bench)
    assert 0.5 < found.value < 3
    assert "for 20 lines" in found.details


def test_the_table_is_of_this_version() -> None:
    measured = readme.version_in(PAGE.read_text("utf-8"))
    assert readme.minor(measured) == readme.minor(__version__), "measure anew: docs/benchmark.md"


def test_the_readme_says_what_the_table_says() -> None:
    text = readme.README.read_text("utf-8")
    assert text == readme.with_speed(text, PAGE.read_text("utf-8")), "python -m tests.benchmark"


def test_what_is_said_of_speed_is_made_from_the_table() -> None:
    found = {
        "floor": Result("floor", 7.6, "a"),
        "folders": Result("folders", 31.2, "b"),
        "folders_alone": Result("folders_alone", 2.46, "c"),
    }
    tools = {"tapelint": {"click": "8", "tapelint": "0.3.1", "wheel": "1"}}
    page = page_with_results(f"{BEGIN}{END}", found, None, "A machine", tools)
    assert readme.version_in(page) == "0.3.1"
    assert readme.measured_in(page) == {"floor": 7.6, "folders": 31.2, "folders_alone": 2.46}
    said = readme.with_speed(f"# Title\n{readme.BEGINS}old. [Other linters](x)\nmore\n", page)
    assert "takes 8 times as long" in said
    assert "large package takes 31 times as long, since " in said
    assert "with `follow-imports = false`, 2.5 times. [Other linters](x)\n" in said
    assert said.startswith("# Title\n")
    assert said.endswith("\nmore\n")
    del found["folders"]
    lacking = page_with_results(f"{BEGIN}{END}", found, None, "A machine", tools)
    with pytest.raises(ValueError, match="not measured: folders"):
        readme.said_of_speed(lacking)


def test_small_folders_are_measured_one_by_one(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    sources = bench.corpus.folders[0]
    monkeypatch.setattr(rows, "SMALL", ("some/one", "some/other"))
    monkeypatch.setattr(Corpus, "part", lambda corpus, path: sources)
    for found in (rows.folders(bench), rows.folders_alone(bench)):
        assert found.value > 0
        assert found.details.count("`some/") == 2
