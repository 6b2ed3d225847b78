"""Baselines, and changes since a revision of git."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest

from .conftest import Run

HEAD = "import torch\n\nw = torch.zeros(3, requires_grad=True)\n"
FILE = "tapelint-baseline.json"
Found = list[tuple[str, int, str]]
CERTAIN = {"confidence": "certain", "count": 1}


@pytest.fixture
def found(tapelint: Run) -> Any:
    """Run the command with the baseline; give places and what was said on standard error."""

    def run(*arguments: str, **options: Any) -> tuple[Found, str]:
        result = tapelint("check", "--output-format", "json", *arguments, **options)
        places = [(each["path"], each["line"], each["code"]) for each in json.loads(result.stdout)]
        assert result.returncode == bool(places)
        return places, result.stderr

    return run


# --- baselines ---


def test_what_the_baseline_holds_is_not_reported(tapelint: Run, found: Any, tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text(f"{HEAD}w.zero_()\nw.data.zero_()\n")
    made = tapelint("baseline")
    assert (made.returncode, made.stderr) == (0, "")
    assert made.stdout == f"2 findings in {FILE}: 2 added, 0 taken out.\n"
    assert found("--baseline", FILE) == ([], "")
    assert json.loads((tmp_path / FILE).read_text()) == {
        "version": 1,
        "findings": [
            {"path": "a.py", "code": "TAP201", "content": "w.zero_()", **CERTAIN},
            {"path": "a.py", "code": "TAP302", "content": "w.data.zero_()", **CERTAIN},
        ],
    }
    again = tapelint("baseline")
    assert again.stdout == f"2 findings in {FILE}: 0 added, 0 taken out.\n"


@pytest.mark.parametrize(
    ("after", "new"),
    [
        (f"# more\n\n{HEAD}\nw.zero_()\n", []),
        (f"{HEAD}if 1:\n    w.zero_()\n", []),
        (f"{HEAD}w.zero_( )\n", [("a.py", 4, "TAP201")]),
        (f"{HEAD}x = 1; w.zero_()  # a comment\n", []),
        (f"{HEAD}w.zero_()\nw.zero_()\n", [("a.py", 5, "TAP201")]),
        (f"{HEAD}w.fill_(1)\nw.zero_()\n", [("a.py", 4, "TAP201")]),
        (f"{HEAD}w.zero_()\nw.data.zero_()\n", [("a.py", 5, "TAP302")]),
    ],
)
def test_a_baseline_survives_edits_elsewhere(
    tapelint: Run, found: Any, tmp_path: Path, after: str, new: Found
) -> None:
    (tmp_path / "a.py").write_text(f"{HEAD}w.zero_()\n")
    tapelint("baseline")
    (tmp_path / "a.py").write_text(after)
    places, said = found("--baseline", FILE)
    assert places == new
    assert ("no longer found" in said) == ("w.zero_()" not in after)


def test_wrapping_a_call_otherwise_changes_nothing(
    tapelint: Run, found: Any, tmp_path: Path
) -> None:
    (tmp_path / "a.py").write_text(f"{HEAD}w.add_( 1,\n    alpha=2 )\n")
    tapelint("baseline")
    (tmp_path / "a.py").write_text(f"{HEAD}if 1:\n    w.add_( 1, alpha=2 )\n")
    assert found("--baseline", FILE) == ([], "")


def test_what_is_no_longer_found_is_reported_and_taken_out(
    tapelint: Run, found: Any, tmp_path: Path
) -> None:
    (tmp_path / "a.py").write_text(f"{HEAD}w.zero_()\nw.zero_()\nw.data.zero_()\n")
    (tmp_path / "gone.py").write_text(f"{HEAD}w.zero_()\n")
    (tmp_path / "other.py").write_text(f"{HEAD}w.zero_()\n")
    tapelint("baseline")
    (tmp_path / "a.py").write_text(f"{HEAD}w.zero_()\n")
    (tmp_path / "gone.py").unlink()
    places, said = found("a.py", "--baseline", FILE)
    assert places == []
    assert said == (
        f"tapelint: {FILE}: no longer found: a.py: TAP201 `w.zero_()` and 2 more; "
        "`tapelint baseline` takes them out\n"
    )
    updated = tapelint("baseline", "a.py")
    assert updated.stdout == f"2 findings in {FILE}: 0 added, 3 taken out.\n"
    entries = json.loads((tmp_path / FILE).read_text())["findings"]
    assert [(each["path"], each["count"]) for each in entries] == [("a.py", 1), ("other.py", 1)]
    assert found("--baseline", FILE) == ([], "")


def test_an_entry_is_judged_only_if_its_rule_has_run(
    tapelint: Run, found: Any, tmp_path: Path
) -> None:
    (tmp_path / "a.py").write_text(f"{HEAD}x = w.data\nw.zero_()\n")
    tapelint("baseline", "--extend-select", "data-read")
    assert found("--baseline", FILE) == ([], "")
    assert found("--baseline", FILE, "--min-confidence", "certain") == ([], "")
    assert tapelint("baseline").stdout == f"2 findings in {FILE}: 0 added, 0 taken out.\n"
    assert found("--baseline", FILE, "--select", "ALL") == ([], "")


def test_a_run_over_certain_findings_alone_judges_those(
    tapelint: Run, found: Any, tmp_path: Path
) -> None:
    likely = "def f(net, x):\n    y = torch.exp(net(x))\n    y.mul_(2)\n    y.sum().backward()\n"
    (tmp_path / "a.py").write_text(f"{HEAD}w.zero_()\n{likely}")
    tapelint("baseline")
    entries = json.loads((tmp_path / FILE).read_text())["findings"]
    assert {each["confidence"] for each in entries} == {"certain", "likely"}
    (tmp_path / "a.py").write_text(HEAD)
    _, said = found("--baseline", FILE, "--min-confidence", "certain")
    assert "no longer found: a.py: TAP201 `w.zero_()`;" in said
    assert "takes it out" in said
    tapelint("baseline", "--min-confidence", "certain")
    (entry,) = json.loads((tmp_path / FILE).read_text())["findings"]
    assert entry["confidence"] == "likely"
    assert tapelint("baseline").stdout == f"0 findings in {FILE}: 0 added, 1 taken out.\n"


def test_a_baseline_holds_from_any_folder(tapelint: Run, found: Any, tmp_path: Path) -> None:
    (tmp_path / "src").mkdir()
    (tmp_path / "src" / "a.py").write_text(f"{HEAD}w.zero_()\n")
    tapelint("baseline", "src", "--output", "known.json")
    assert found("a.py", "--baseline", "../known.json", cwd=tmp_path / "src") == ([], "")
    assert found(str(tmp_path / "src"), "--baseline", "known.json") == ([], "")


@pytest.mark.parametrize(
    ("content", "complaint"),
    [
        (None, "no such file; `tapelint baseline --output known.json` makes it"),
        ("{", "not a baseline: not valid JSON; make it anew"),
        ("[]", "not a baseline; make it anew"),
        ('{"version": 1, "findings": [{}]}', "not a baseline; make it anew"),
        ('{"version": 2, "findings": []}', "a baseline of another version; make it anew"),
    ],
)
def test_a_broken_baseline_is_one_line(
    tapelint: Run, tmp_path: Path, content: str | None, complaint: str
) -> None:
    if content is not None:
        (tmp_path / "known.json").write_text(content)
        updated = tapelint("baseline", "--output", "known.json")
        assert updated.returncode == 2
        assert (tmp_path / "known.json").read_text() == content
    result = tapelint("check", "--baseline", "known.json")
    assert (result.returncode, result.stdout) == (2, "")
    assert result.stderr == f"tapelint: known.json: {complaint}\n"


def test_a_baseline_that_cannot_be_written_is_one_line(tapelint: Run) -> None:
    result = tapelint("baseline", "--output", "missing/known.json")
    assert result.returncode == 2
    assert result.stderr == (
        "tapelint: missing/known.json: cannot be written: No such file or directory\n"
    )


# --- changes ---


def git(folder: Path, *arguments: str) -> None:
    identity = ("-c", "user.name=a", "-c", "user.email=a@b")
    subprocess.run(["git", *identity, *arguments], cwd=folder, check=True, capture_output=True)


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    """A repository with one commit on main: three old findings."""
    git(tmp_path, "init", "-q", "-b", "main")
    (tmp_path / "a.py").write_text(f"{HEAD}w.zero_()\nw.add_(\n    1,\n    alpha=1,\n)\n")
    (tmp_path / 'b "ü\t.py').write_text(f"{HEAD}w.zero_()\n")
    git(tmp_path, "add", "-A")
    git(tmp_path, "commit", "-q", "-m", "first")
    return tmp_path


def test_only_changed_lines_are_reported(found: Any, repository: Path) -> None:
    assert found("--diff-base", "HEAD") == ([], "")
    (repository / "a.py").write_text(
        f"# more\n{HEAD}w.zero_()\nw.add_(\n    1,\n    alpha=2,\n)\nw.data.zero_()\n"
    )
    (repository / "new.py").write_text(f"{HEAD}w.zero_()\n")
    expected = [("a.py", 6, "TAP201"), ("a.py", 10, "TAP302"), ("new.py", 4, "TAP201")]
    assert found("--diff-base", "HEAD") == (expected, "")
    git(repository, "add", "-A")
    assert found("--diff-base", "main") == (expected, "")
    git(repository, "commit", "-q", "-m", "second")
    assert found("--diff-base", "HEAD") == ([], "")
    assert found("--diff-base", "HEAD~1") == (expected, "")


def test_names_that_git_quotes(found: Any, repository: Path) -> None:
    path = repository / 'b "ü\t.py'
    path.write_text(path.read_text() + "w.fill_(1)\n")
    assert found("--diff-base", "HEAD") == ([(path.name, 5, "TAP201")], "")


def test_changes_of_others_do_not_count(found: Any, repository: Path) -> None:
    git(repository, "checkout", "-q", "-b", "mine")
    (repository / "mine.py").write_text(f"{HEAD}w.zero_()\n")
    git(repository, "add", "-A")
    git(repository, "commit", "-q", "-m", "mine")
    git(repository, "checkout", "-q", "main")
    (repository / "a.py").write_text("x = 1\n")
    git(repository, "commit", "-q", "-a", "-m", "of others")
    git(repository, "checkout", "-q", "mine")
    assert found("--diff-base", "main") == ([("mine.py", 4, "TAP201")], "")


def test_changes_are_found_from_a_folder_below(found: Any, repository: Path) -> None:
    (repository / "below").mkdir()
    (repository / "below" / "c.py").write_text(f"{HEAD}w.zero_()\n")
    (repository / "a.py").write_text(f"{HEAD}w.zero_()\nw.fill_(1)\n")
    below = repository / "below"
    assert found("--diff-base", "HEAD", cwd=below) == ([("c.py", 4, "TAP201")], "")
    assert found("..", "--diff-base", "HEAD", cwd=below)[0] == [
        ("../a.py", 5, "TAP201"),
        ("../below/c.py", 4, "TAP201"),
    ]


def test_what_was_moved_is_not_changed(found: Any, repository: Path) -> None:
    git(repository, "mv", "a.py", "moved.py")
    assert found("--diff-base", "HEAD") == ([], "")
    path = repository / "moved.py"
    path.write_text(path.read_text() + "w.fill_(1)\n")
    assert found("--diff-base", "HEAD") == ([("moved.py", 9, "TAP201")], "")


def test_lines_that_end_as_on_old_machines_are_one_for_git(found: Any, repository: Path) -> None:
    path = repository / "a.py"
    path.write_bytes(path.read_bytes().replace(b"\n", b"\r"))
    assert len(found("--diff-base", "HEAD")[0]) == 2


def test_a_path_of_another_repository_is_one_line(
    tapelint: Run, repository: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    elsewhere = tmp_path_factory.mktemp("elsewhere")
    result = tapelint("check", str(elsewhere), "--diff-base", "HEAD", cwd=repository)
    assert result.returncode == 2
    assert result.stderr == (
        f"tapelint: {elsewhere}: not in the current folder's repository; "
        "run --diff-base in its own\n"
    )


def test_only_changed_files_are_linted(tapelint: Run, repository: Path) -> None:
    (repository / "new.py").write_text(f"{HEAD}w.zero_()\n")
    result = tapelint("check", "--diff-base", "HEAD", "--output-format", "concise")
    assert result.stdout.endswith("1 finding in 1 file: 1 raises; [*] 1 fixable with `--fix`.\n")


@pytest.mark.parametrize("revision", ["nowhere", "--output=x", "HEAD:a.py", ""])
def test_an_unknown_revision_is_one_line(tapelint: Run, repository: Path, revision: str) -> None:
    result = tapelint("check", "--diff-base", revision)
    assert (result.returncode, result.stdout) == (2, "")
    assert result.stderr == (
        f"tapelint: unknown revision {revision!r}; `git log` and `git branch` list them\n"
    )


def test_outside_a_repository_it_is_one_line(tapelint: Run, tmp_path: Path) -> None:
    result = tapelint("check", "--diff-base", "HEAD")
    assert result.returncode == 2
    assert result.stderr.startswith("tapelint: not a git repository")
    assert result.stderr.count("\n") == 1
