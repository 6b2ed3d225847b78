"""Whatever happens to the cache's files, findings are the same, and nothing fails."""

from __future__ import annotations

import errno
import json
import os
import random
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any
from unittest import mock

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tapelint import Finding, Settings, runner
from tapelint.caching import shard as shards_module
from tapelint.caching.cache import Cache
from tapelint.hearing import Heard, chosen
from tapelint.runner import _hear_watched, find_tasks
from tapelint.settings.files import SettingsResolver

from .running import (
    BROKEN,
    CLEAN,
    COMPLAINTS,
    PITFALL,
    forget,
    linted_again,
    only_cached,
    result,
    shards,
    write,
)
from .test_same_findings import NETS, USE

FILES = {"a.py": PITFALL, "b.py": CLEAN, "c.py": BROKEN, "nets.py": NETS, "use.py": USE}
OTHER = Settings(select=("TAP1",), torch_version="1.7")


@pytest.fixture(scope="module")
def scene(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, dict[str, bytes], list[Any]]:
    """A folder, its cache by two kinds of settings, and what is right."""
    folder = tmp_path_factory.mktemp("scene")
    write(folder / "src", FILES)
    expected = [result(folder / "src"), result(folder / "src", settings=OTHER)]
    assert result(folder / "src", place=folder / "cache") == expected[0]
    assert result(folder / "src", place=folder / "cache", settings=OTHER) == expected[1]
    whole = {path.name: path.read_bytes() for path in shards(folder / "cache")}
    assert len(whole) == 2
    return folder, whole, expected


_KNOWN: dict[str, dict[Any, Any]] = {}
"""The files of the scene do not change: what is linted again need not take time again."""


def assert_right(scene: tuple[Path, Any, Any]) -> None:
    folder, _, expected = scene
    with mock.patch.object(runner, "_hear_watched", lint_once_for(folder)):
        assert result(folder / "src", place=folder / "cache") == expected[0]
        assert result(folder / "src", place=folder / "cache", settings=OTHER) == expected[1]
    assert COMPLAINTS == []


def lint_once_for(folder: Path) -> Any:
    known = _KNOWN.setdefault(str(folder), {})

    def lint(path: str, settings: Settings) -> Any:
        key = (path, settings.select)
        if key not in known:
            known[key] = _hear_watched(path, settings)
        return known[key]

    return lint


def restore(scene: tuple[Path, dict[str, bytes], Any]) -> list[Path]:
    folder, whole, _ = scene
    shutil.rmtree(folder / "cache", ignore_errors=True)
    (folder / "cache").mkdir()
    (folder / "cache" / "CACHEDIR.TAG").write_bytes(
        (folder / "tag").read_bytes() if (folder / "tag").exists() else b""
    )
    for name, content in whole.items():
        (folder / "cache" / name).write_bytes(content)
    return shards(folder / "cache")


@settings(
    max_examples=80,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(data=st.data())
def test_damage(scene: tuple[Path, dict[str, bytes], Any], data: st.DataObject) -> None:
    from tapelint.caching.folder import _TAG_TEXT

    (scene[0] / "tag").write_bytes(_TAG_TEXT)
    paths = restore(scene)
    for path in paths:
        content = bytearray(path.read_bytes())
        kind = data.draw(
            st.sampled_from(
                ["whole", "flip", "cut", "grow", "swap", "noise", "gone", "zeros", "link"]
            )
        )
        at = data.draw(st.integers(0, len(content) - 1))
        if kind == "flip":
            content[at] ^= 1 << data.draw(st.integers(0, 7))
        elif kind == "cut":
            del content[at:]
        elif kind == "grow":
            content[at:at] = data.draw(st.binary(min_size=1, max_size=9))
        elif kind == "swap":
            content[:] = scene[1][(paths[1] if path == paths[0] else paths[0]).name]
        elif kind == "noise":
            content[:] = data.draw(st.binary(max_size=99))
        elif kind == "zeros":
            content[at:] = bytes(len(content) - at)
        path.unlink()
        if kind == "link":
            path.symlink_to(data.draw(st.sampled_from(["absent", "/dev/null", path.name, "."])))
        elif kind != "gone":
            path.write_bytes(content)
    assert_right(scene)
    assert_right(scene)


JUNK = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=3) | st.just("\0"),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3)
    ),
    max_leaves=4,
)


