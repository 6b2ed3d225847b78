"""The flake8 plugin, through real flake8."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tapelint.rules import all_rules

from .conftest import ROOT, RULE_BOOK, Run

PLACE = re.compile(r"^(?P<path>.*?):(?P<line>\d+):(?P<column>\d+): (?P<code>TAP\d+) ")
CODE = (
    "import torch\n\nw = torch.zeros(3, requires_grad=True)\nw.normal_()\nw.data.zero_()\n"
    "x = w.data\n"
)


def places(output: str) -> list[tuple[str, int, int, str]]:
    found = [PLACE.match(line) for line in output.splitlines()]
    return sorted(
        (match["path"], int(match["line"]), int(match["column"]), match["code"])
        for match in found
        if match
    )


EVERYTHING = ",".join(sorted({code[:4] for code in all_rules()}))


@pytest.mark.parametrize(
    ("of_flake8", "of_the_command"),
    [
        pytest.param(EVERYTHING, ["--select", "ALL"], id="every rule"),
        pytest.param(
            "TAP",
            [],
            id="default",
            marks=pytest.mark.slow(reason="it goes the way of every rule, with a shorter list"),
        ),
    ],
)
def test_the_same_findings_as_the_command_on_the_whole_rule_book(
    of_flake8: str, of_the_command: list[str], flake8: Run, tapelint: Run
) -> None:
    by_flake8 = flake8("--isolated", "--select", of_flake8, str(RULE_BOOK))
    by_command = tapelint("check", "--output-format", "json", *of_the_command, str(RULE_BOOK))
    expected = sorted(
        (each["path"], each["line"], each["column"], each["code"])
        for each in json.loads(by_command.stdout)
    )
    assert len(expected) > 100
    assert places(by_flake8.stdout) == expected


def codes(flake8: Run, *arguments: str) -> list[str]:
    return [code for *_, code in places(flake8("--isolated", *arguments).stdout)]


def test_off_by_default_rules_are_off(flake8: Run, tmp_path: Path) -> None:
    (tmp_path / "code.py").write_text(CODE)
    assert codes(flake8, "code.py") == ["TAP201", "TAP302"]
    assert codes(flake8, "--select", "TAP", "code.py") == ["TAP201", "TAP302"]
    assert codes(flake8, "--select", "E,F,W,TAP", "code.py") == ["TAP201", "TAP302"]
    assert codes(flake8, "--ignore", "E501", "code.py") == ["TAP201", "TAP302"]
    assert codes(flake8, "--extend-select", "TAP303", "code.py") == ["TAP201", "TAP302", "TAP303"]
    assert codes(flake8, "--select", "TAP3", "code.py") == ["TAP302", "TAP303"]


def test_options_of_flake8_work(flake8: Run, tmp_path: Path) -> None:
    (tmp_path / "code.py").write_text(CODE)
    assert codes(flake8, "--extend-ignore", "TAP3", "code.py") == ["TAP201"]
    assert codes(flake8, "--per-file-ignores", "code.py:TAP201", "code.py") == ["TAP302"]
    assert codes(flake8, "--select", "TAP2", "code.py") == ["TAP201"]


def test_noqa_is_the_same_in_both(flake8: Run, tapelint: Run, tmp_path: Path) -> None:
    lines = [
        "import torch",
        "",
        "w = torch.zeros(3, requires_grad=True)",
        "w.normal_()  # noqa",
        "w.normal_()  # NOQA:TAP201",
        "w.normal_()  # noqa: E501, TAP2",
        "w.normal_()  # noqa: TAP302",
        "w.normal_()  # nothing",
        "w.add_(  # noqa",
        "    1,",
        ")",
        "w.add_(",
        "    1,",
        ")  # noqa: TAP201",
        "for i in range(3):  # noqa",
        "    w.add_(",
        "        1)",
        'text = """',
        '# noqa"""; w.zero_()',
        "w.zero_()  # noqa : TAP201",
        "w.zero_()  # noqa:TAP302,TAP201 because",
        "w.zero_()  # noqa: TAP201 TAP302",
        "w.zero_()  # noqa:tap201",
        "w.zero_()  # noqa because",
    ]
    (tmp_path / "code.py").write_text("\n".join(lines) + "\n")
    by_flake8 = places(flake8("--isolated", "--select", "TAP", "code.py").stdout)
    by_command = tapelint("check", "code.py", "--output-format", "concise").stdout
    assert [(line, column) for _, line, column, _ in by_flake8] == [
        (line, column) for _, line, column, _ in places(re.sub(r" \[.*?\]", "", by_command))
    ]
    assert {line for _, line, _, _ in by_flake8} >= {7, 8, 16}


