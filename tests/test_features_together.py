"""Settings, suppressions, baselines, formats, fixes and notebooks, each with the others."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest

from tapelint import Settings, fix_source, lint_source
from tapelint.reports import FORMATS

from .conftest import Run
from .test_notebooks import cell, notebook

START = "import torch\n\nw = torch.nn.Parameter(torch.ones(3))\n"
SAFE = START + "w.data.zero_()\n"
FIXED = START + "with torch.no_grad():\n    w.zero_()\n"
UNSAFE = START + "w.data = torch.zeros(3)\n"
UNSAFE_FIXED = START + "with torch.no_grad():\n    w.copy_(torch.zeros(3))\n"
NOTEBOOK = notebook(cell(START), cell("# text", "markdown"), cell(["x = 1\n", "w.data.zero_()\n"]))


# --- settings and fixes ---


def test_fixes_follow_the_settings_of_each_file(tapelint: Run, tmp_path: Path) -> None:
    for name, settings in {
        "bold": "unsafe-fixes = true\n",
        "careful": "",
        "never": 'unsafe-fixes = true\nunfixable = ["data-mutation"]\n',
        "others": 'unsafe-fixes = true\nfixable = ["TAP2"]\n',
    }.items():
        (tmp_path / name).mkdir()
        (tmp_path / name / "tapelint.toml").write_text(settings)
        (tmp_path / name / "a.py").write_text(UNSAFE)
    result = tapelint("check", "--fix", "--output-format", "concise")
    assert result.stdout.splitlines()[-1] == (
        "3 findings in 3 of 4 files: 3 legacy; 1 fixed, 1 fixable with `--unsafe-fixes`; "
        "`--fail-on wrong-value` exits with 0."
    )
    texts = {path.parent.name: path.read_text() for path in tmp_path.glob("*/a.py")}
    assert texts == {
        "bold": UNSAFE_FIXED, "careful": UNSAFE, "never": UNSAFE, "others": UNSAFE
    }  # fmt: skip
    assert tapelint("check", "--fix", "--unsafe-fixes").returncode == 1
    assert (tmp_path / "careful" / "a.py").read_text() == UNSAFE_FIXED
    assert (tmp_path / "never" / "a.py").read_text() == UNSAFE


def test_the_command_line_may_take_unsafe_fixes_back(tapelint: Run, tmp_path: Path) -> None:
    (tmp_path / "tapelint.toml").write_text("unsafe-fixes = true\n")
    (tmp_path / "a.py").write_text(UNSAFE)
    assert tapelint("check", "--diff", "--no-unsafe-fixes").stdout == ""
    assert "copy_" in tapelint("check", "--diff").stdout


def test_a_finding_that_is_ignored_in_a_file_is_not_fixed_there(
    tapelint: Run, tmp_path: Path
) -> None:
    (tmp_path / "tapelint.toml").write_text('per-file-ignores = { "old.py" = ["TAP302"] }\n')
    for name in ("old.py", "new.py"):
        (tmp_path / name).write_text(SAFE)
    assert tapelint("check", "--fix").returncode == 0
    assert (tmp_path / "old.py").read_text() == SAFE
    assert (tmp_path / "new.py").read_text() == FIXED


def test_the_closing_line_says_what_fix_would_do(tapelint: Run, tmp_path: Path) -> None:
    def closing(*arguments: str) -> str:
        return tapelint("check", *arguments).stdout.splitlines()[-1]

    (tmp_path / "unsafe.py").write_text(UNSAFE)
    passes = "; `--fail-on wrong-value` exits with 0."
    one = "1 finding in 1 file: 1 legacy"
    for way in (("--exit-zero",), ("--fail-on", "wrong-value")):
        assert closing(*way) == f"{one}; 1 fixable with `--fix --unsafe-fixes`."
    assert closing() == f"{one}; 1 fixable with `--fix --unsafe-fixes`{passes}"
    assert closing("--unsafe-fixes") == f"{one}; [*] 1 fixable with `--fix`{passes}"
    assert closing("--fix") == f"{one}; 1 fixable with `--unsafe-fixes`{passes}"
    (tmp_path / "safe.py").write_text(SAFE)
    two = "2 findings in 2 files: 2 legacy"
    assert closing() == f"{two}; [*] 1 fixable with `--fix`, 1 more with `--unsafe-fixes`{passes}"
    assert closing("--unsafe-fixes") == f"{two}; [*] 2 fixable with `--fix`{passes}"


# --- suppressions and fixes ---


def test_unused_comments_are_removed_by_fix(tapelint: Run, tmp_path: Path) -> None:
    text = START + "x = 1  # noqa: TAP201\n# tapelint: ignore[TAP302, data-read]\nw.data.zero_()\n"
    (tmp_path / "a.py").write_text(text)
    assert tapelint("check", "--fix", "--extend-select", "TAP303").returncode == 0
    fixed = START + "x = 1\n# tapelint: ignore[TAP302]\nw.data.zero_()\n"
    assert (tmp_path / "a.py").read_text() == fixed


def test_a_comment_that_a_fix_makes_needless_goes_with_it() -> None:
    source = START + "w.data.zero_()  # noqa: TAP302\nw.zero_()  # noqa: TAP302\n"
    result = fix_source(source)
    assert result.source == START + (
        "w.data.zero_()  # noqa: TAP302\nwith torch.no_grad():\n    w.zero_()\n"
    )
    assert not result.remaining
    assert fix_source(result.source).source == result.source


def test_a_fix_brings_no_silenced_finding_to_light() -> None:
    """Under ``no_grad`` the comment would be about the line of the ``with`` alone."""
    source = START + "# tapelint: ignore[TAP303]\nw.zero_().add_(w.data)\n"
    settings = Settings(extend_select=("TAP303",), ignore=("TAP001",))
    assert [each.code for each in lint_source(source, settings=settings)] == ["TAP201"]
    result = fix_source(source, settings=settings)
    assert [each.code for each in result.remaining if each.code != "TAP201"] == []


def test_a_finding_that_stays_in_a_line_that_moves_is_no_new_one() -> None:
    source = START + "w.data[w.data.eq(0)] = 1\n"
    result = fix_source(source)
    assert result.source == START + "with torch.no_grad():\n    w[w.data.eq(0)] = 1\n"


def test_add_noqa_goes_alone(tapelint: Run, tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text(SAFE)
    for option in ("--fix", "--fix-only", "--diff"):
        result = tapelint("check", "--add-noqa", option)
        assert (result.returncode, result.stdout) == (2, "")
        assert result.stderr == f"tapelint: --add-noqa goes without {option}: run it by itself\n"
    assert (tmp_path / "a.py").read_text() == SAFE


# --- baselines, changed lines and fixes ---


def test_what_the_baseline_holds_is_not_fixed(tapelint: Run, tmp_path: Path) -> None:
    file = tmp_path / "a.py"
    file.write_text(SAFE)
    assert tapelint("baseline").returncode == 0
    file.write_text(SAFE + "x = 1\nw.data.fill_(2)\n")
    arguments = ("check", "--baseline", "tapelint-baseline.json", "--fix")
    result = tapelint(*arguments)
    left = "1 file checked, 1 finding of the baseline left out.\n"
    assert (result.returncode, result.stdout, result.stderr) == (
        0, f"No findings, 1 fixed, {left}", ""
    )  # fmt: skip
    assert file.read_text() == SAFE + "x = 1\nwith torch.no_grad():\n    w.fill_(2)\n"
    assert tapelint(*arguments).stdout == f"No findings, {left}"


def git(folder: Path, *arguments: str) -> None:
    identity = ("-c", "user.name=a", "-c", "user.email=a@b")
    subprocess.run(["git", *identity, *arguments], cwd=folder, check=True, capture_output=True)


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    git(tmp_path, "init", "-q", "-b", "main")
    (tmp_path / "a.py").write_text(SAFE)
    (tmp_path / "nb.ipynb").write_text(NOTEBOOK)
    git(tmp_path, "add", "-A")
    git(tmp_path, "commit", "-q", "-m", "first")
    return tmp_path


def test_only_changed_lines_are_fixed(tapelint: Run, repository: Path) -> None:
    added = SAFE + "x = 1\nw.data.fill_(2)\nw.data.fill_(3)\n"
    (repository / "a.py").write_text(added)
    assert tapelint("check", "--diff-base", "HEAD", "--fix").returncode == 0
    expected = SAFE + "x = 1\nwith torch.no_grad():\n    w.fill_(2)\n    w.fill_(3)\n"
    assert (repository / "a.py").read_text() == expected


def test_changed_lines_of_a_notebook(tapelint: Run, repository: Path) -> None:
    concise = ("check", "nb.ipynb", "--diff-base", "HEAD", "--output-format", "concise")
    assert tapelint(*concise).stdout == "No findings, 0 files checked.\n"
    changed = NOTEBOOK.replace('"x = 1\\n"', '"x = 1\\n",\n    "w.data.fill_(2)\\n"')
    assert changed != NOTEBOOK
    (repository / "nb.ipynb").write_text(changed)
    lines = tapelint(*concise).stdout.splitlines()
    assert [line.split(" ")[:3] for line in lines[:-1]] == [["nb.ipynb:cell", "3:2:1:", "TAP302"]]


# --- comments that silence ---


def test_comments_are_passed_over_where_it_is_asked_for(tapelint: Run, tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text(
        SAFE.replace("zero_()", "zero_()  # noqa: TAP302") + "y = 1  # noqa: TAP201\n"
    )
    (tmp_path / "b.py").write_text(f"# tapelint: skip-file\n{SAFE}")
    (tmp_path / "c.py").write_text(
        SAFE.replace("zero_()", "zero_()  # tapelint: ignore[data-mutation]")
    )

    def codes(*arguments: str) -> list[str]:
        found = json.loads(tapelint("check", "--output-format", "json", *arguments).stdout)
        return [f"{each['path']} {each['code']}" for each in found]

    noticed = ["a.py TAP302", "b.py TAP302", "c.py TAP302"]
    for _ in range(2):  # the second time from the cache
        assert codes() == ["a.py TAP001"]
        assert codes("--ignore-noqa") == noticed
    diff = tapelint("check", "--ignore-noqa", "--diff", "b.py", "c.py").stdout
    assert diff.count("+    w.zero_()") == 2
    assert tapelint("check", "--ignore-noqa", "--fix-only", "b.py", "c.py").returncode == 0
    assert codes("--ignore-noqa") == noticed[:1]


# --- notebooks ---


@pytest.mark.parametrize("output_format", FORMATS)
def test_every_format_says_where_in_a_notebook(
    tapelint: Run, tmp_path: Path, output_format: str
) -> None:
    (tmp_path / "nb.ipynb").write_text(NOTEBOOK)
    raw_line = 1 + NOTEBOOK[: NOTEBOOK.index('"w.data.zero_')].count("\n")
    result = tapelint("check", "--output-format", output_format)
    assert (result.returncode, result.stderr) == (1, "")
    text = result.stdout
    if output_format in {"full", "concise"}:
        assert text.startswith("nb.ipynb:cell 3:2:1: TAP302")
    elif output_format == "grouped":
        assert text.startswith("nb.ipynb:\n  cell 3:2:1  TAP302")
    elif output_format == "pylint":
        assert text.startswith(f"nb.ipynb:{raw_line}: [TAP302] cell 3:2:1: [data-mutation] ")
    elif output_format == "azure":
        assert f";linenumber={raw_line};code=TAP302;]cell 3:2:1: [data-mutation] " in text
    elif output_format == "rdjson":
        (diagnostic,) = json.loads(text)["diagnostics"]
        line = {"line": raw_line}
        assert diagnostic["location"]["range"] == {"start": line, "end": line}
        assert diagnostic["message"].startswith("cell 3:2:1: [data-mutation] ")
        assert "suggestions" not in diagnostic
    elif output_format == "json":
        (finding,) = json.loads(text)
        assert (finding["cell"], finding["line"], finding["fix"]["edits"][0]["cell"]) == (3, 2, 3)
    elif output_format == "json-lines":
        assert json.loads(text)["cell"] == 3
    elif output_format == "sarif":
        (found,) = json.loads(text)["runs"][0]["results"]
        (location,) = found["locations"]
        region = location["physicalLocation"]["region"]
        assert region == {"startLine": raw_line, "endLine": raw_line}
        assert location["logicalLocations"] == [{"name": "cell 3", "kind": "module"}]
        assert "fixes" not in found
    elif output_format == "github":
        assert f"line={raw_line},endLine={raw_line}::nb.ipynb:cell 3:2:1: TAP302" in text
    elif output_format == "gitlab":
        (issue,) = json.loads(text)
        assert issue["location"]["lines"] == {"begin": raw_line, "end": raw_line}
    else:
        assert "cell 3, line 2, column 1" in text


def test_suppressions_in_cells(tapelint: Run, tmp_path: Path) -> None:
    text = NOTEBOOK.replace('w.data.zero_()\\n"', 'w.data.zero_()  # tapelint: ignore[TAP302]"')
    text = text.replace('"x = 1\\n"', '"x = 1  # noqa: TAP201\\n"')
    (tmp_path / "nb.ipynb").write_text(text)
    result = tapelint("check", "--fix")
    assert (result.returncode, result.stdout) == (0, "No findings, 1 fixed, 1 file checked.\n")
    expected = text.replace("x = 1  # noqa: TAP201", "x = 1")
    assert (tmp_path / "nb.ipynb").read_text() == expected


def test_a_notebook_that_is_skipped(tapelint: Run, tmp_path: Path) -> None:
    text = NOTEBOOK.replace('"x = 1\\n"', '"# tapelint: skip-file\\n"')
    (tmp_path / "nb.ipynb").write_text(text)
    assert tapelint("check").stdout == "No findings, 1 file checked.\n"


def test_add_noqa_writes_into_cells(tapelint: Run, tmp_path: Path) -> None:
    (tmp_path / "nb.ipynb").write_text(NOTEBOOK)
    result = tapelint("check", "--add-noqa", "--reason", "as meant")
    assert (result.returncode, result.stdout) == (0, "1 comment written into 1 file.\n")
    expected = NOTEBOOK.replace("w.data.zero_()", "w.data.zero_()  # noqa: TAP302 - as meant")
    assert (tmp_path / "nb.ipynb").read_text() == expected
    assert tapelint("check").returncode == 0


def test_the_python_behind_a_magic_takes_a_comment(tapelint: Run, tmp_path: Path) -> None:
    text = notebook(cell(START), cell("if w:\n    %time w.data.zero_()"), cell("%timeit w.add_(1)"))
    (tmp_path / "nb.ipynb").write_text(text)
    result = tapelint("check", "--add-noqa")
    assert (result.returncode, result.stdout) == (0, "2 comments written into 1 file.\n")
    expected = text.replace("zero_()", "zero_()  # noqa: TAP302")
    expected = expected.replace("add_(1)", "add_(1)  # noqa: TAP201")
    assert (tmp_path / "nb.ipynb").read_text() == expected
    assert tapelint("check").stdout == "No findings, 1 file checked.\n"


def test_a_baseline_of_a_notebook_survives_edits_in_other_cells(
    tapelint: Run, tmp_path: Path
) -> None:
    (tmp_path / "nb.ipynb").write_text(NOTEBOOK)
    assert tapelint("baseline").stdout.startswith("1 finding")
    more = notebook(cell("y = 2"), cell(START), cell(["y = 3\n", "x = 1\n", "w.data.zero_()\n"]))
    (tmp_path / "nb.ipynb").write_text(more)
    result = tapelint("check", "--baseline", "tapelint-baseline.json")
    assert (result.returncode, result.stderr) == (0, "")


def test_settings_govern_notebooks(tapelint: Run, tmp_path: Path) -> None:
    (tmp_path / "tapelint.toml").write_text('per-file-ignores = { "*.ipynb" = ["TAP302"] }\n')
    (tmp_path / "nb.ipynb").write_text(NOTEBOOK)
    assert tapelint("check").returncode == 0
    (tmp_path / "tapelint.toml").write_text('extend-exclude = ["*.ipynb"]\n')
    assert tapelint("check", "--show-files").stdout == ""


# --- the fixes of the rules about saved tensors ---


@pytest.mark.parametrize(
    ("change", "fixed"),
    [
        ("h += 1", "h = h + 1"),
        ("h *= w - 1", "h = h * (w - 1)"),
        ("h -= 2 * w", "h = h - 2 * w"),
        ("h.mul_(2)", "h = h.mul(2)"),
        ("h = h.mul_(2)", "h = h.mul(2)"),
        ("h[0] = 1.0", "h = h.clone()\nh[0] = 1.0"),
        ("h.zero_()", "h = h.clone()\nh.zero_()"),
        ("h = torch.nn.functional.relu(h, inplace=True)", "h = torch.nn.functional.relu(h)"),
        ("h = torch.nn.ReLU(inplace=True)(h)", "h = torch.nn.ReLU(inplace=True)(h.clone())"),
        ("k = h.mul_(2)", "h = h.clone()\nk = h.mul_(2)"),
    ],
)
def test_a_saved_tensor_is_left_alone(change: str, fixed: str) -> None:
    before = "import torch\n\nw = torch.ones(3, requires_grad=True)\nh = w.exp()\n"
    after = "\nh.sum().backward()\n"
    (finding,) = lint_source(before + change + after)
    assert finding.code == "TAP202"
    assert fix_source(before + change + after).fixed == ()
    result = fix_source(before + change + after, unsafe_fixes=True)
    assert result.source == before + fixed + after
    assert not result.remaining


@pytest.mark.parametrize(
    "change",
    [
        "row = h[:2]\nrow.mul_(2)",
        "c = h.detach()\nc.zero_()",
        "for each in [h]:\n    each += 1",
        "with torch.no_grad():\n    h.mul_(2)",
        "def fill(values):\n    values.mul_(2)\nfill(h)",
        "if len(h): h[0] = 1.0",
    ],
)
def test_a_change_that_somebody_may_look_for_is_left_to_the_user(change: str) -> None:
    source = (
        "import torch\n\nw = torch.ones(3, requires_grad=True)\nh = w.exp()\n"
        f"{change}\nh.sum().backward()\n"
    )
    assert [each.code for each in lint_source(source)] == ["TAP202"]
    assert fix_source(source, unsafe_fixes=True).source == source


# --- nothing to lint ---


def test_a_folder_without_python_files_is_told(tapelint: Run, tmp_path: Path) -> None:
    told = (
        "tapelint: no Python files found under the given paths; check them, and what is excluded\n"
    )
    for options in ([], ["--output-format", "json"]):
        result = tapelint("check", *options)
        assert (result.returncode, result.stderr) == (0, told)
    (tmp_path / "a.py").write_text(SAFE)
    assert tapelint("check", "--exclude", "a.py").stderr == told
    assert tapelint("check", "--exclude", "a.py", "--quiet").stderr == ""
    assert tapelint("check").stderr == ""
