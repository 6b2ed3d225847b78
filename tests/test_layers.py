"""Settings in layers: files that extend others, what the command line assigns, and versions."""

from __future__ import annotations

import json
import pickle
from pathlib import Path
from typing import Any

import pytest
from packaging.specifiers import InvalidSpecifier, SpecifierSet

from tapelint import __version__
from tapelint.settings.patterns import Anchored
from tapelint.settings.required_version import FORM, fits

from .conftest import Run
from .test_settings import CODE, IN_PLACE, MUTATION, READ, codes, table, write

__all__ = ["codes"]  # a fixture

# --- extend ---


def test_a_file_extends_another(codes: Any, tmp_path: Path) -> None:
    write(
        tmp_path,
        tapelint_dot_toml='extend-select = ["data-read"]\nextend-exclude = ["old.py"]\n',
        file_dot_py=CODE,
        inner__tapelint_dot_toml='extend = "../tapelint.toml"\nignore = ["TAP2"]\n'
        'extend-exclude = ["older.py"]\n',
        inner__file_dot_py=CODE,
        inner__old_dot_py=CODE,
        inner__older_dot_py=CODE,
        apart__tapelint_dot_toml='ignore = ["TAP2"]\n',
        apart__file_dot_py=CODE,
    )
    assert codes() == {
        "file.py": [IN_PLACE, MUTATION, READ],
        "inner/file.py": [MUTATION, READ],
        "apart/file.py": [MUTATION],
    }


@pytest.mark.parametrize(
    ("base", "own", "expected"),
    [
        ('select = ["TAP2"]', 'extend-select = ["data-read"]', [IN_PLACE, READ]),
        ('ignore = ["TAP302"]', 'select = ["TAP3"]', [MUTATION, READ]),
        ('ignore = ["TAP302"]', 'extend-select = ["TAP3"]', [IN_PLACE, MUTATION, READ]),
        ('ignore = ["TAP302"]', 'ignore = ["TAP2"]', []),
        ('extend-select = ["TAP3"]', "", [IN_PLACE, MUTATION, READ]),
        ('per-file-ignores = { "*.py" = ["TAP2"] }', "", [MUTATION]),
        (
            'per-file-ignores = { "*.py" = ["TAP2"] }',
            'per-file-ignores = { "*.py" = ["TAP302"] }',
            [IN_PLACE],
        ),
    ],
)
def test_what_a_file_says_wins_over_what_it_extends(
    codes: Any, tmp_path: Path, base: str, own: str, expected: list[str]
) -> None:
    write(
        tmp_path,
        base_dot_toml=base,
        tapelint_dot_toml=f'extend = "base.toml"\n{own}',
        file_dot_py=CODE,
    )
    assert codes() == ({"file.py": expected} if expected else {})


def test_patterns_are_relative_to_the_file_that_holds_them(codes: Any, tmp_path: Path) -> None:
    write(
        tmp_path,
        base__tapelint_dot_toml='extend-exclude = ["/made/"]\n'
        'per-file-ignores = { "inner/*.py" = ["TAP2"], "later.py" = ["TAP302"] }\n',
        base__pyproject_dot_toml="",
        base__inner__tapelint_dot_toml='extend = "../tapelint.toml"\nextend-exclude = ["/kept/"]\n',
        base__inner__file_dot_py=CODE,
        base__inner__later_dot_py=CODE,
        base__inner__made__file_dot_py=CODE,
        base__inner__kept__file_dot_py=CODE,
        base__made__file_dot_py=CODE,
    )
    assert codes() == {
        "base/inner/file.py": [MUTATION],  # and `later.py` is ignored by both
        "base/inner/made/file.py": [IN_PLACE, MUTATION],
    }


