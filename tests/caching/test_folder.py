"""The cache's folder: where it is, what is in it, how it stays small, and `tapelint clean`."""

from __future__ import annotations

import os
import subprocess
import time
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from click.testing import CliRunner

from tapelint import Settings
from tapelint.caching import folder
from tapelint.cli import main

from ..conftest import Run
from .running import CLEAN, COMPLAINTS, PITFALL, result, shards, write

NAME = ".tapelint_cache"


@pytest.fixture(autouse=True)
def no_variable(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(folder.VARIABLE, raising=False)


@pytest.fixture
def tapelint(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Run the command in this process, which takes a tenth of the time."""

    def run(*arguments: str, cwd: Path = tmp_path, **options: Any) -> Any:
        with monkeypatch.context() as patch:
            patch.chdir(cwd)
            done = CliRunner().invoke(main, arguments, **options)
        return SimpleNamespace(returncode=done.exit_code, stdout=done.stdout, stderr=done.stderr)

    return run


def test_it_is_made_at_the_projects_root(tapelint: Run, tmp_path: Path) -> None:
    write(tmp_path, {"pyproject.toml": "", "inner/a.py": PITFALL})
    assert tapelint("check", cwd=tmp_path / "inner").returncode == 1
    assert not (tmp_path / "inner" / NAME).exists()
    assert sorted(each.name for each in (tmp_path / NAME).iterdir()) == sorted(
        [".gitignore", "CACHEDIR.TAG", *(each.name for each in shards(tmp_path / NAME))]
    )
    tag = (tmp_path / NAME / "CACHEDIR.TAG").read_text()
    assert tag.startswith("Signature: 8a477f597d28d172789f06886806bc55\n")


def test_git_does_not_see_it(tapelint: Run, tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text(PITFALL)
    git = ["git", "-c", "user.name=a", "-c", "user.email=a@b"]
    subprocess.run([*git, "init", "-q"], cwd=tmp_path, check=True)
    tapelint("check")
    assert shards(tmp_path / NAME)
    status = subprocess.run(
        [*git, "status", "--porcelain"], cwd=tmp_path, check=True, capture_output=True, text=True
    )
    assert status.stdout == "?? a.py\n"


def test_no_cache(tapelint: Run, tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text(PITFALL)
    assert tapelint("check", "--no-cache").returncode == 1
    assert os.listdir(tmp_path) == ["a.py"]


@pytest.mark.parametrize("arguments", [["-"], ["--show-files"], ["--show-settings"], ["empty"]])
def test_no_cache_where_no_file_is_linted(
    arguments: list[str], tapelint: Run, tmp_path: Path
) -> None:
    (tmp_path / "empty").mkdir()
    tapelint("check", *arguments, input=PITFALL)
    assert not (tmp_path / NAME).exists()


def test_where_it_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(tmp_path, {"project/setup.py": "", "project/inner/a.py": ""})
    inner = tmp_path / "project" / "inner"
    monkeypatch.chdir(inner)
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    by_file = Settings(root=str(inner), cache_dir="kept")
    assert folder.place(Settings(), None) == str(tmp_path / "project" / NAME)
    assert folder.place(by_file, None) == str(inner / "kept")
    assert folder.place(Settings(cache_dir="~/kept"), None) == str(tmp_path / "home" / "kept")
    monkeypatch.setenv(folder.VARIABLE, "by-variable")
    assert folder.place(by_file, None) == str(inner / "by-variable")
    assert folder.place(by_file, "by-option") == str(inner / "by-option")
    monkeypatch.delenv(folder.VARIABLE)
    monkeypatch.chdir("/")
    assert folder.place(Settings(), None) == f"/{NAME}"


def test_the_ways_to_name_it(tapelint: Run, tmp_path: Path) -> None:
    write(tmp_path, {"a.py": PITFALL, "tapelint.toml": 'cache-dir = "by-setting"\n'})
    tapelint("check")
    assert shards(tmp_path / "by-setting")
    tapelint("check", env={folder.VARIABLE: str(tmp_path / "by-variable")})
    assert shards(tmp_path / "by-variable")
    tapelint("check", "--cache-dir", "by-option")
    assert shards(tmp_path / "by-option")
    assert "by-setting" in tapelint("clean").stdout
    assert sorted(each.name for each in tmp_path.iterdir() if each.is_dir()) == [
        "by-option",
        "by-variable",
    ]


def test_a_project_elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Files that are given by a path outside of the project are known as well."""
    write(tmp_path, {"here/pyproject.toml": "", "there/a.py": PITFALL})
    monkeypatch.chdir(tmp_path / "here")
    place = Path(folder.place(Settings(), None))
    expected = result(Path("..", "there"))
    assert len(expected[0]) == 1
    for _ in range(2):
        assert result(Path("..", "there"), place=place) == expected


# --- folders of others ---


def test_a_folder_of_other_things_is_left_alone(tmp_path: Path) -> None:
    write(tmp_path, {"src/a.py": PITFALL, "data/precious.txt": "text"})
    assert result(tmp_path / "src", place=tmp_path / "data") == result(tmp_path / "src")
    result(tmp_path / "src", place=tmp_path / "data")
    (complaint,) = COMPLAINTS
    assert complaint == (
        f"{tmp_path / 'data'}: no cache is kept: the folder is there and is no cache of "
        "tapelint's; --no-cache does without"
    )
    assert os.listdir(tmp_path / "data") == ["precious.txt"]


@pytest.mark.parametrize("tag", [None, b"", b"Signature: 8a477f59"])
def test_an_unfinished_folder_is_finished(tag: bytes | None, tmp_path: Path) -> None:
    write(tmp_path, {"src/a.py": PITFALL})
    (tmp_path / "cache").mkdir()
    if tag is not None:
        (tmp_path / "cache" / "CACHEDIR.TAG").write_bytes(tag)
    result(tmp_path / "src", place=tmp_path / "cache")
    assert COMPLAINTS == []
    assert shards(tmp_path / "cache")
    assert folder.remove(str(tmp_path / "cache"))


def test_another_process_makes_it_meanwhile(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It has made the folder and written into it between our look at the tag and at the rest."""
    place = tmp_path / "cache"
    listed = os.listdir

    def slowly(path: str) -> list[str]:
        monkeypatch.setattr(os, "listdir", listed)
        folder.prepare(path)
        write(Path(path), {f"one{folder.SHARD}": "x"})
        return listed(path)

    monkeypatch.setattr(os, "listdir", slowly)
    folder.prepare(str(place))
    assert sorted(each.name for each in place.iterdir()) == [
        ".gitignore", "CACHEDIR.TAG", f"one{folder.SHARD}"
    ]  # fmt: skip


def test_its_tag_is_never_seen_in_part(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    place, replaced, seen = tmp_path / "cache", os.replace, []

    def replace(source: str, target: str) -> None:
        tag = place / "CACHEDIR.TAG"
        seen.append(tag.read_bytes() if tag.exists() else None)
        with monkeypatch.context() as patch:  # another process does the same
            patch.setattr(os, "replace", replaced)
            folder.prepare(str(place))
        seen.append(tag.read_bytes())
        replaced(source, target)

    monkeypatch.setattr(os, "replace", replace)
    folder.prepare(str(place))
    whole = (place / "CACHEDIR.TAG").read_bytes()
    assert seen == [None, whole, whole, whole]
    assert list(place.glob(f"*{folder.TEMPORARY}")) == []


def test_the_tag_of_another_program(tmp_path: Path) -> None:
    write(
        tmp_path, {"src/a.py": PITFALL, "cache/CACHEDIR.TAG": "Signature: 8a477f59\n# of cargo\n"}
    )
    result(tmp_path / "src", place=tmp_path / "cache")
    assert len(COMPLAINTS) == 1
    with pytest.raises(folder.ForeignFolderError):
        folder.remove(str(tmp_path / "cache"))


@pytest.mark.parametrize("place", ["a.py", "a.py/below", "nul\0byte"])
def test_a_place_that_cannot_be_a_folder(place: str, tmp_path: Path) -> None:
    write(tmp_path, {"src/a.py": PITFALL, "a.py": CLEAN})
    expected = result(tmp_path / "src")
    assert result(tmp_path / "src", place=Path(f"{tmp_path}/{place}")) == expected
    result(tmp_path / "src", place=Path(f"{tmp_path}/{place}"))
    assert len(COMPLAINTS) == 1
    assert (tmp_path / "a.py").read_text() == CLEAN


# --- it stays small ---


def test_what_is_not_used_goes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    place, now = tmp_path / "cache", time.time()
    write(tmp_path, {"src/a.py": PITFALL})
    result(tmp_path / "src", place=place)
    (used,) = shards(place)
    ages = {"old.findings": 31, "new.findings": 29, "killed.1-2.writing": 1, "busy.1-3.writing": 0}
    for name, days in ages.items():
        (place / name).write_bytes(b"x" * 1000)
        os.utime(place / name, (now - days * 86_400,) * 2)
    folder.keep_small(str(place))
    left = {each.name for each in place.iterdir()} - {used.name, ".gitignore", "CACHEDIR.TAG"}
    assert left == {"new.findings", "busy.1-3.writing"}
    monkeypatch.setattr(folder, "MOST_BYTES", used.stat().st_size + 1500)
    folder.keep_small(str(place))
    assert shards(place) == [used]


def test_what_is_used_stays(tmp_path: Path) -> None:
    write(tmp_path, {"src/a.py": PITFALL})
    result(tmp_path / "src", place=tmp_path / "cache")
    (used,) = shards(tmp_path / "cache")
    os.utime(used, (1, 1))
    result(tmp_path / "src", place=tmp_path / "cache")
    assert time.time() - used.stat().st_mtime < 3600


# --- clean ---


def test_clean(tapelint: Run, tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text(PITFALL)
    tapelint("check")
    done = tapelint("clean")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith(f"Deleted {tmp_path / NAME}: ")
    assert os.listdir(tmp_path) == ["a.py"]
    again = tapelint("clean")
    assert (again.returncode, again.stdout) == (0, f"No cache in {tmp_path / NAME}.\n")


def test_clean_keeps_what_is_not_ours(tapelint: Run, tmp_path: Path) -> None:
    write(tmp_path, {"data/precious.txt": "text", "a.py": PITFALL})
    (tmp_path / "link").symlink_to("cache")
    refused = tapelint("clean", "--cache-dir", "data")
    assert (refused.returncode, refused.stdout) == (2, "")
    assert refused.stderr == (
        f"tapelint: {tmp_path / 'data'}: the folder is there and is no cache of tapelint's; "
        "nothing is deleted\n"
    )
    tapelint("check", "--cache-dir", "cache")
    write(tmp_path, {"cache/mine.txt": "text"})
    assert tapelint("clean", "--cache-dir", "link").returncode == 2
    assert tapelint("clean", "--cache-dir", "a.py").returncode == 2
    assert tapelint("clean", "--cache-dir", "cache").returncode == 0
    assert shards(tmp_path / "cache") == []
    assert (tmp_path / "cache" / "mine.txt").read_text() == "text"