def _places(value: Any, way: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    found = [way]
    if isinstance(value, (list, dict)):
        for key in range(len(value)) if isinstance(value, list) else list(value):
            found += _places(value[key], (*way, key))
    return found


@settings(
    max_examples=80,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(data=st.data())
def test_other_forms_of_content(
    scene: tuple[Path, dict[str, bytes], Any], data: st.DataObject, tmp_path_factory: Any
) -> None:
    """Files with a right checksum and anything inside: nothing fails, and all is a finding."""
    from tapelint.caching.folder import _TAG_TEXT

    (scene[0] / "tag").write_bytes(_TAG_TEXT)
    path = restore(scene)[0]
    content = json.loads(path.read_bytes().partition(b"\n")[2])
    for _ in range(data.draw(st.integers(1, 3))):
        ways = _places(content)
        way = data.draw(st.sampled_from(ways))
        junk = data.draw(JUNK)
        if not way:
            content = junk
        else:
            inner = content
            for key in way[:-1]:
                inner = inner[key]
            inner[way[-1]] = junk
    body = json.dumps(content).encode()
    path.write_bytes(shards_module._head(path.name, body) + body)
    for options in ({}, {"settings": OTHER}):
        with mock.patch.object(runner, "_hear_watched", lint_once_for(scene[0])):
            found = result(scene[0] / "src", place=scene[0] / "cache", **options)
        assert all(type(each) is Finding for each in found[0])
        json.dumps([each.to_dict() for each in found[0]])


@pytest.mark.parametrize("depth", [100, 100_000])
def test_content_that_is_nested_deep(scene: tuple[Path, Any, Any], depth: int) -> None:
    from tapelint.caching.folder import _TAG_TEXT

    (scene[0] / "tag").write_bytes(_TAG_TEXT)
    for path in restore(scene):
        body = b"[" * depth + b"]" * depth
        path.write_bytes(shards_module._head(path.name, body) + body)
    assert_right(scene)


def test_a_large_file_is_neither_read_nor_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(tmp_path / "src", FILES)
    monkeypatch.setattr(shards_module, "MOST_BYTES", 200)
    expected = result(tmp_path / "src")
    assert result(tmp_path / "src", place=tmp_path / "cache") == expected
    assert shards(tmp_path / "cache") == []
    monkeypatch.undo()
    result(tmp_path / "src", place=tmp_path / "cache")
    monkeypatch.setattr(shards_module, "MOST_BYTES", 200)
    assert len(linted_again(monkeypatch, tmp_path / "src", place=tmp_path / "cache")) == len(FILES)


def test_no_more_files_than_it_may_know(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shards_module, "MOST_FILES", 3)
    write(tmp_path / "src", {f"m{at}.py": PITFALL for at in range(4)})
    result(tmp_path / "src", place=tmp_path / "cache")
    write(tmp_path / "src", {"m0.py": CLEAN})
    result(tmp_path / "src" / "m0.py", place=tmp_path / "cache")
    (shard,) = shards(tmp_path / "cache")
    content = json.loads(shard.read_bytes().partition(b"\n")[2])
    assert len(content["files"]) == 3
    assert "src/m0.py" in content["files"]


# --- races ---


@settings(
    max_examples=40,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(steps=st.lists(st.tuples(st.integers(0, 2), st.sampled_from("fkwceb")), max_size=24))
def test_runs_that_cross(scene: tuple[Path, Any, Any], steps: list[tuple[int, str]]) -> None:
    """Three runs find, keep and write in any order, while files change between two texts."""
    folder = scene[0] / "races"
    shutil.rmtree(folder, ignore_errors=True)
    write(folder / "src", {"use.py": USE, "nets.py": NETS})
    resolver = SettingsResolver(isolated=True)
    (task, _) = sorted(find_tasks([str(folder / "src")], resolver, []), reverse=True)
    caches: dict[int, Cache] = {}
    for who, what in steps:
        forget()
        cache = caches.setdefault(who, Cache(str(folder / "cache"), pytest.fail))
        if what == "f":
            # What a run has looked at it does not look at again: a new one must be right.
            found = Cache(str(folder / "cache"), pytest.fail).find(*task)
            assert found is None or found == chosen(_hear_watched(*task)[0], *task)
        elif what == "k":
            cache.keep(*task, *_hear_watched(*task))
        elif what == "w":
            cache.write()
        elif what == "c":
            caches.pop(who).write()
        elif what == "e":
            write(folder / "src", {"nets.py": NETS.replace("(nn.Module)", "")})
        else:
            write(folder / "src", {"nets.py": NETS})


SCRIPT = """
import sys
from tapelint.caching import cache
cache._EVERY = float(sys.argv.pop(1))
from tapelint.cli import main
main()
"""


def start(folder: Path, every: float = 30.0) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [
            sys.executable, "-c", SCRIPT, str(every),
            "check", "-j1", "--isolated", "--cache-dir", "cache", "--output-format", "json", "src",
        ],
        cwd=folder,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )  # fmt: skip


def test_four_processes_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(tmp_path / "src", {f"m{at}.py": PITFALL + f"x = {at}\n" for at in range(6)})
    write(tmp_path / "src", FILES)
    monkeypatch.chdir(tmp_path)
    expected = [each.to_dict() for each in result("src")[0]]
    processes = [start(tmp_path, every=0.02) for _ in range(4)]
    for process in processes:
        output, complaints = process.communicate(timeout=120)
        assert json.loads(output) == expected
        assert complaints.count("\n") == 1  # of the broken file
    assert only_cached(monkeypatch, "src", place=tmp_path / "cache") == result("src")
    assert list((tmp_path / "cache").glob("*.writing")) == []


def test_a_process_that_is_killed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(tmp_path / "src", {f"m{at}.py": PITFALL + f"x = {at}\n" for at in range(30)})
    monkeypatch.chdir(tmp_path)
    expected = result("src")
    for _ in range(2):
        process = start(tmp_path, every=0.0)
        until = time.monotonic() + 60
        while not shards(tmp_path / "cache") and time.monotonic() < until:
            time.sleep(0.005)
        time.sleep(random.random() / 5)
        process.send_signal(signal.SIGKILL)
        process.communicate(timeout=60)
        again = linted_again(monkeypatch, "src", place=tmp_path / "cache")
        assert len(again) < 30
        assert only_cached(monkeypatch, "src", place=tmp_path / "cache") == expected
        for path in shards(tmp_path / "cache"):
            path.unlink()


# --- where nothing can be written ---


@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EDQUOT, errno.EIO])
@pytest.mark.parametrize("where", ["os.replace", "os.makedirs", "builtins.open"])
def test_a_disk_that_is_full(
    number: int, where: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(tmp_path / "src", FILES)
    expected = result(tmp_path / "src")
    real_open = open

    def fail(*given: Any, **named: Any) -> Any:
        if where == "builtins.open" and "x" not in "".join(map(str, given[1:2])):
            return real_open(*given, **named)
        raise OSError(number, os.strerror(number))

    with monkeypatch.context() as patch:
        patch.setattr(where, fail)
        assert result(tmp_path / "src", place=tmp_path / "cache") == expected
    assert [
        f"{tmp_path / 'cache'}: no cache is kept: {os.strerror(number)}; --no-cache does without"
    ] == COMPLAINTS
    assert list((tmp_path / "cache").glob("*.writing")) == []


@pytest.mark.parametrize("is_named", [False, True])
def test_a_folder_that_may_not_be_written(
    is_named: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(tmp_path / "src", FILES)
    expected = result(tmp_path / "src")

    def fail(*given: Any, **named: Any) -> None:
        raise PermissionError(errno.EROFS, "Read-only file system")

    monkeypatch.setattr(os, "makedirs", fail)
    assert result(tmp_path / "src", place=tmp_path / "cache", is_named=is_named) == expected
    assert len(COMPLAINTS) == is_named  # nobody asked for the one at the project's root


def test_a_small_disk(tapelint: Any, tmp_path: Path) -> None:
    disk = tmp_path / "disk"
    disk.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=12k", "tmpfs", str(disk)]
    if shutil.which("mount") is None or subprocess.run(mount, capture_output=True).returncode:
        pytest.skip("no file system can be mounted")
    try:
        write(tmp_path / "src", {f"m{at}.py": PITFALL for at in range(20)})
        without = tapelint("check", "-j1", "--no-cache", "src")
        found = tapelint("check", "-j1", "--cache-dir", "disk/cache", "src")
        assert (found.stdout, found.returncode) == (without.stdout, without.returncode)
        assert found.stderr.startswith(f"tapelint: {disk / 'cache'}: no cache is kept: No space")
        assert found.stderr.count("\n") == 1
        assert list((disk / "cache").glob("*.writing")) == []
    finally:
        subprocess.run(["umount", str(disk)], check=True)


def test_what_is_kept_is_plain() -> None:
    """No file of the cache is ever unpickled: reading one must not be able to run anything."""
    import tapelint.caching

    (folder,) = tapelint.caching.__path__
    for path in Path(folder).glob("*.py"):
        for word in ("pickle", "marshal", "eval(", "exec(", "shelve"):
            assert word not in path.read_text(), path


def test_an_unknown_result_is_not_kept(tmp_path: Path) -> None:
    from tapelint.caching.encoding import decoded, encoded

    assert decoded(encoded(Heard(), "a.py"), "b.py") == Heard()
    for value in (None, [1], [[], [], 1], [[[]], [], True], "[]", {}):
        with pytest.raises((ValueError, TypeError)):
            decoded(value, "a.py")