def test_file_level_noqa_is_the_same_in_both(flake8: Run, tapelint: Run, tmp_path: Path) -> None:
    for comment in ("# flake8: noqa", "# flake8: noqa: TAP201", "# flake8: noqa: E501", "# noqa"):
        (tmp_path / "code.py").write_text(f"{comment}\n{CODE}")
        output = tapelint("check", "code.py", "--output-format", "json").stdout
        by_command = [each["code"] for each in json.loads(output)]
        assert by_command == codes(flake8, "--select", "TAP", "code.py")
        assert (comment == "# flake8: noqa") <= (by_command == [])


@pytest.mark.parametrize(
    ("shared", "imported"),
    [
        pytest.param(None, [], id="no settings file"),
        pytest.param("[tool.black]\n", [], id="one of others"),
        pytest.param("[tool.tapelint]\n", ["tapelint.lint"], id="one of ours"),
    ],
)
def test_a_file_without_torch_imports_little(
    shared: str | None, imported: list[str], tmp_path: Path
) -> None:
    (tmp_path / "code.py").write_text("import json\n\nprint(json.dumps({}))\n")
    if shared is not None:
        (tmp_path / "pyproject.toml").write_text(shared)
    script = (
        "import sys\n"
        "from flake8.main import cli\n"
        "code = cli.main(['--isolated', '-j1', 'code.py'])\n"
        "print(code, *({'libcst', 'tapelint.lint'} & set(sys.modules)))\n"
    )
    result = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, cwd=tmp_path, check=True
    )
    assert result.stdout.split() == ["0", *imported]


def test_a_name_that_settings_give_torch_is_known_where_torch_is_not_named(
    flake8: Run, tmp_path: Path
) -> None:
    (tmp_path / "pyproject.toml").write_text('[tool.tapelint]\ntorch-aliases = ["backend"]\n')
    folder = tmp_path / "deep" / "down"
    folder.mkdir(parents=True)
    code = CODE.replace("import torch", "import backend").replace("torch.", "backend.")
    (folder / "code.py").write_text(code)
    assert codes(flake8, "deep") == ["TAP201", "TAP302"]
    assert codes(flake8, "--tapelint-isolated", "deep") == []


def test_standard_input(flake8: Run) -> None:
    result = flake8("--isolated", "--select", "TAP", "-", input=CODE)
    assert places(result.stdout) == [("stdin", 4, 1, "TAP201"), ("stdin", 5, 1, "TAP302")]


def test_a_syntax_error_is_left_to_flake8(flake8: Run, tmp_path: Path) -> None:
    (tmp_path / "code.py").write_text("import torch\nw.data.zero_(\n")
    result = flake8("--isolated", "code.py")
    assert "E999" in result.stdout
    assert "TAP" not in result.stdout
    assert result.stderr == ""


def test_the_settings_of_the_page_do_what_it_says(flake8: Run, tmp_path: Path) -> None:
    """``legacy`` is spared one rule, ``experiments`` all of them."""
    page = (ROOT / "docs" / "flake8.md").read_text(encoding="utf-8")
    (settings,) = re.findall(r"```ini\n(\[flake8\].*?)```", page, re.DOTALL)
    (tmp_path / ".flake8").write_text(settings)
    for folder in ("", "legacy", "experiments"):
        (tmp_path / folder).mkdir(exist_ok=True)
        (tmp_path / folder / "code.py").write_text(CODE)

    def found() -> dict[str, list[str]]:
        by_path: dict[str, list[str]] = {}
        for path, _, _, code in places(flake8("--extend-ignore", "E,W,F").stdout):
            by_path.setdefault(Path(path).parent.name, []).append(code)
        return by_path

    assert found() == {"": ["TAP201", "TAP302", "TAP303"], "legacy": ["TAP201", "TAP303"]}
    (tmp_path / ".flake8").write_text(settings.replace("TAP, TAP303", "TAP"))
    assert found()["experiments"] == ["TAP303"], "as the page warns"


def test_what_cannot_be_linted_is_said_as_the_page_shows_it(flake8: Run, tmp_path: Path) -> None:
    page = (ROOT / "docs" / "flake8.md").read_text(encoding="utf-8")
    (shown,) = re.findall(r"\$ flake8 generated\.py\n(.*)\n", page)
    (tmp_path / "tapelint.toml").write_text("time-limit = 0.001\n")
    (tmp_path / "generated.py").write_text(
        "import torch\n" + "torch.ones(3).sum().backward()\n" * 3000
    )
    told = flake8("--select", "TAP", "generated.py").stdout
    assert told.replace("0.001 seconds", "60 seconds") == f"{shown}\n"