def test_a_file_extends_another_over_several(codes: Any, tmp_path: Path) -> None:
    write(
        tmp_path,
        first_dot_toml='select = ["TAP2"]',
        second__pyproject_dot_toml=table('extend = "../first.toml"\nextend-select = ["TAP302"]'),
        third__tapelint_dot_toml='extend = "../second/pyproject.toml"\n'
        'extend-select = ["data-read"]',
        third__file_dot_py=CODE,
    )
    assert codes() == {"third/file.py": [IN_PLACE, MUTATION, READ]}
    write(tmp_path, other__file_dot_py=CODE)
    assert codes("--config", "third/tapelint.toml", "other") == {
        "other/file.py": [IN_PLACE, MUTATION, READ]
    }


def test_a_file_is_named_with_a_variable(
    codes: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(
        tmp_path,
        shared__base_dot_toml='select = ["TAP2"]',
        tapelint_dot_toml='extend = "${SHARED}/base.toml"',
        file_dot_py=CODE,
    )
    monkeypatch.setenv("SHARED", str(tmp_path / "shared"))
    assert codes() == {"file.py": [IN_PLACE]}


@pytest.mark.parametrize(
    ("files", "complaint"),
    [
        (
            {"tapelint_dot_toml": '\nextend = "gone.toml"'},
            "tapelint.toml:2: extend: gone.toml: cannot be read: no such file or directory; check",
        ),
        (
            {"tapelint_dot_toml": 'extend = "tapelint.toml"'},
            "tapelint.toml:1: extend leads back: tapelint.toml, tapelint.toml; take one out",
        ),
        (
            {
                "tapelint_dot_toml": 'extend = "a.toml"',
                "a_dot_toml": '\n\nextend = "sub/../b.toml"',
                "b_dot_toml": 'extend = "a.toml"',
                "sub__c_dot_txt": "",
            },
            "b.toml:1: extend leads back: tapelint.toml, a.toml, b.toml, a.toml; take one out",
        ),
        (
            {"tapelint_dot_toml": 'extend = "a.toml"', "a_dot_toml": "select = []\nslect = []"},
            "a.toml:2: unknown setting 'slect': did you mean 'select'?",
        ),
        (
            {"tapelint_dot_toml": 'extend = "pyproject.toml"', "pyproject_dot_toml": "[project]"},
            "tapelint.toml:1: extend: pyproject.toml: holds no table [tool.tapelint]; add one",
        ),
        (
            {"tapelint_dot_toml": "extend = []"},
            "tapelint.toml:1: extend: expected the path of a settings file, found an array",
        ),
    ],
)
def test_a_mistake_in_what_is_extended_is_one_line(
    tapelint: Run, tmp_path: Path, files: dict[str, str], complaint: str
) -> None:
    write(tmp_path, file_dot_py=CODE, **files)
    result = tapelint("check")
    assert (result.returncode, result.stdout) == (2, "")
    assert result.stderr.startswith(f"tapelint: {complaint}")
    assert result.stderr.count("\n") == 1


def test_shown_settings_hold_what_is_extended(tapelint: Run, tmp_path: Path) -> None:
    write(
        tmp_path,
        base_dot_toml='select = ["TAP2"]',
        tapelint_dot_toml='extend = "base.toml"\nunsafe-fixes = true',
    )
    shown = tapelint("check", "--show-settings").stdout
    assert 'select = ["TAP2"]' in shown
    assert "unsafe-fixes = true" in shown
    assert "extend =" not in shown


def test_a_pattern_with_a_folder_of_its_own_reaches_other_processes() -> None:
    pattern = Anchored("/made/", "/base")
    again = pickle.loads(pickle.dumps(pattern))
    assert (again, again.root) == (pattern, "/base")


# --- the command line ---


def test_settings_are_assigned_on_the_command_line(codes: Any, tmp_path: Path) -> None:
    write(
        tmp_path,
        tapelint_dot_toml='select = ["TAP302"]',
        other_dot_toml='extend-select = ["data-read"]',
        file_dot_py=CODE,
    )
    assert codes("--config", 'select = ["TAP2"]') == {"file.py": [IN_PLACE]}
    assert codes("--config", 'extend-select=["TAP2"]') == {"file.py": [IN_PLACE, MUTATION]}
    both = ("--config", 'select = ["TAP2"]', "--config", "other.toml")
    assert codes(*both) == {"file.py": [IN_PLACE]}
    assert codes("--isolated", "--config", 'ignore = ["TAP2"]') == {"file.py": [MUTATION]}
    assert codes("--config", 'per-file-ignores."*.py" = ["TAP302"]') == {}
    assert codes("--config", 'select = ["TAP2"]', "--select", "TAP3") == {
        "file.py": [MUTATION, READ]
    }


def test_a_file_with_a_sign_of_equality_is_a_file(codes: Any, tmp_path: Path) -> None:
    (tmp_path / "a=b.toml").write_text('select = ["TAP2"]')
    write(tmp_path, file_dot_py=CODE)
    assert codes("--config", "a=b.toml") == {"file.py": [IN_PLACE]}


def test_rules_are_ignored_by_file_on_the_command_line(codes: Any, tmp_path: Path) -> None:
    write(
        tmp_path,
        tapelint_dot_toml='per-file-ignores = { "a.py" = ["TAP2"] }',
        a_dot_py=CODE,
        tests__b_dot_py=CODE,
        tests__inner__tapelint_dot_toml="",
        tests__inner__c_dot_py=CODE,
    )
    assert codes(
        "--per-file-ignores", "tests/:TAP2,data-mutation", "--per-file-ignores", "a.py:TAP3"
    ) == {
        "a.py": [IN_PLACE],
        "tests/inner/c.py": [IN_PLACE, MUTATION],
    }
    # What has a slash inside is relative to the current folder, whichever file governs.
    inner = codes("--per-file-ignores", "/tests/inner/:ALL,!tests/**:TAP2")
    assert inner == {"a.py": [MUTATION], "tests/b.py": [IN_PLACE, MUTATION]}


def test_patterns_of_the_command_line_are_relative_to_the_current_folder(
    codes: Any, tmp_path: Path
) -> None:
    write(
        tmp_path,
        sub__tapelint_dot_toml='extend-exclude = ["/old.py"]',
        sub__old_dot_py=CODE,
        sub__file_dot_py=CODE,
        sub__sub__file_dot_py=CODE,
        sub__right_dot_py="",
    )
    assert sorted(codes()) == ["sub/file.py", "sub/sub/file.py"]
    assert sorted(codes("--extend-exclude", "/sub/file.py")) == ["sub/sub/file.py"]
    assert codes("--exclude", "sub/*/file.py,/sub/file.py") == {}


# --- fixes ---

UNSAFE = "import torch\n\nw = torch.nn.Parameter(torch.ones(3))\nw.data = torch.zeros(3)\n"
SAFE = "import torch\n\nw = torch.nn.Parameter(torch.ones(3))\nw.data.zero_()\n"


@pytest.mark.parametrize(
    ("settings", "code", "is_fixed"),
    [
        ("", UNSAFE, False),
        ('extend-safe-fixes = ["TAP302"]', UNSAFE, True),
        ('extend-safe-fixes = ["TAP1"]', UNSAFE, False),
        ("", SAFE, True),
        ('extend-unsafe-fixes = ["data-mutation"]', SAFE, False),
        ('extend-safe-fixes = ["TAP3"]\nextend-unsafe-fixes = ["TAP302"]', SAFE, False),
        ('extend-safe-fixes = ["TAP302"]\nextend-unsafe-fixes = ["TAP3"]', UNSAFE, True),
        ('extend-safe-fixes = ["TAP3"]\nextend-unsafe-fixes = ["TAP3"]', SAFE, False),
        ('extend-safe-fixes = ["TAP302"]\nunfixable = ["TAP302"]', UNSAFE, False),
    ],
)
def test_settings_say_which_fixes_are_safe(
    tapelint: Run, tmp_path: Path, settings: str, code: str, is_fixed: bool
) -> None:
    write(tmp_path, tapelint_dot_toml=settings, file_dot_py=code)
    (finding,) = json.loads(tapelint("check", "--output-format", "json").stdout)
    fix = finding["fix"]
    assert (fix is not None and fix["applicability"] == "safe") == is_fixed
    assert tapelint("check", "--fix").returncode == (0 if is_fixed else 1)
    assert ((tmp_path / "file.py").read_text() != code) == is_fixed


def test_the_command_line_says_what_is_fixed(tapelint: Run, tmp_path: Path) -> None:
    code = f"{SAFE}w.normal_()\n"
    write(tmp_path, file_dot_py=code)
    assert tapelint("check", "--fix", "--unfixable", "TAP2,TAP3").returncode == 1
    assert (tmp_path / "file.py").read_text() == code
    assert tapelint("check", "--fix", "--fixable", "TAP3").returncode == 1
    assert (tmp_path / "file.py").read_text() == (
        code.replace("w.data.zero_()", "with torch.no_grad():\n    w.zero_()")
    )


# --- required-version ---


def test_another_version_is_wanted(tapelint: Run, tmp_path: Path) -> None:
    write(
        tmp_path,
        tapelint_dot_toml='required-version = ">=900"\nof-the-future = 1\n',
        file_dot_py=CODE,
    )
    result = tapelint("check")
    assert (result.returncode, result.stdout) == (2, "")
    assert result.stderr == (
        "tapelint: tapelint.toml:1: required-version: '>=900' is wanted, and this is "
        f"{__version__}; install another tapelint\n"
    )
    write(tmp_path, tapelint_dot_toml=f'required-version = "=={__version__}"')
    assert tapelint("check").returncode == 1
    write(tmp_path, tapelint_dot_toml='required-version = "latest"')
    assert tapelint("check").stderr == (
        "tapelint: tapelint.toml:1: required-version: 'latest' is not a version specifier; "
        "write it as '>=0.1,<1'\n"
    )


RELEASES = ("0", "1", "1.0", "1.2", "1.2.0", "1.2.1", "1.10", "2.0.0")
VERSIONS = [release + end for release in RELEASES for end in ("", "a1", "b2", "rc1", "rc2")]
OPERATORS = ("==", "!=", "<=", ">=", "<", "> ", "~=")
CLAUSES = [
    *(f"{operator}{each}" for operator in OPERATORS for each in VERSIONS),
    *(f"{operator}{each}.*" for operator in ("==", "!=") for each in RELEASES),
]


def test_versions_compare_as_those_of_packages() -> None:
    versions = [*VERSIONS, *(f"{each}.dev1" for each in RELEASES)]
    compared = 0
    for clause in CLAUSES:
        for wanted in (clause, f"{clause}, >=0.5", f"!=1.2 , {clause},<2"):
            try:
                by_packaging = SpecifierSet(wanted)
            except InvalidSpecifier:
                assert not FORM.fullmatch(wanted)
                continue
            assert FORM.fullmatch(wanted)
            expected = [by_packaging.contains(each, prereleases=True) for each in versions]
            assert [fits(each, wanted) for each in versions] == expected, wanted
            compared += 1
    assert compared > 800


@pytest.mark.parametrize(
    "text", ["", ">", "~=1", "1.*", ">=1.*", "x", ">=1,", "1 2", "=1", "~=1.*"]
)
def test_what_is_no_specifier(text: str) -> None:
    assert not FORM.fullmatch(text)


def test_our_own_version_can_be_compared() -> None:
    assert fits(__version__, f">={__version__}")
    assert fits("0.2.0", "0.2")  # a version alone, as ruff takes it
    assert not fits("0.2.1", "0.2")
