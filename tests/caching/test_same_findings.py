"""Findings are the same with the cache and without it, and are not looked for again."""

from __future__ import annotations

import dataclasses
import os
import shutil
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from tapelint import Settings, hearing, runner
from tapelint.caching import cache as caching
from tapelint.caching import identity
from tapelint.cli import main
from tapelint.findings import Confidence
from tapelint.reports import FORMATS
from tapelint.settings.values import default_of, described
from tapelint.source import suppressions
from tapelint.source.errors import SourceError

from ..conftest import ROOT, RULE_BOOK
from ..test_notebooks import cell, notebook
from ..test_other_files import NETS
from .running import BROKEN, CLEAN, PITFALL, linted_again, only_cached, outcome, result, write

USE = """
import torch
from nets import Critic

def train(batch):
    critic = Critic(3)
    values = [critic(each) for each in batch]
    torch.tensor(values).sum().backward()
"""
SEVERAL = (
    PITFALL.replace("zero_()", "zero_()  # tapelint: ignore[TAP302, TAP202, data-read]")
    + "y = 1  # noqa: TAP201, TAP302 # text\n# tapelint: ignore[TAP101, nothing]\nz = 2\n"
)
NOTEBOOK = notebook(cell("import torch\n"), cell("# text", "markdown"), cell(PITFALL))


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Many programs: small ones, examples of all rules, notebooks, pages, broken files."""
    folder = tmp_path_factory.mktemp("tree")
    for path in sorted((ROOT / "tests" / "programs").glob("*.py"))[::5]:
        shutil.copy(path, folder / f"program_{path.name}")
    for path in sorted(RULE_BOOK.rglob("*.py"))[::10]:
        shutil.copy(path, folder / f"{path.parents[1].name[:6]}_{path.name}")
    write(
        folder,
        {
            "broken.py": BROKEN,
            "notebook.ipynb": NOTEBOOK,
            "page.md": f"# Page\n\n```python\n{PITFALL}```\n\n```python\n{BROKEN}```\n",
            "nets.py": NETS,
            "use.py": USE,
            "suppressed.py": PITFALL.replace("zero_()", "zero_()  # noqa: TAP302"),
            "unused.py": "x = 1  # noqa: TAP302\n",
            "skipped.py": "# tapelint: skip-file\n" + PITFALL,
            "noqa.py": "# flake8: noqa: TAP302\n" + PITFALL,
            "several.py": SEVERAL,
            "several.ipynb": notebook(cell("x = 1\n"), cell("%matplotlib inline\n" + SEVERAL)),
            "latin.py": "# coding: latin-1\n" + PITFALL,
        },
    )
    return folder


def test_the_same_first_and_again(
    tree: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = Settings(select=("ALL",), include_markdown=True)
    without = result(tree, settings=settings)
    assert len(without[0]) > 100
    assert len(without[1]) == 2
    assert sum(len(each.because) > 1 for each in without[0]) > 10
    assert sum(each.fix is not None for each in without[0]) > 10
    assert result(tree, settings=settings, place=tmp_path / "cache") == without
    assert only_cached(monkeypatch, tree, settings=settings, place=tmp_path / "cache") == without


@pytest.mark.process
def test_the_same_with_processes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(tmp_path / "src", {f"m{at}.py": PITFALL + f"x = {at}\n" for at in range(30)})
    write(tmp_path / "src", {"nets.py": NETS, "use.py": USE})
    place = tmp_path / "cache"
    without = result(tmp_path / "src")
    assert result(tmp_path / "src", place=place, jobs=2) == without
    assert only_cached(monkeypatch, tmp_path / "src", place=place, jobs=2) == without


@pytest.mark.parametrize("output_format", FORMATS)
def test_every_format_says_the_same(
    output_format: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    write(tmp_path, {"nets.py": NETS, "use.py": USE, "a.py": PITFALL, "b.py": BROKEN})
    write(tmp_path, {"n.ipynb": NOTEBOOK})

    def check(*arguments: str) -> tuple[Any, ...]:
        command = ["check", "-j1", "--output-format", output_format, *arguments]
        done = CliRunner().invoke(main, command)
        return done.exit_code, done.output

    without = check("--no-cache")
    assert not (tmp_path / ".tapelint_cache").exists()
    assert "TAP302" in without[1]
    assert check() == without
    monkeypatch.setattr(runner, "hear_path", None)
    assert check() == without
    monkeypatch.undo()


def test_fixes_from_the_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a.py").write_text(PITFALL)

    def check(*arguments: str) -> str:
        return CliRunner().invoke(main, ["check", "-j1", *arguments]).stdout

    before = check()
    assert "1 fixable with `--fix`" in before
    with monkeypatch.context() as patch:
        patch.setattr(runner, "_hear_watched", None)
        assert check() == before
        assert "+    w.zero_()" in check("--diff")
        assert check("--fix") == "No findings, 1 fixed, 1 file checked.\n"
    assert check() == "No findings, 1 file checked.\n"


def test_nothing_heavy_is_imported_where_all_is_known(tmp_path: Path) -> None:
    import subprocess
    import sys

    (tmp_path / "a.py").write_text(PITFALL)
    (tmp_path / "b.py").write_text(CLEAN)
    script = (
        "import sys\nfrom tapelint.cli import main\n"
        "main(['check', '-j1', '--output-format', 'json'], standalone_mode=False)"
    )
    wrapped = (
        f"try:\n    {script.replace(chr(10), chr(10) + '    ')}\nexcept SystemExit:\n    pass\n"
    )
    told = wrapped + (
        "heavy = {'libcst', 'multiprocessing', 'ast', 'sqlite3', 'concurrent.futures.process'}\n"
        "print(sorted(heavy & set(sys.modules)), file=sys.stderr)\n"
    )
    heavy = []
    for _ in range(2):
        done = subprocess.run(
            [sys.executable, "-c", told], cwd=tmp_path, capture_output=True, text=True, check=True
        )
        heavy.append(done.stderr.strip())
    assert "libcst" in heavy[0]
    assert "libcst" not in heavy[1]
    assert "multiprocessing" not in heavy[1]


# --- what changes the findings, and what does not ---

CHOOSES: dict[str, Any] = {
    "select": ("TAP2",),
    "extend_select": ("data-read",),
    "ignore": ("TAP302",),
    "per_file_ignores": {"a.py": ("TAP302",)},
    "min_confidence": Confidence.CERTAIN,
    "fixable": ("TAP1",),
    "unfixable": ("TAP302",),
    "extend_safe_fixes": ("TAP302",),
    "extend_unsafe_fixes": ("TAP302",),
}
"""Settings that choose of what all rules have said."""
CHANGES: dict[str, Any] = {
    "torch_aliases": ("my.torch",),
    "wrappers": {"my.tensor": "torch.tensor"},
    "follow_imports": False,
    "torch_version": "1.7",
}
"""Settings that change what they say."""
KEEPS: dict[str, Any] = {
    "exclude": ("nothing",),
    "extend_exclude": ("nothing",),
    "respect_gitignore": False,
    "include_markdown": True,
    "output_format": "json",
    "show": "legacy",
    "fail_on": "raises",
    "unsafe_fixes": True,
    "cache_dir": "elsewhere",
    "time_limit": 50,
    "extend": "tapelint.toml",
    "required_version": ">=0.1",
}
"""Settings that do not."""


def test_each_setting_is_judged() -> None:
    assert {*CHOOSES, *CHANGES, *KEEPS} == {field.name for field in described().values()}
    for name, value in {**CHOOSES, **CHANGES, **KEEPS}.items():
        assert default_of(described()[name.replace("_", "-")]) != value


@pytest.mark.parametrize("name", CHANGES)
def test_a_setting_that_changes_findings(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = tmp_path / "cache"
    write(tmp_path / "src", {"a.py": PITFALL})
    monkeypatch.chdir(tmp_path)  # patterns are relative to it
    changed = Settings(**{name: CHANGES[name]})
    result(tmp_path / "src", place=place)
    assert linted_again(monkeypatch, tmp_path / "src", place=place, settings=changed) == {"a.py"}
    expected = result(tmp_path / "src", settings=changed)
    assert only_cached(monkeypatch, tmp_path / "src", place=place, settings=changed) == expected
    assert only_cached(monkeypatch, tmp_path / "src", place=place) == result(tmp_path / "src")


@pytest.mark.parametrize("name", CHOOSES)
def test_a_setting_that_chooses(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """After one run, another selection has nothing executed, and finds what it would alone."""
    place = tmp_path / "cache"
    write(tmp_path / "src", {"a.py": PITFALL})
    monkeypatch.chdir(tmp_path)  # patterns are relative to it
    changed = Settings(**{name: CHOOSES[name]})
    result(tmp_path / "src", place=place)
    expected = result(tmp_path / "src", settings=changed)
    assert only_cached(monkeypatch, tmp_path / "src", place=place, settings=changed) == expected


SELECTIONS = [
    Settings(select=("TAP202",)),
    Settings(ignore=("TAP302",)),
    Settings(select=("ALL",)),
    Settings(select=("ALL",), ignore=("TAP302", "TAP001"), min_confidence=Confidence.POSSIBLE),
    Settings(min_confidence=Confidence.POSSIBLE),
    Settings(min_confidence=Confidence.CERTAIN),
    Settings(select=("TAP001", "TAP302")),
    Settings(extend_select=("TAP3", "TAP6"), unfixable=("TAP3",)),
]


def test_any_selection_after_one_run(
    tree: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = tmp_path / "cache"
    first = with_markdown(Settings(select=("TAP1",)))
    assert result(tree, place=place, settings=first) == result(tree, settings=first)
    for each in map(with_markdown, SELECTIONS):
        assert only_cached(monkeypatch, tree, place=place, settings=each) == result(
            tree, settings=each
        )


def with_markdown(settings: Settings) -> Settings:
    return dataclasses.replace(settings, include_markdown=True)


@pytest.mark.parametrize("name", KEEPS)
def test_a_setting_that_does_not(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = tmp_path / "cache"
    write(tmp_path / "src", {"a.py": PITFALL})
    expected = result(tmp_path / "src", place=place)
    changed = Settings(**{name: KEEPS[name]})
    assert only_cached(monkeypatch, tmp_path / "src", place=place, settings=changed) == expected


def test_ignores_per_file_hold_by_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    place = tmp_path / "cache"
    write(tmp_path / "src", {"a.py": PITFALL, "tests/a.py": PITFALL})
    root = str(tmp_path / "src")
    settings = Settings(per_file_ignores={"tests/": ("ALL",)}, root=root)
    expected = result(tmp_path / "src", settings=settings)
    assert [Path(each.path).parent.name for each in expected[0]] == ["src"]
    assert result(tmp_path / "src", place=place, settings=settings) == expected
    assert only_cached(monkeypatch, tmp_path / "src", place=place, settings=settings) == expected


@pytest.mark.parametrize("part", ["tool", "FORMAT"])
def test_another_tapelint(part: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(tmp_path / "src", {"a.py": PITFALL})
    place = tmp_path / "cache"
    result(tmp_path / "src", place=place)
    identity.tool.cache_clear()
    monkeypatch.setattr(identity, part, (lambda: "another") if part == "tool" else -1)
    assert linted_again(monkeypatch, tmp_path / "src", place=place) == {"a.py"}
    monkeypatch.undo()
    identity.tool.cache_clear()


def test_sources_that_change(tmp_path: Path) -> None:
    write(tmp_path, {"tapelint/a.py": "x = 1\n", "tapelint/rules/b.py": "", "tapelint/c.txt": ""})
    package = str(tmp_path / "tapelint")
    before = identity._sources(package)
    (tmp_path / "tapelint" / "c.txt").write_text("no source")
    assert identity._sources(package) == before
    (tmp_path / "tapelint" / "rules" / "b.py").write_text("x = 2\n")
    assert identity._sources(package) != before
    record = tmp_path / f"tapelint-{identity.__version__}.dist-info" / "RECORD"
    record.parent.mkdir()
    record.write_text("tapelint/a.py,sha256=x,1\n")
    installed = identity._sources(package)
    others = "../../../bin/tapelint,sha256=z,1\ntapelint/__pycache__/a.cpython-311.pyc,,\n"
    record.write_text(f"{others}tapelint/a.py,sha256=x,1\ntapelint-0.dist-info/RECORD,,\n")
    assert identity._sources(package) == installed
    os.utime(tmp_path / "tapelint" / "a.py")
    assert identity._sources(package) == installed
    record.write_text("tapelint/a.py,sha256=y,1\n")
    assert identity._sources(package) != installed


def test_tapelint_in_an_archive_keeps_no_cache(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(tmp_path / "src", {"a.py": PITFALL})
    monkeypatch.setattr(identity, "tool", lambda: None)
    assert result(tmp_path / "src", place=tmp_path / "cache") == result(tmp_path / "src")
    assert not (tmp_path / "cache").exists()


# --- what is kept ---


def test_a_broken_file_is_known_to_be(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(tmp_path / "src", {"a.py": BROKEN})
    expected = result(tmp_path / "src", place=tmp_path / "cache")
    assert len(expected[1]) == 1
    assert only_cached(monkeypatch, tmp_path / "src", place=tmp_path / "cache") == expected


@pytest.mark.parametrize("problem", [RecursionError, ZeroDivisionError, MemoryError])
def test_an_error_of_tapelints_own_is_not_kept(
    problem: type[Exception], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(tmp_path / "src", {"a.py": PITFALL})

    def fail(*given: object, **named: object) -> hearing.Heard:
        raise problem

    with monkeypatch.context() as patch:
        patch.setattr(hearing, "hear", fail)
        assert len(result(tmp_path / "src", place=tmp_path / "cache")[1]) == 1
    again = result(tmp_path / "src", place=tmp_path / "cache")
    assert (len(again[0]), len(again[1])) == (1, 0)


def test_a_file_that_cannot_be_read_is_not_kept(tmp_path: Path) -> None:
    (tmp_path / "cache").mkdir()
    found = outcome(tmp_path / "absent.py", place=tmp_path / "cache")
    assert [type(each) for each in found.errors] == [SourceError]
    (tmp_path / "absent.py").write_text(PITFALL)
    assert len(outcome(tmp_path / "absent.py", place=tmp_path / "cache").findings) == 1


def test_a_pipe_is_not_kept(tmp_path: Path) -> None:
    """What `<(...)` of a shell gives: a pipe that is open already."""
    for _ in range(2):
        reading, writing = os.pipe()
        os.write(writing, PITFALL.encode())
        os.close(writing)
        try:
            found = outcome(f"/dev/fd/{reading}", place=tmp_path / "cache").findings
        finally:
            os.close(reading)
        assert [each.code for each in found] == ["TAP302"]


def test_the_same_file_by_other_names(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A trail names other files as the file itself was named."""
    folder = tmp_path / "src"
    write(folder, {"nets.py": NETS, "use.py": USE, "a.py": PITFALL, "inner/b.py": CLEAN})
    monkeypatch.chdir(folder)
    names = [".", str(folder), os.path.join("..", "src"), f"inner{os.sep}.."]
    expected = {name: result(name) for name in names}
    assert any(step.path != each.path for each in expected["."][0] for step in each.because)
    for _ in range(2):
        for name in names:
            assert result(name, place=tmp_path / "cache") == expected[name]
    # Where no other file is named, one entry serves all names.
    result(".", place=tmp_path / "cache")
    assert linted_again(monkeypatch, str(folder), place=tmp_path / "cache") == {"use.py"}


