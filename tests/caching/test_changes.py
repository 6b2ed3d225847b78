"""A file is linted again if its text changes, or anything that it sees of other files."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from tapelint import runner
from tapelint.source import importers, observations, python_files

from .running import CLEAN, PITFALL, Result, linted_again, only_cached, result, write
from .test_same_findings import NETS, USE

OTHER = NETS.replace("class Critic(nn.Module)", "class Critic")
"""A critic of which nothing is known."""

Change = Callable[[Path], object]


def lost(found: Result) -> int:
    """How often the history of a critic's values is lost: it is known where the critic is."""
    return sum(each.code == "TAP101" for each in found[0])


def put(name: str, text: str) -> Change:
    return lambda folder: write(folder, {name: text})


def drop(name: str) -> Change:
    return lambda folder: (folder / name).unlink()


@pytest.mark.parametrize(
    ("files", "change", "found"),
    [
        pytest.param({"nets.py": OTHER}, put("nets.py", NETS), (0, 1), id="a neighbour changes"),
        pytest.param({"nets.py": NETS}, put("nets.py", OTHER), (1, 0), id="and back"),
        pytest.param({}, put("nets.py", NETS), (0, 1), id="a neighbour appears"),
        pytest.param({"nets.py": NETS}, drop("nets.py"), (1, 0), id="a neighbour disappears"),
        pytest.param(
            {"nets.py": NETS},
            put("nets/__init__.py", OTHER),
            (1, 0),
            id="a package comes before it",
        ),
        pytest.param(
            {"nets.py": NETS}, put("nets/other.txt", ""), (1, 1), id="a folder that is no package"
        ),
        pytest.param(
            {"nets/critic.py": NETS, "nets/__init__.py": "from .other import Critic\n"},
            put("nets/__init__.py", "from .critic import Critic\n"),
            (0, 1),
            id="a package hands on another name",
        ),
        pytest.param(
            {"nets/critic.py": NETS, "nets/__init__.py": "from .critic import *\n"},
            put("nets/critic.py", NETS + "__all__ = []\n"),
            (1, 0),
            id="a star gives less",
        ),
        pytest.param(
            {"nets/__init__.py": "from .critic import Critic\n"},
            put("nets/critic.py", NETS),
            (0, 1),
            id="two files away",
        ),
        pytest.param(
            {"nets.py": NETS + "# end\n" * 3},
            put("nets.py", NETS + "# " + "x" * python_files.MOST_BYTES),
            (1, 0),
            id="too large",
        ),
        pytest.param({"nets.py": NETS}, put("nets.py", NETS + "("), (1, 0), id="no Python"),
        pytest.param(
            {"../nets.py": NETS}, put("pyproject.toml", ""), (1, 0), id="the top of it all"
        ),
        pytest.param(
            {"pyproject.toml": ""}, put("src/nets.py", NETS), (0, 1), id="a folder of sources"
        ),
    ],
)
def test_what_others_hold(
    files: dict[str, str],
    change: Change,
    found: tuple[int, int],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    folder, place = tmp_path / "above" / "project", tmp_path / "cache"
    write(folder, {"use.py": USE, **files})
    before = result(folder / "use.py", place=place)
    assert only_cached(monkeypatch, folder / "use.py", place=place) == before
    change(folder)
    after = result(folder / "use.py")
    assert (lost(before), lost(after)) == found
    assert result(folder / "use.py", place=place) == after
    assert only_cached(monkeypatch, folder / "use.py", place=place) == after


ENGINE = """
import torch

def fit(model, x):
    out = model(x)
    out.mul_(2)
    out.sum().backward()
"""
"""A function of which only its caller tells what it is given."""
NET = """
from torch import nn

class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.Sequential(nn.Linear(3, 3), nn.Sigmoid())

    def forward(self, x):
        return self.layers(x)
"""
CALLER = "from engine import fit\nfrom net import Net\n\ndef main(x):\n    fit(Net(), x)\n"


@pytest.mark.parametrize(
    ("files", "change", "found"),
    [
        pytest.param({}, put("main.py", CALLER), (0, 1), id="a caller appears"),
        pytest.param({"main.py": CALLER}, drop("main.py"), (1, 0), id="and disappears"),
        pytest.param(
            {"main.py": CALLER},
            put("main.py", CALLER.replace("fit(Net(), x)", "fit(x, Net())")),
            (1, 0),
            id="a caller gives something else",
        ),
        pytest.param(
            {"main.py": CALLER.replace("import fit", "import other as fit")},
            put("main.py", CALLER),
            (0, 1),
            id="a file becomes a caller",
        ),
        pytest.param(
            {"main.py": CALLER},
            put("net.py", NET.replace("Sigmoid", "Identity")),
            (1, 0),
            id="what the caller gives is another",
        ),
        pytest.param(
            {"pyproject.toml": ""}, put("scripts/main.py", CALLER), (0, 1), id="in another folder"
        ),
        pytest.param(
            {"scripts/main.py": CALLER}, put("pyproject.toml", ""), (0, 1), id="the project's top"
        ),
        pytest.param({}, put("tests/main.py", CALLER), (0, 0), id="a test says nothing"),
    ],
)
def test_who_calls_it(
    files: dict[str, str],
    change: Change,
    found: tuple[int, int],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    folder, place = tmp_path / "above" / "project", tmp_path / "cache"
    write(folder, {"engine.py": ENGINE, "net.py": NET, **files})
    before = result(folder / "engine.py", place=place)
    assert only_cached(monkeypatch, folder / "engine.py", place=place) == before
    change(folder)
    after = result(folder / "engine.py")
    assert (len(before[0]), len(after[0])) == found
    assert result(folder / "engine.py", place=place) == after
    assert only_cached(monkeypatch, folder / "engine.py", place=place) == after


SETTINGS = "model:\n  _target_: net.Net\n"
INSTANTIATED = (
    "import torch\nfrom hydra.utils import instantiate\nfrom engine import fit\n\n"
    "def main(cfg):\n    fit(instantiate(cfg.model), torch.ones(3))\n"
)


@pytest.mark.parametrize(
    ("settings", "change", "found"),
    [
        pytest.param(
            {"conf/main.yaml": SETTINGS},
            put("conf/main.yaml", SETTINGS.replace("net.Net", "net.Other")),
            (1, 0),
            id="settings change",
        ),
        pytest.param({}, put("conf/main.yaml", SETTINGS), (0, 1), id="settings appear"),
        pytest.param(
            {"conf/main.yaml": SETTINGS}, drop("conf/main.yaml"), (1, 0), id="settings disappear"
        ),
    ],
)
def test_what_settings_name(
    settings: dict[str, str],
    change: Change,
    found: tuple[int, int],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    files = {"engine.py": ENGINE, "net.py": NET, "main.py": INSTANTIATED, "setup.py": ""}
    test_who_calls_it({**files, **settings}, change, found, tmp_path, monkeypatch)


def test_where_nothing_has_changed_no_file_is_read_for_who_calls_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(observations, "_STEADY_AFTER", -1)  # all files are old
    folder, place = tmp_path / "project", tmp_path / "cache"
    write(folder, {"engine.py": ENGINE, "net.py": NET, "main.py": CALLER})
    before = result(folder / "engine.py", place=place)

    def refuse(path: str, known: object) -> None:
        raise AssertionError(f"{path} is read")

    with monkeypatch.context() as patch:
        patch.setattr(importers, "_words_of", refuse)
        assert only_cached(monkeypatch, folder / "engine.py", place=place) == before
    write(folder, {"other.py": "import os\n"})
    assert only_cached(monkeypatch, folder / "engine.py", place=place) == before
    write(folder, {"other.py": CALLER})
    assert linted_again(monkeypatch, folder / "engine.py", place=place) == {"engine.py"}


def test_what_is_not_looked_at_does_not_matter(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = tmp_path / "cache"
    write(tmp_path / "src", {"use.py": USE, "nets.py": NETS, "other.py": PITFALL})
    before = result(tmp_path / "src" / "use.py", place=place)
    write(tmp_path / "src", {"other.py": CLEAN, "more/third.py": CLEAN, "readme.txt": "text"})
    assert only_cached(monkeypatch, tmp_path / "src" / "use.py", place=place) == before


def test_a_folder_that_moves_in_a_project(tmp_path: Path) -> None:
    """The names of the folders above a file may change what is found there."""
    write(tmp_path / "one", {"use.py": USE, "nets.py": NETS})
    result(tmp_path / "one", place=tmp_path / "cache")
    shutil.move(tmp_path / "one", tmp_path / "two")
    found = result(tmp_path / "two", place=tmp_path / "cache")
    assert found == result(tmp_path / "two")
    assert {str(Path(each.path).parent) for each in found[0]} == {str(tmp_path / "two")}


PROJECT = {
    "pyproject.toml": "",
    "train.py": USE,
    "nets.py": NETS,
    "pitfall.py": PITFALL,
    "package/__init__.py": "",
    "package/use.py": USE.replace("from nets", "from .nets"),
    "package/nets.py": NETS,
}


@pytest.mark.parametrize("is_copied", [False, True])
@pytest.mark.parametrize("place", [".tapelint_cache", "../cache"])
def test_a_project_that_moves(
    place: str, is_copied: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As from one machine to another; a cache that stands elsewhere knows projects by name."""
    name = "project" if place.startswith("..") else "another"
    old, new = tmp_path / "old" / "project", tmp_path / "new" / "deeper" / name
    write(old, PROJECT)
    monkeypatch.chdir(old)
    before = result(".", place=(old / place).resolve(), root=old)
    assert lost(before) == 2
    new.parent.mkdir(parents=True)
    monkeypatch.chdir(tmp_path)
    (shutil.copytree if is_copied else shutil.move)(old, new)
    if place.startswith(".."):
        shutil.copytree(old.parent / "cache", new.parent / "cache")
    shutil.rmtree(old, ignore_errors=True)
    monkeypatch.chdir(new)
    there = (new / place).resolve()
    assert only_cached(monkeypatch, ".", place=there, root=new) == before
    (new / "nets.py").write_text(OTHER)
    changed = result(".", place=there, root=new)
    assert changed == result(".")
    assert lost(changed) == 1


@pytest.mark.parametrize("name", ["renamed", "site-packages", "not-a-name", "code"])
@pytest.mark.parametrize("dot", ["", "."])
def test_the_name_of_a_project_counts_where_it_is_used(
    name: str, dot: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A relative import in a folder that is no package finds a file by the folder's name."""
    old, new = tmp_path / "old", tmp_path / name
    write(old, {"use.py": USE.replace("from nets", f"from {dot}nets"), "nets.py": NETS})
    monkeypatch.chdir(old)
    assert lost(result("use.py", place=old / "cache")) == 1
    monkeypatch.chdir(tmp_path)
    shutil.move(old, new)
    monkeypatch.chdir(new)
    expected = result("use.py")
    found = lost(expected)
    assert found == {"renamed": 1, "site-packages": 0}.get(name, int(not dot))
    again = linted_again(monkeypatch, "use.py", place=new / "cache")
    assert again == ({"use.py"} if dot or name == "site-packages" else set())
    assert result("use.py", place=new / "cache") == expected


def test_how_deep_a_folder_stands() -> None:
    """So many folders above a file are searched for what it imports."""
    told = [observations.look(observations.IS_NEAR_TOP, path) for path in ("/", "/a", "/a/b/c")]
    assert told == [observations.YES, observations.YES, observations.NO]


# --- the file itself ---


def test_a_text_of_the_same_size_and_time(tmp_path: Path) -> None:
    file, place = tmp_path / "a.py", tmp_path / "cache"
    file.write_text(PITFALL)
    status = os.stat(file)
    assert len(result(file, place=place)[0]) == 1
    file.write_text(PITFALL.replace("w.data.zero_()", "w.grad.zero_()"))
    os.utime(file, ns=(status.st_atime_ns, status.st_mtime_ns))
    assert os.stat(file).st_size == status.st_size
    assert len(result(file, place=place)[0]) == 0


@pytest.mark.parametrize("is_old", [False, True])
def test_a_fresh_file_is_read_and_an_old_one_is_not(
    is_old: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A second change within one step of the file system's clock does not show in its times."""
    file, place = tmp_path / "a.py", tmp_path / "cache"
    file.write_text(PITFALL)
    changed = os.stat(file).st_ctime_ns
    age = observations._STEADY_AFTER * 2 if is_old else 1_000_000
    monkeypatch.setattr(observations.time, "time_ns", lambda: changed + age)
    monkeypatch.setattr(observations, "signature_of", lambda status: (changed, changed, 1, 1))
    monkeypatch.setattr("tapelint.caching.ground.signature_of", observations.signature_of)
    assert len(result(file, place=place)[0]) == 1
    file.write_text(CLEAN)
    assert len(result(file, place=place)[0]) == (1 if is_old else 0)


def test_a_file_whose_time_alone_changes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As a fresh checkout makes them: the texts are compared, and their times noted."""
    file, place = tmp_path / "a.py", tmp_path / "cache"
    file.write_text(PITFALL)
    before = result(file, place=place)
    reads: list[str] = []
    read_text = observations.read_text

    def note(path: str) -> object:
        reads.append(path)
        return read_text(path)

    monkeypatch.setattr("tapelint.caching.ground.read_text", note)
    monkeypatch.setattr(observations, "_STEADY_AFTER", -1)  # an old file
    for expected in (1, 0):
        reads.clear()
        assert only_cached(monkeypatch, file, place=place) == before
        assert len(reads) == expected
    file.chmod(0o600)
    os.utime(file, (1, 1))
    for expected in (1, 0):
        reads.clear()
        assert only_cached(monkeypatch, file, place=place) == before
        assert len(reads) == expected


def test_a_file_that_changes_while_it_is_linted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file, place = tmp_path / "a.py", tmp_path / "cache"
    file.write_text(PITFALL)
    hear_path = runner.hear_path

    def meanwhile(path: str, settings: object) -> object:
        linted = hear_path(path, settings)  # type: ignore[arg-type]
        file.write_text(CLEAN)
        return linted

    with monkeypatch.context() as patch:
        patch.setattr(runner, "hear_path", meanwhile)
        assert len(result(file, place=place)[0]) == 1
    assert result(file, place=place) == result(file)
    assert len(result(file, place=place)[0]) == 0


def test_a_neighbour_that_changes_while_a_file_is_linted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(tmp_path, {"use.py": USE, "nets.py": NETS})
    hear_path = runner.hear_path

    def meanwhile(path: str, settings: object) -> object:
        linted = hear_path(path, settings)  # type: ignore[arg-type]
        (tmp_path / "nets.py").write_text(OTHER)
        return linted

    with monkeypatch.context() as patch:
        patch.setattr(runner, "hear_path", meanwhile)
        assert lost(result(tmp_path / "use.py", place=tmp_path / "cache")) == 1
    assert lost(result(tmp_path / "use.py", place=tmp_path / "cache")) == 0


def test_one_change_in_many(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    place = tmp_path / "cache"
    write(tmp_path / "src", {f"m{at}.py": PITFALL for at in range(5)})
    result(tmp_path / "src", place=place)
    (tmp_path / "src" / "m3.py").write_text(CLEAN)
    assert linted_again(monkeypatch, tmp_path / "src", place=place) == {"m3.py"}
    assert linted_again(monkeypatch, tmp_path / "src", place=place) == set()


def test_some_files_of_many(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As pre-commit names them: the others stay known."""
    place = tmp_path / "cache"
    write(tmp_path / "src", {f"m{at}.py": PITFALL for at in range(5)})
    result(tmp_path / "src", place=place)
    (tmp_path / "src" / "m3.py").write_text(CLEAN)
    result(tmp_path / "src" / "m3.py", place=place)
    assert linted_again(monkeypatch, tmp_path / "src", place=place) == set()


def test_each_place_is_looked_at_once_in_a_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    looks: list[tuple[str, str]] = []
    look = observations.look

    def note(question: str, path: str) -> str:
        looks.append((question, path))
        return look(question, path)

    use = "import torch\nfrom . import other\nother.change(torch.zeros(3).data)\n"
    write(tmp_path / "p", {"__init__.py": "", **{f"m{at}.py": use for at in range(3)}})
    monkeypatch.setattr(observations, "look", note)
    result(tmp_path / "p")
    asked = [each for each in looks if each[1].endswith("other.py")]
    assert asked == [(observations.IS_FILE, str(tmp_path / "p" / "other.py"))]
    looks.clear()
    write(tmp_path / "p", {"other.py": "def change(x):\n    x.zero_()\n"})
    result(tmp_path / "p")  # another run looks again
    assert (observations.IS_FILE, str(tmp_path / "p" / "other.py")) in looks


def test_what_is_done_once_is_seen_by_all_that_ask(tmp_path: Path) -> None:
    """Two files may lead to a third: it is linted once in a run, and both depend on its text."""
    other = tmp_path / "other.py"
    other.write_text(CLEAN)
    done = []

    def work() -> bytes:
        done.append(other)
        content, text = observations.read_text(str(other))
        observations.note_text(str(other), text)
        return content

    seen = []
    with observations.looking_once():
        for _ in range(2):
            with observations.watching() as watch:
                assert observations.done_once("other", work) == other.read_bytes()
            seen.append(watch.seen)
        assert len(done) == 1
    assert seen[0] == seen[1] != set()
    observations.done_once("other", work)
    assert len(done) == 2
