"""The command, run as a process."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from docs.site import terminal_picture

from .conftest import ROOT, Run

PITFALL = "import torch\n\nw = torch.zeros(3, requires_grad=True)\nw.normal_()\n"
REMEDY = (
    "import torch\n\nw = torch.zeros(3, requires_grad=True)\nwith torch.no_grad():\n"
    "    w.normal_()\n"
)


def test_findings_exit_with_one_and_clean_with_zero(tapelint: Run, tmp_path: Path) -> None:
    (tmp_path / "pitfall.py").write_text(PITFALL)
    (tmp_path / "remedy.py").write_text(REMEDY)
    found = tapelint("check", "pitfall.py", "--output-format", "concise")
    assert found.returncode == 1
    assert found.stdout.startswith("pitfall.py:4:1: TAP201 [inplace-on-leaf] [*] `w` is a leaf")
    clean = tapelint("check", "remedy.py")
    assert (clean.returncode, clean.stdout) == (0, "No findings, 1 file checked.\n")
    assert tapelint("check", "pitfall.py", "--exit-zero").returncode == 0


LEGACY = "import torch\n\nw = torch.nn.Parameter(torch.ones(3))\nw.data.zero_()\n"
NEEDLESS = "import torch  # noqa: TAP201\n"
LEAST = ("raises", "wrong-gradient", "no-gradient", "wrong-value", "memory", "legacy", "any")


@pytest.mark.parametrize(
    ("text", "worst"),
    [(PITFALL, "raises"), (LEGACY, "legacy"), (NEEDLESS, "any")],
)
def test_fail_on_a_consequence_or_a_worse_one(
    tapelint: Run, tmp_path: Path, text: str, worst: str
) -> None:
    (tmp_path / "a.py").write_text(text)
    for least in LEAST:
        result = tapelint("check", "a.py", "--fail-on", least)
        assert result.returncode == (LEAST.index(worst) <= LEAST.index(least))
        assert result.stdout.splitlines()[-1].startswith("1 finding in 1 file: ")


def test_the_setting_fail_on_is_that_of_each_file(tapelint: Run, tmp_path: Path) -> None:
    for name, least in ("strict", "legacy"), ("lenient", "wrong-value"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "tapelint.toml").write_text(f'fail-on = "{least}"\n')
        (tmp_path / name / "a.py").write_text(LEGACY)
    codes = [tapelint("check", name).returncode for name in ("lenient", "strict", ".")]
    assert codes == [0, 1, 1]
    assert tapelint("check", "lenient", "--fail-on", "any").returncode == 1
    fixed = tapelint("check", "lenient", "--fix", "--exit-non-zero-on-fix")
    assert fixed.returncode == 1


def test_fail_on_none_would_be_read_as_never(tapelint: Run) -> None:
    result = tapelint("check", "--fail-on", "none")
    assert (result.returncode, result.stdout) == (2, "")
    assert result.stderr == (
        "tapelint: --fail-on: unknown value 'none': expected one of raises, wrong-gradient, "
        "no-gradient, wrong-value, memory, legacy, any\n"
    )
    both = tapelint("check", "--fail-on", "raises", "--exit-zero")
    assert both.stderr == "tapelint: --exit-zero goes without --fail-on: it fails on nothing\n"


def test_the_current_folder_is_the_default(tapelint: Run, tmp_path: Path) -> None:
    (tmp_path / "package").mkdir()
    (tmp_path / "package" / "train.py").write_text(PITFALL)
    (tmp_path / ".venv").mkdir()
    (tmp_path / ".venv" / "skipped.py").write_text(PITFALL)
    result = tapelint("check", "--output-format", "json", "--isolated", "--no-cache")
    assert [each["path"] for each in json.loads(result.stdout)] == ["package/train.py"]


def test_json_is_the_contract(tapelint: Run, tmp_path: Path) -> None:
    (tmp_path / "pitfall.py").write_text(PITFALL)
    result = tapelint("check", "pitfall.py", "--output-format", "json")
    (finding,) = json.loads(result.stdout)
    because = finding.pop("because")
    assert finding == {
        "code": "TAP201",
        "name": "inplace-on-leaf",
        "message": finding["message"],
        "path": "pitfall.py",
        "cell": None,
        "line": 4,
        "column": 1,
        "end_line": 4,
        "end_column": 12,
        "consequence": "raises",
        "confidence": "certain",
        "assumptions": [],
        "fix": {
            "applicability": "safe",
            "message": "put the change under `no_grad`",
            "edits": [
                {
                    "cell": None,
                    "line": 4,
                    "column": 1,
                    "end_line": 4,
                    "end_column": 12,
                    "content": "with torch.no_grad():\n    w.normal_()",
                }
            ],
        },
    }
    assert because[0] == {
        "path": "pitfall.py",
        "cell": None,
        "line": 3,
        "column": 5,
        "message": "`w` requires grad from here on",
    }
    assert json.loads(tapelint("check", "--output-format", "json", "--select", "TAP4").stdout) == []


def test_full_shows_frames_and_the_trail(tapelint: Run, tmp_path: Path) -> None:
    (tmp_path / "pitfall.py").write_text(PITFALL)
    output = tapelint("check", "pitfall.py").stdout
    assert "  4 | w.normal_()\n    | ^^^^^^^^^^^ raises\n" in output
    assert "because: `w` requires grad from here on (line 3)" in output
    assert "  3 | w = torch.zeros(3, requires_grad=True)" in output
    assert output.endswith("1 finding in 1 file: 1 raises; [*] 1 fixable with `--fix`.\n")


def test_standard_input(tapelint: Run) -> None:
    result = tapelint(
        "check", "-", "--stdin-filename", "there/train.py", "--output-format", "concise",
        input=PITFALL,
    )  # fmt: skip
    assert result.returncode == 1
    assert result.stdout.startswith("there/train.py:4:1: TAP201")


def test_rules_are_chosen_by_code_prefix_and_name(tapelint: Run, tmp_path: Path) -> None:
    (tmp_path / "code.py").write_text(
        "import torch\n\nw = torch.zeros(3, requires_grad=True)\nw.normal_()\nw.data.zero_()\n"
        "x = w.data\n"
    )

    def codes(*arguments: str) -> list[str]:
        output = tapelint("check", "code.py", "--output-format", "json", *arguments).stdout
        return [each["code"] for each in json.loads(output)]

    assert codes() == ["TAP201", "TAP302"]
    assert codes("--select", "TAP2") == ["TAP201"]
    assert codes("--select", "data-mutation,TAP201") == ["TAP201", "TAP302"]
    assert codes("--select", "TAP") == ["TAP201", "TAP302"]
    assert codes("--select", "ALL") == ["TAP201", "TAP302", "TAP303"]
    assert codes("--select", "TAP3") == ["TAP302", "TAP303"]
    assert codes("--extend-select", "data-read") == ["TAP201", "TAP302", "TAP303"]
    assert codes("--ignore", "TAP3") == ["TAP201"]
    assert codes("--ignore", "inplace-on-leaf", "--ignore", "TAP302") == []
    assert codes("--select", "TAP302", "--ignore", "TAP3") == ["TAP302"]


def test_an_unknown_rule_is_one_line_with_the_nearest(tapelint: Run) -> None:
    result = tapelint("check", "--select", "inplace-on-leaves")
    assert result.returncode == 2
    assert result.stderr == (
        "tapelint: unknown rule 'inplace-on-leaves': did you mean 'inplace-on-leaf'?\n"
    )
    page = tapelint("rule", "TAP1O1")
    assert page.returncode == 2
    assert page.stderr == "tapelint: unknown rule 'TAP1O1': did you mean 'TAP101'?\n"


def test_noqa_silences(tapelint: Run, tmp_path: Path) -> None:
    (tmp_path / "code.py").write_text(
        "import torch\n\nw = torch.zeros(3, requires_grad=True)\nw.normal_()  # noqa\n"
        "w.zero_()  # noqa: TAP201\nw.fill_(1)  # noqa: TAP302\nw.add_(  # noqa: TAP2\n    1,\n)\n"
    )
    output = tapelint("check", "code.py", "--output-format", "concise").stdout
    places = [line.split()[:2] for line in output.splitlines()[:-1]]
    assert places == [["code.py:6:1:", "TAP201"], ["code.py:6:13:", "TAP001"]]


def test_rule_prints_the_page_by_code_and_name(tapelint: Run) -> None:
    by_code = tapelint("rule", "TAP101").stdout
    assert by_code.startswith("# tensor-from-tensors (TAP101)")
    assert tapelint("rule", "Tensor-From-Tensors").stdout == by_code
    listing = tapelint("rule", "--all").stdout
    assert "TAP404  validate-args-off" in listing


def test_version(tapelint: Run) -> None:
    from tapelint import __version__

    assert tapelint("--version").stdout == f"tapelint, version {__version__}\n"


def test_many_files_over_processes_give_the_same(tapelint: Run, tmp_path: Path) -> None:
    for number in range(40):
        (tmp_path / f"file{number:02}.py").write_text(PITFALL if number % 2 else REMEDY)
    one = tapelint("check", "--output-format", "json", "--jobs", "1")
    two = tapelint("check", "--output-format", "json", "--jobs", "2")
    assert len(json.loads(one.stdout)) == 20
    assert one.stdout == two.stdout


def test_the_readme_shows_the_program_whose_report_is_its_picture() -> None:
    """``tests/test_site.py`` compares the picture with what the command prints about it."""
    readme = (ROOT / "README.md").read_text("utf-8")
    assert "](docs/pictures/check.svg)" in readme
    assert readme.split("```python\n")[1].split("```")[0] == terminal_picture.first_program()


def test_the_readme_has_at_most_120_lines() -> None:
    assert len((ROOT / "README.md").read_text("utf-8").splitlines()) <= 120


@pytest.mark.parametrize(
    ("options", "complaint"),
    [
        (["--select", ""], "--select names no rule: write a code such as TAP1"),
        (["--select", " , "], "--select names no rule: write a code such as TAP1"),
        (["--select="], "--select names no rule: write a code such as TAP1"),
        (["--ignore", " "], "--ignore names no rule: write a code such as TAP1"),
        (["--unfixable="], "--unfixable names no rule: write a code such as TAP1"),
        (["--exclude", "[("], "--exclude: '[(' is no pattern as .gitignore has them; fix or"),
        (["--exclude", "[!]"], "--exclude: '[!]' is no pattern as .gitignore has them; fix or"),
        (["--select", "TAP299"], "unknown rule 'TAP299': did you mean 'TAP2"),
        (["--select", "TAP190"], "unknown rule 'TAP190': did you mean 'TAP1"),
        (["--select", "PLR0913"], "unknown rule 'PLR0913': `tapelint rule --all` lists the rules"),
    ],
)
def test_a_mistake_says_what_to_write(
    tapelint: Run, tmp_path: Path, options: list[str], complaint: str
) -> None:
    (tmp_path / "a.py").write_text("x = 1\n")
    result = tapelint("check", *options, "a.py")
    assert (result.returncode, result.stdout, result.stderr.count("\n")) == (2, "", 1)
    assert result.stderr.startswith(f"tapelint: {complaint}")


@pytest.mark.parametrize(
    ("given", "quoted"),
    [
        ("select=TAP1", 'select=["TAP1"]'),
        ("select = TAP1, TAP2", 'select=["TAP1", "TAP2"]'),
        ("ignore=[TAP1]", 'ignore=["TAP1"]'),
        ("output-format=concise", 'output-format="concise"'),
        ("select=TAPX", None),
        ("selct=TAP1", None),
    ],
)
def test_what_lacks_quotes_is_told(
    tapelint: Run, tmp_path: Path, given: str, quoted: str | None
) -> None:
    (tmp_path / "a.py").write_text("x = 1\n")
    result = tapelint("check", "--config", given, "a.py")
    assert (result.returncode, result.stderr.count("\n")) == (2, 1)
    assert result.stderr.startswith(f"tapelint: --config {given!r}: not valid TOML")
    hint = f"; write it with quotes: --config {quoted!r}\n"
    assert result.stderr.endswith(hint) == (quoted is not None)
    if quoted is not None:
        assert tapelint("check", "--config", quoted, "a.py").returncode == 0


def test_a_pattern_with_an_open_bracket_names_its_file(tapelint: Run, tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text("x = 1\n")
    (tmp_path / "tapelint.toml").write_text('select = ["TAP"]\nexclude = ["[("]\n')
    result = tapelint("check", "a.py")
    said = "tapelint.toml:2: exclude: '[(' is no pattern as .gitignore has them; fix or remove it"
    assert (result.returncode, result.stderr) == (2, f"tapelint: {said}\n")
    for good in ("[a-z]*", "[]a]", "[!]a]", r"a\\[b", "[[]"):
        (tmp_path / "tapelint.toml").write_text(f'exclude = ["{good}"]\n')
        assert tapelint("check", "a.py").returncode == 0, good


def test_a_code_is_no_place(tapelint: Run) -> None:
    result = tapelint("explain", "TAP201")
    assert result.returncode == 2
    assert result.stderr.endswith("; `tapelint rule TAP201` is about a rule\n")