def test_what_is_gone_is_forgotten(tmp_path: Path) -> None:
    place = tmp_path / "cache"
    write(tmp_path / "src", {"stays.py": PITFALL, "goes.py": PITFALL, "other.py": PITFALL})
    result(tmp_path / "src", place=place)
    (shard,) = place.glob("*.findings")
    assert b"goes.py" in shard.read_bytes()
    (tmp_path / "src" / "goes.py").unlink()
    (tmp_path / "src" / "stays.py").write_text(CLEAN)
    result(tmp_path / "src" / "stays.py", place=place)
    assert b"goes.py" not in shard.read_bytes()
    assert b"other.py" in shard.read_bytes()


def test_a_long_run_writes_on_the_way(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(tmp_path / "src", {f"{name}.py": PITFALL for name in "abc"})
    monkeypatch.setattr(caching, "_EVERY", -1.0)
    hear_path = runner.hear_path

    def interrupted(path: str, settings: Settings) -> hearing.Heard:
        if path.endswith("c.py"):
            os.environ["TAPELINT_SEEN"] = str(len(list((tmp_path / "cache").glob("*.findings"))))
            raise KeyboardInterrupt
        return hear_path(path, settings)

    with monkeypatch.context() as patch:
        patch.setenv("TAPELINT_SEEN", "")
        patch.setattr(runner, "hear_path", interrupted)
        with pytest.raises(KeyboardInterrupt):
            result(tmp_path / "src", place=tmp_path / "cache")
        assert os.environ["TAPELINT_SEEN"] == "1"
    assert linted_again(monkeypatch, tmp_path / "src", place=tmp_path / "cache") == {"c.py"}


def test_every_attribute_of_what_is_kept() -> None:
    """A new attribute must be encoded, too; the first test then shows that it is."""
    kinds = (hearing.Heard, hearing.Part, hearing.Said, suppressions.Comments)
    assert [[field.name for field in dataclasses.fields(kind)] for kind in kinds] == [
        [
            "parts",
            "errors",
            "was_read",
            "is_lasting",
            "limits",
            "mentions_torch",
            "matters",
            "took",
        ],
        ["said", "comments", "places", "is_excerpt"],
        ["finding", "levels", "covering"],
        ["skips_file", "directives", "unknown", "whole_file", "file_codes"],
    ]
