"""Settings files: which one governs, what each setting does, and what is said of mistakes."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from tapelint import Confidence, Settings, SettingsError, lint_source
from tapelint.reports import FOR_PEOPLE, FORMATS, render
from tapelint.reports.results import Results
from tapelint.settings.reading import read_settings
from tapelint.settings.schema import schema, schema_text, shipped
from tapelint.settings.showing import as_toml
from tapelint.settings.values import default_of, described

from .conftest import ROOT, Run

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

CODE = (
    "import torch\n\nw = torch.zeros(3, requires_grad=True)\nw.normal_()\nw.data.zero_()\n"
    "x = w.data\n"
)
IN_PLACE, MUTATION, READ = "TAP201", "TAP302", "TAP303"


@pytest.fixture
def codes(tapelint: Run) -> Any:
    """Run the command and return the codes by file."""

    def run(*arguments: str, **options: Any) -> dict[str, list[str]]:
        result = tapelint("check", "--output-format", "json", *arguments, **options)
        assert result.stderr == ""
        found: dict[str, list[str]] = {}
        for each in json.loads(result.stdout):
            found.setdefault(each["path"], []).append(each["code"])
        return found

    return run


def write(folder: Path, **files: str) -> None:
    """Write files; ``__`` in a name is a slash, and ``_dot_`` a dot."""
    for name, text in files.items():
        path = folder / name.replace("__", "/").replace("_dot_", ".")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)


def table(text: str) -> str:
    return f"[tool.tapelint]\n{text}\n"


# --- which file governs ---


def test_the_nearest_settings_file_governs_each_file(codes: Any, tmp_path: Path) -> None:
    write(
        tmp_path,
        pyproject_dot_toml=table('select = ["TAP2"]'),
        top_dot_py=CODE,
        inner__pyproject_dot_toml=table('extend-select = ["data-read"]'),
        inner__deep__file_dot_py=CODE,
        other__pyproject_dot_toml="[tool.black]\nline-length = 100\n# not of tapelint\n",
        other__file_dot_py=CODE,
    )
    assert codes() == {
        "top.py": [IN_PLACE],
        "inner/deep/file.py": [IN_PLACE, MUTATION, READ],
        "other/file.py": [IN_PLACE],
    }


def test_the_settings_are_found_from_the_file_not_from_the_current_folder(
    codes: Any, tmp_path: Path
) -> None:
    write(
        tmp_path,
        project__tapelint_dot_toml='select = ["TAP2"]',
        project__file_dot_py=CODE,
        elsewhere__empty_dot_txt="",
    )
    found = codes("../project/file.py", cwd=tmp_path / "elsewhere")
    assert found == {"../project/file.py": [IN_PLACE]}


def test_tapelint_toml_wins_over_pyproject_beside_it(codes: Any, tmp_path: Path) -> None:
    write(
        tmp_path,
        pyproject_dot_toml=table('select = ["TAP2"]'),
        tapelint_dot_toml='select = ["TAP302"]',
        file_dot_py=CODE,
    )
    assert codes() == {"file.py": [MUTATION]}


def test_isolated_reads_no_file_and_config_names_one(codes: Any, tmp_path: Path) -> None:
    write(
        tmp_path,
        tapelint_dot_toml='select = ["TAP2"]',
        other_dot_toml='select = ["TAP302"]',
        sub__file_dot_py=CODE,
    )
    assert codes("--isolated") == {"sub/file.py": [IN_PLACE, MUTATION]}
    assert codes("--config", "other.toml") == {"sub/file.py": [MUTATION]}


def test_standard_input_is_governed_by_its_name(tapelint: Run, tmp_path: Path) -> None:
    write(tmp_path, sub__tapelint_dot_toml='select = ["TAP302"]', tapelint_dot_toml="")
    arguments = ("check", "-", "--output-format", "json")
    named = tapelint(*arguments, "--stdin-filename", "sub/file.py", input=CODE)
    assert [each["code"] for each in json.loads(named.stdout)] == [MUTATION]
    unnamed = tapelint(*arguments, input=CODE)
    assert [each["code"] for each in json.loads(unnamed.stdout)] == [IN_PLACE, MUTATION]


# --- what each setting does ---


@pytest.mark.parametrize(
    ("settings", "expected"),
    [
        ('select = ["TAP2", "data-read"]', [IN_PLACE, READ]),
        ('select = ["ALL"]', [IN_PLACE, MUTATION, READ]),
        ('extend-select = ["TAP303"]', [IN_PLACE, MUTATION, READ]),
        ('ignore = ["TAP3"]', [IN_PLACE]),
        ('ignore = ["inplace-on-leaf"]', [MUTATION]),
        ('select = ["TAP302"]\nignore = ["TAP3"]', [MUTATION]),
        ('per-file-ignores = { "file.py" = ["TAP2"] }', [MUTATION]),
        ('[per-file-ignores]\n"sub/" = ["TAP2"]\n"*.py" = ["data-mutation"]', []),
        ('per-file-ignores = { "!sub/" = ["ALL"] }', [IN_PLACE, MUTATION]),
        ('per-file-ignores = { "!other/" = ["TAP2"] }', [MUTATION]),
    ],
)
def test_rules_are_chosen(codes: Any, tmp_path: Path, settings: str, expected: list[str]) -> None:
    write(tmp_path, tapelint_dot_toml=settings, sub__file_dot_py=CODE)
    assert codes() == ({"sub/file.py": expected} if expected else {})


FILES = {
    "keep_dot_py": CODE,
    "legacy__old_dot_py": CODE,
    "build__made_dot_py": CODE,
    "deep__legacy__old_dot_py": CODE,
    "deep__x_pb2_dot_py": CODE,
}


@pytest.mark.parametrize(
    ("settings", "left"),
    [
        ("", ["deep/legacy/old.py", "deep/x_pb2.py", "keep.py", "legacy/old.py"]),
        ('extend-exclude = ["legacy"]', ["deep/x_pb2.py", "keep.py"]),
        ('extend-exclude = ["/legacy/"]', ["deep/legacy/old.py", "deep/x_pb2.py", "keep.py"]),
        (
            'extend-exclude = ["*_pb2.py", "deep/legacy/**"]',
            ["keep.py", "legacy/old.py"],
        ),
        (
            'exclude = ["deep"]',
            ["build/made.py", "keep.py", "legacy/old.py"],
        ),
    ],
)
def test_files_are_left_out(codes: Any, tmp_path: Path, settings: str, left: list[str]) -> None:
    write(tmp_path, tapelint_dot_toml=settings, **FILES)
    assert sorted(codes()) == left


def test_what_git_ignores_is_left_out_unless_told_otherwise(codes: Any, tmp_path: Path) -> None:
    write(
        tmp_path,
        _dot_gitignore="made/\n*_local.py\n",
        made__a_dot_py=CODE,
        b_local_dot_py=CODE,
        sub___dot_gitignore="!c_local.py\nd.py\n",
        sub__c_local_dot_py=CODE,
        sub__d_dot_py=CODE,
        e_dot_py=CODE,
    )
    everything = ["b_local.py", "e.py", "made/a.py", "sub/c_local.py", "sub/d.py"]
    assert sorted(codes()) == everything  # no repository yet
    subprocess.run(["git", "init", "-q"], cwd=tmp_path, check=True)
    (tmp_path / ".git" / "info").mkdir(exist_ok=True)
    (tmp_path / ".git" / "info" / "exclude").write_text("e.py\n")
    ignored = subprocess.run(
        ["git", "check-ignore", *everything],
        cwd=tmp_path, capture_output=True, text=True, check=True,
    ).stdout.split()  # fmt: skip
    assert sorted(codes()) == sorted(set(everything) - set(ignored)) == ["sub/c_local.py"]
    assert sorted(codes("--no-respect-gitignore")) == everything
    write(tmp_path, tapelint_dot_toml="respect-gitignore = false")
    assert sorted(codes()) == everything
    assert sorted(codes("--respect-gitignore")) == ["sub/c_local.py"]


def test_lines_that_mean_nothing_to_git_are_passed_over(codes: Any, tmp_path: Path) -> None:
    subprocess.run(["git", "init", "-q"], cwd=tmp_path, check=True)
    (tmp_path / ".gitignore").write_bytes(b"!\n\\\n[z-a]\n\xff\na.py\n")
    write(tmp_path, a_dot_py=CODE, b_dot_py=CODE)
    assert sorted(codes()) == ["b.py"]


def test_what_is_named_is_linted_unless_exclusion_is_forced(codes: Any, tmp_path: Path) -> None:
    subprocess.run(["git", "init", "-q"], cwd=tmp_path, check=True)
    write(
        tmp_path,
        _dot_gitignore="made/\n",
        tapelint_dot_toml='extend-exclude = ["legacy"]',
        made__inner__a_dot_py=CODE,
        legacy__b_dot_py=CODE,
        c_dot_py=CODE,
    )
    named = ("made", "legacy/b.py", "c.py")
    assert sorted(codes(*named)) == ["c.py", "legacy/b.py", "made/inner/a.py"]
    assert sorted(codes("made/inner")) == ["made/inner/a.py"]
    assert sorted(codes(*named, "made/inner/a.py", "--force-exclude")) == ["c.py"]


def test_the_output_format_is_that_of_the_current_folder(tapelint: Run, tmp_path: Path) -> None:
    write(tmp_path, tapelint_dot_toml='output-format = "concise"', file_dot_py=CODE)
    assert tapelint("check").stdout.startswith("file.py:4:1: TAP201 ")
    assert json.loads(tapelint("check", "--output-format", "json").stdout)


LIKELY = (
    "import torch\n\n\ndef train(net, x):\n    y = torch.exp(net(x))\n"
    "    y.mul_(2)\n    y.sum().backward()\n"
)


def test_min_confidence_leaves_out_what_rests_on_an_assumption(codes: Any, tmp_path: Path) -> None:
    write(tmp_path, likely_dot_py=LIKELY, certain_dot_py=CODE)
    assert sorted(codes()) == ["certain.py", "likely.py"]
    assert sorted(codes("--min-confidence", "certain")) == ["certain.py"]
    write(tmp_path, tapelint_dot_toml='min-confidence = "certain"')
    assert sorted(codes()) == ["certain.py"]
    assert sorted(codes("--min-confidence", "likely")) == ["certain.py", "likely.py"]


@pytest.mark.parametrize(
    ("settings", "is_offered"),
    [
        ("", True),
        ('unfixable = ["unused-suppression"]', False),
        ('fixable = ["TAP3"]', False),
        ('fixable = ["TAP001"]\nunfixable = ["ALL"]', True),
    ],
)
def test_fixes_are_offered_as_told(
    tapelint: Run, tmp_path: Path, settings: str, is_offered: bool
) -> None:
    write(tmp_path, tapelint_dot_toml=settings, file_dot_py="import torch  # noqa: TAP201\n")
    (finding,) = json.loads(tapelint("check", "--output-format", "json").stdout)
    assert (finding["fix"] is not None) == is_offered


@pytest.mark.parametrize(
    "imports",
    [
        "from my.th import zeros",
        "from my import th\nzeros = th.zeros",
        "import my.th\nzeros = my.th.zeros",
        "import my.th as t\nzeros = t.zeros",
        "from .th import zeros",
        "from . import th\nzeros = th.zeros",
        "from my.th import *",
    ],
)
def test_aliases_export_what_torch_exports(imports: str) -> None:
    text = f"{imports}\n\nw = zeros(3, requires_grad=True)\nw.normal_()\n"
    assert lint_source(text) == []
    found = lint_source(text, settings=Settings(torch_aliases=("my.th",)))
    assert [each.code for each in found] == [IN_PLACE]
    assert lint_source(text, settings=Settings(torch_aliases=("your.other",))) == []


def test_an_alias_reaches_the_modules_below_it() -> None:
    text = (
        "from shim.nn import Parameter\nfrom shim import distributions as d\n"
        "w = Parameter(d.Normal(0, 1).sample())\nw.zero_()\n"
    )
    found = lint_source(text, settings=Settings(torch_aliases=("shim",)))
    assert [each.code for each in found] == [IN_PLACE]


@pytest.mark.parametrize(
    "imports",
    [
        "from my.lib import pack",
        "import my.lib\npack = my.lib.pack",
        "from my import lib as l\npack = l.pack",
        "from ..lib import pack",
        "from my.lib import *",
    ],
)
def test_wrappers_behave_as_what_they_wrap(imports: str) -> None:
    text = (
        f"import torch\n{imports}\n\nw = torch.ones(3, requires_grad=True)\n"
        "loss = pack([w.sum(), w.prod()]).sum()\nloss.backward()\n"
    )
    assert lint_source(text) == []
    found = lint_source(text, settings=Settings(wrappers={"my.lib.pack": "torch.tensor"}))
    assert [each.code for each in found] == ["TAP101"]


@pytest.mark.parametrize(
    ("called", "target"),
    [
        ("pack([w.sum()])", "torch.tensor"),
        ("pack(w, torch.diag(w.std()))", "torch.distributions.MultivariateNormal"),
    ],
)
def test_messages_name_the_function_that_wraps(called: str, target: str) -> None:
    text = (
        f"import torch\nfrom my.lib import pack\nw = torch.ones(2, requires_grad=True)\n{called}\n"
    )
    (finding,) = lint_source(text, settings=Settings(wrappers={"my.lib.pack": target}))
    assert "`pack" in finding.message
    assert f"`{target.rpartition('.')[2]}" not in finding.message


@pytest.mark.parametrize(
    ("target", "hint"),
    [
        ("torch.tensr", "did you mean 'torch.tensor'?"),
        ("torch.nn.Linaer", "did you mean 'torch.nn.Linear'?"),
        ("torch.cross_entropy", "did you mean 'torch.nn.functional.cross_entropy'?"),
        ("numpy.array", "name one as 'torch.tensor' is named"),
    ],
)
def test_a_wrapper_of_nothing_of_torch_is_a_mistake(target: str, hint: str) -> None:
    with pytest.raises(SettingsError) as caught:
        Settings(wrappers={"my.lib.pack": target})
    assert str(caught.value) == (
        f"wrappers: 'my.lib.pack': tapelint knows nothing of torch by the name {target!r}: {hint}"
    )


@pytest.mark.parametrize(
    "target",
    [
        "torch",
        "torch.nn",
        "torch.tensor",
        "torch.no_grad",
        "torch.linalg.inv",
        "torch.Tensor.add_",
        "torch.nn.modules.linear.Linear",
        "torch.distributions.normal.Normal",
        "torch.optim.Adam",
        "torch.nn.functional.mse_loss",
        "torch.nn.init.zeros_",
    ],
)
def test_a_wrapper_behaves_as_anything_of_torch_that_is_followed(target: str) -> None:
    assert Settings(wrappers={"my.lib.pack": target}).wrappers == {"my.lib.pack": target}


def test_before_1_8_distributions_do_not_validate_by_default() -> None:
    text = (
        "import numpy as np\nfrom torch.distributions import Normal\n\n"
        "Normal(0.0, 1.0).log_prob(np.zeros(3))\n"
    )

    def said(version: str | None) -> str:
        (finding,) = lint_source(text, settings=Settings(torch_version=version))
        return finding.message

    assert "raises ValueError" in said(None)
    assert said("1.8") == said("2.13.0") == said(None)
    assert "a misleading error" in said("1.7")
    switched = (
        f"import torch\ntorch.distributions.Distribution.set_default_validate_args(True)\n{text}"
    )
    (finding,) = lint_source(switched, settings=Settings(torch_version="1.7"))
    assert "raises ValueError" in finding.message


# --- the command line ---


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        ((), [READ]),
        (("--select", "TAP302"), [MUTATION]),
        (("--extend-select", "TAP2"), [IN_PLACE, READ]),
        (("--extend-select", "TAP302"), [MUTATION, READ]),
        (("--ignore", "TAP3"), []),
        (("--ignore", "TAP3", "--extend-select", "TAP302"), [MUTATION]),
    ],
)
def test_the_command_line_wins_over_files(
    codes: Any, tmp_path: Path, arguments: tuple[str, ...], expected: list[str]
) -> None:
    write(
        tmp_path,
        tapelint_dot_toml='select = ["TAP303"]\nignore = ["TAP302"]',
        file_dot_py=CODE,
    )
    assert codes(*arguments) == ({"file.py": expected} if expected else {})


def test_what_the_command_line_ignores_stays_ignored(codes: Any, tmp_path: Path) -> None:
    write(tmp_path, tapelint_dot_toml='select = ["TAP302"]', file_dot_py=CODE, right_dot_py="")
    assert codes("--ignore", "TAP302") == {}
    assert codes("--exclude", "file.py") == {}
    assert codes("--extend-exclude", "other.py,f*.py") == {}


# --- mistakes ---


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ('selct = ["TAP1"]', "unknown setting 'selct': did you mean 'select'?"),
        ("torch_version = '1.7'", "unknown setting 'torch_version': did you mean 'torch-version'?"),
        (
            'select = ["inplace-on-leaves"]',
            "select: unknown rule 'inplace-on-leaves': did you mean 'inplace-on-leaf'?",
        ),
        ('select = "TAP1"', "select: expected an array of rules, found a string"),
        ("select = [1]", "select: expected a rule's code or name, found a whole number"),
        (
            'per-file-ignores = { "tests/" = ["TAP2O1"] }',
            "per-file-ignores: 'tests/': unknown rule 'TAP2O1': did you mean 'TAP201'?",
        ),
        (
            'per-file-ignores = ["tests/"]',
            "per-file-ignores: expected a table from patterns to arrays of rules, found an array",
        ),
        ("unsafe-fixes = 1", "unsafe-fixes: expected true or false, found a whole number"),
        (
            'output-format = "jsonlines"',
            "output-format: unknown value 'jsonlines': did you mean 'json-lines'?",
        ),
        (
            'min-confidence = "sure"',
            "min-confidence: unknown value 'sure': expected one of possible, likely, certain",
        ),
        (
            'torch-aliases = ["my torch"]',
            "torch-aliases: 'my torch' is not a dotted name; write it as 'package.module'",
        ),
        ('torch-version = "two"', "torch-version: 'two' is not a version; write it as '2.13'"),
        ("torch-version = 1.7", "torch-version: expected a version, found a number"),
        (
            'extend-exclude = ["[z-a]"]',
            "extend-exclude: '[z-a]' is no pattern as .gitignore has them; fix or remove it",
        ),
        (
            'per-file-ignores = { "!" = [] }',
            "'!' is no pattern as .gitignore has them; fix or remove it",
        ),
        ("extend-exclude = 2020-01-01", "expected an array of patterns, found a date or time"),
    ],
)
def test_a_mistake_is_one_line_that_names_the_file_and_the_fix(
    tapelint: Run, tmp_path: Path, text: str, complaint: str
) -> None:
    write(tmp_path, pyproject_dot_toml=table(text), file_dot_py=CODE)
    result = tapelint("check")
    assert (result.returncode, result.stdout) == (2, "")
    assert result.stderr.startswith("tapelint: pyproject.toml:2: [tool.tapelint] ")
    assert result.stderr.endswith(f"{complaint}\n")
    assert result.stderr.count("\n") == 1


@pytest.mark.parametrize(
    ("raw", "complaint"),
    [
        (b"select = [", "tapelint.toml: not valid TOML: "),
        (b"\n\xff = 1", "tapelint.toml:2: not valid utf-8; save it as UTF-8"),
        (b"a = 1\nb = \n", "tapelint.toml:2: not valid TOML: Invalid value (column 5)\n"),
        (b"a = " + b"[" * 5000, "tapelint.toml: n"),
    ],
)
def test_a_broken_file_is_one_line(
    tapelint: Run, tmp_path: Path, raw: bytes, complaint: str
) -> None:
    (tmp_path / "tapelint.toml").write_bytes(raw)
    result = tapelint("check")
    assert result.returncode == 2
    assert result.stderr.startswith(f"tapelint: {complaint}")
    assert result.stderr.count("\n") == 1


def test_a_mistake_further_down_stops_only_the_files_it_governs(
    tapelint: Run, tmp_path: Path
) -> None:
    write(
        tmp_path,
        file_dot_py=CODE,
        sub__tapelint_dot_toml="selct = []",
        sub__a_dot_py=CODE,
        sub__b_dot_py=CODE,
    )
    result = tapelint("check", "--output-format", "json")
    assert result.returncode == 2
    assert {each["path"] for each in json.loads(result.stdout)} == {"file.py"}
    assert result.stderr == (
        "tapelint: sub/tapelint.toml:1: unknown setting 'selct': did you mean 'select'?\n"
    )


@pytest.mark.parametrize(
    ("name", "lines", "told"),
    [
        ("tapelint.toml", ["# of ours", "", 'slect = ["TAP1"]', "ignore = []"], "3: unknown"),
        ("tapelint.toml", ["ignore = [", '  "TAP1",', "]", "select = 1"], "4: select: expected"),
        ("tapelint.toml", ["ignore = []", "select = [", '  "TAPX",', "]"], "3: select: unknown"),
        ("tapelint.toml", ["ignore = [", '"TAP1", # one', '"TAP2",', "1 ]"], "4: ignore: expected"),
        (
            "tapelint.toml",
            ['ignore = ["TAP1",', '"TAP2", "TAPX",', '"TAPY"]'],
            "2: ignore: unknown",
        ),
        ("tapelint.toml", ["[per-file-ignores]", "a = [", '"TAP1",', '"TAPX"]'], "4: per-file-ig"),
        (
            "tapelint.toml",
            ['per-file-ignores = { a = ["TAP1"], "b" = [', '"TAP2",', '"TAPX",', "] }"],
            "3: per-file-ignores: 'b': unknown rule 'TAPX'",
        ),
        ("tapelint.toml", ["[per-file-ignores]", "a = []", "", 'b = ["TAPX"]'], "4: per-file-ig"),
        ("tapelint.toml", ["[wrappers]", "# ours", '"a.b" = "torch.tensr"'], "3: wrappers: 'a.b'"),
        ("tapelint.toml", ["ignore = []", "select = [] x"], "2: not valid TOML: "),
        (
            "pyproject.toml",
            ["[project]", 'name = "select"', "[tool.tapelint]", "", "select = 1"],
            "5: [tool.tapelint] select: expected an array of rules",
        ),
        (
            "pyproject.toml",
            ['project.name = """', "[tool.tapelint]", '"""', "tool.tapelint.selct = []"],
            "4: [tool.tapelint] unknown setting 'selct'",
        ),
        ("pyproject.toml", ["[project]", "[tool]", "tapelint = 1"], "3: [tool.tapelint] expected"),
        (
            "tapelint.toml",
            ["", "[tool.tapelint]", "select = []"],
            "2: leave out the heading [tool.tapelint]: all of this file is for tapelint",
        ),
        ("tapelint.toml", ["[tapelint]"], "1: leave out the heading [tapelint]: all of this file"),
        ("tapelint.toml", ["[tool.ruff]"], "1: unknown setting 'tool'"),
    ],
)
@pytest.mark.parametrize("ending", ["\n", "\r\n"])
def test_a_mistake_names_its_line(
    tapelint: Run, tmp_path: Path, name: str, lines: list[str], told: str, ending: str
) -> None:
    (tmp_path / name).write_bytes(ending.join([*lines, ""]).encode())
    write(tmp_path, file_dot_py=CODE)
    result = tapelint("check")
    assert result.returncode == 2
    assert result.stderr.startswith(f"tapelint: {name}:{told}")
    assert result.stderr.count("\n") == 1


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (("--config", "none.toml"), "none.toml: cannot be read: no such file or directory"),
        (("--config", "pyproject.toml"), "pyproject.toml: holds no table [tool.tapelint]"),
        (("--torch-version", "x"), "--torch-version: 'x' is not a version; write it as '2.13'"),
        (("--min-confidence", "sure"), "--min-confidence: unknown value 'sure': expected one of"),
        (
            ("--output-format", "sarfi"),
            "invalid value for '--output-format': 'sarfi' is not one of",
        ),
        (("--slect", "TAP1"), "no such option '--slect'"),
        (("--isolated", "--config", "x.toml"), "--isolated goes without --config: it reads no"),
        (("--reason", "x"), "--reason goes with --add-noqa: it is what the comments say"),
        (("--statistics", "--output-format", "sarif"), "--statistics has no form in sarif; add"),
        (("--statistics", "--diff"), "--diff goes without --statistics: it shows a diff and no"),
        (("--fix-only", "--output-file", "x"), "--fix-only goes without --output-file: it writes"),
        (("--add-noqa", "--fix"), "--add-noqa goes without --fix: run it by itself"),
        (("--show-files", "--fix"), "--show-files goes without --fix: it lints nothing"),
        (("--show-fixes",), "--show-fixes goes with --fix, --fix-only: it lists what these fix"),
        (("--exit-non-zero-on-fix",), "--exit-non-zero-on-fix goes with --fix, --fix-only, --diff"),
        (("--add-noqa", "--ignore-noqa"), "--add-noqa goes without --ignore-noqa: it adds to"),
        (("--watch", "--diff"), "--watch goes without --diff: it lints again and again"),
        (("--watch", "-"), "--watch goes without standard input: it changes once; name a file"),
        (("--watch", "absent.py"), "absent.py: no such file or folder; check the path"),
        (("--color", "sometimes"), "invalid value for '--color': 'sometimes' is not one of"),
        (("--per-file-ignores", "tests/"), "--per-file-ignores: 'tests/' lacks a part; write it"),
        (("--per-file-ignores", "a.py:TAPX"), "--per-file-ignores: 'a.py': unknown rule 'TAPX'"),
        (("--unfixable", "TAPX"), "unknown rule 'TAPX'"),
        (("--config", "slect=[]"), "--config 'slect=[]': unknown setting 'slect': did you mean"),
        (("--config", "select=["), "--config 'select=[': not valid TOML: "),
        (
            ("--config", "select=1"),
            "--config 'select=1': select: expected an array of rules, found",
        ),
        (("--config", 'extend="a.toml"'), "--config: extend is for settings files; write --config"),
        (("--config", "a.toml", "--config", "b.toml"), "--config names 2 files: a.toml, b.toml;"),
        (("--stdin-filename", "a.py"), "--stdin-filename names the text of standard input; add"),
        (("--jobs", "0"), "invalid value for '-j' / '--jobs': 0 is not in the range"),
    ],
)
def test_a_mistake_on_the_command_line_is_one_line(
    tapelint: Run, tmp_path: Path, arguments: tuple[str, ...], complaint: str
) -> None:
    write(tmp_path, pyproject_dot_toml="[project]\n")
    result = tapelint("check", *arguments)
    assert (result.returncode, result.stdout) == (2, "")
    assert result.stderr.startswith(f"tapelint: {complaint}")
    assert result.stderr.count("\n") == 1


def test_unsafe_fixes_alone_are_told_to_do_nothing(tapelint: Run, tmp_path: Path) -> None:
    write(tmp_path, file_dot_py=CODE)
    result = tapelint("check", "--unsafe-fixes")
    assert result.returncode == 1
    assert result.stderr == (
        "tapelint: --unsafe-fixes applies nothing by itself; add --fix, --fix-only or --diff\n"
    )
    assert tapelint("check", "--unsafe-fixes", "--diff").stderr == ""
    assert tapelint("check", "--no-unsafe-fixes").stderr == ""


def test_a_forgotten_command_is_named(tapelint: Run, tmp_path: Path) -> None:
    write(tmp_path, file_dot_py=CODE)
    result = tapelint("file.py")
    assert (result.returncode, result.stdout) == (2, "")
    assert "`tapelint check file.py`" in result.stderr
    assert result.stderr.count("\n") == 1


def test_settings_made_in_python_are_read_as_those_of_a_file() -> None:
    assert Settings(min_confidence="certain") == Settings(  # type: ignore[arg-type]
        min_confidence=Confidence.CERTAIN
    )
    with pytest.raises(SettingsError, match="min_confidence: unknown value 'sure'"):
        Settings(min_confidence="sure")  # type: ignore[arg-type]
    with pytest.raises(SettingsError, match=r"select: expected a tuple; write \('TAP2',\)"):
        Settings(select="TAP2")  # type: ignore[arg-type]


# --- one description ---

VALUES: list[Any] = [
    True, 1, 1.5, "text", "full", "certain", "legacy", "1.7", "1.7.1", "x.y", "my torch", [],
    ["TAP1"], ["my.torch"], ["a b"], [1], {}, {"a": ["TAP1"]}, {"a": "torch.tensor"},
    {"a b": "torch.nn"}, {"a": 1}, {"a": [1]}, ["data-read"], ["nonsense words"],
]  # fmt: skip


@pytest.mark.parametrize("name", described())
def test_reader_and_schema_accept_the_same(name: str) -> None:
    kind = described()[name].metadata["kind"]
    accepted = 0
    for value in VALUES:
        try:
            kind.read(value)
        except SettingsError:
            is_read = False
        else:
            is_read = True
        validator = jsonschema.Draft7Validator(schema())
        assert validator.is_valid({name: value}) == is_read, value
        accepted += is_read
    assert 0 < accepted < len(VALUES)


@pytest.mark.parametrize("name", described())
def test_every_setting_has_a_section_of_the_documents(name: str, tmp_path: Path) -> None:
    field = described()[name]
    kind = field.metadata["kind"]
    document = (ROOT / "docs" / "settings.md").read_text()
    section = document.partition(f"\n### {name}\n")[2].partition("\n#")[0]
    assert field.metadata["text"] in section
    assert f"Takes {kind.words}." in section.replace("`", "")
    assert f"```toml\n{field.metadata['example']}\n```" in section
    default = default_of(field)
    if name != "exclude" and default is not None:
        assert f"Default: `{json.dumps(kind.as_toml(default))}`." in section
    path = tmp_path / "inner" / "tapelint.toml"
    write(tmp_path, tapelint_dot_toml="", inner__tapelint_dot_toml=field.metadata["example"])
    read = read_settings(str(path))
    assert read is not None
    assert getattr(read, field.name) != default
    jsonschema.validate(tomllib.loads(path.read_text()), schema())


def test_the_schema_is_shipped_and_printed(tapelint: Run) -> None:
    assert shipped() == schema_text()
    printed = json.loads(tapelint("schema").stdout)
    assert printed == schema()
    jsonschema.Draft7Validator.check_schema(printed)
    assert not jsonschema.Draft7Validator(printed).is_valid({"selct": []})


def test_every_output_format_can_be_rendered() -> None:
    for name in FORMATS:
        assert list(render(name, Results([]))) is not None
    assert set(FORMATS) > FOR_PEOPLE
    with pytest.raises(ValueError, match="unknown output format 'x'"):
        list(render("x", Results([])))


def test_shown_settings_can_be_read_again(tapelint: Run, tmp_path: Path) -> None:
    write(
        tmp_path,
        tapelint_dot_toml='select = ["TAP201"]\nwrappers = { "a.b" = "torch.tensor" }\n'
        'per-file-ignores = { "a\\"b/*" = ["TAP1"] }\nmin-confidence = "certain"\n',
        a_dot_py=CODE,
        b_dot_py=CODE,
        sub__tapelint_dot_toml="",
        sub__c_dot_py=CODE,
    )
    shown = tapelint("check", "--show-settings", "--torch-version", "2.0").stdout
    heads = [line for line in shown.splitlines() if line.startswith("#")]
    assert heads[0] == "# tapelint.toml, for a.py and 1 more"
    assert heads[1] == "# rules that run: TAP201"
    assert heads[2] == "# sub/tapelint.toml, for sub/c.py"
    text = shown.partition("\n# sub/")[0]
    (tmp_path / "again.toml").write_text(text)
    first, again = (read_settings(str(tmp_path / name)) for name in ("tapelint.toml", "again.toml"))
    assert first is not None
    assert again is not None
    assert again.torch_version == "2.0"
    assert list(as_toml(first)) == [
        line for line in as_toml(again) if not line.startswith("torch-version")
    ]


def test_show_files_lists_what_would_be_linted(tapelint: Run, tmp_path: Path) -> None:
    write(tmp_path, tapelint_dot_toml='extend-exclude = ["old"]', a_dot_py="(", old__b_dot_py="")
    result = tapelint("check", "--show-files")
    assert (result.returncode, result.stdout, result.stderr) == (0, "a.py\n", "")


# --- flake8 ---


def test_flake8_reads_what_it_cannot_express(flake8: Run, tmp_path: Path) -> None:
    shim = "from my.th import zeros\n\nw = zeros(3, requires_grad=True)\nw.normal_()\n"
    write(
        tmp_path,
        shim_dot_py=shim,
        likely_dot_py=LIKELY,
        sub__tapelint_dot_toml='torch-aliases = ["my.th"]\nmin-confidence = "certain"\n'
        'select = ["TAP3"]\nignore = ["TAP2"]',
        sub__shim_dot_py=shim,
        sub__likely_dot_py=LIKELY,
    )

    def found(*arguments: str) -> list[str]:
        lines = flake8("--select", "TAP", *arguments).stdout.splitlines()
        return sorted(" ".join(line.removeprefix("./").split()[:2]) for line in lines)

    assert found() == ["likely.py:6:5: TAP202", "sub/shim.py:4:1: TAP201"]
    assert found("--tapelint-isolated") == ["likely.py:6:5: TAP202", "sub/likely.py:6:5: TAP202"]


def test_flake8_tells_of_a_mistake_in_the_settings(flake8: Run, tmp_path: Path) -> None:
    write(tmp_path, tapelint_dot_toml="selct = []", a_dot_py=CODE, b_dot_py="x = 1\n")
    result = flake8("--select", "TAP")
    assert result.stdout == (
        "./a.py:1:1: TAP000 not linted: tapelint.toml:1: unknown setting 'selct': "
        "did you mean 'select'?\n"
    )
    assert result.stderr == ""
