"""Comments that silence findings, those that silence nothing, and writing them."""

from __future__ import annotations

import json
import os
import stat
from pathlib import Path
from typing import Any

import pytest

from tapelint import Finding, Settings, lint_source

from .conftest import Run

HEAD = "import torch\nw = torch.zeros(3, requires_grad=True)\n"
IN_PLACE, MUTATION, READ, UNUSED = "TAP201", "TAP302", "TAP303", "TAP001"


def places(text: str, **settings: Any) -> list[tuple[int, str]]:
    found = lint_source(text, settings=Settings(**settings))
    return [(finding.line, finding.code) for finding in found]


def fixed(text: str, finding: Finding) -> str:
    """The text after the finding's fix."""
    assert finding.fix is not None
    (edit,) = finding.fix.edits
    lines = text.split("\n")
    at = edit.location
    before = "\n".join([*lines[: at.line - 1], lines[at.line - 1][: at.column - 1]])
    after = "\n".join([lines[at.end_line - 1][at.end_column - 1 :], *lines[at.end_line :]])
    return before + edit.content + after


@pytest.mark.parametrize(
    "line",
    [
        "w.zero_()  # noqa",
        "w.zero_()  # noqa: TAP201",
        "w.zero_()  # noqa:TAP2,E501",
        "w.zero_()  # tapelint: ignore",
        "w.zero_()  # tapelint: ignore[TAP201]",
        "w.zero_()  # tapelint: ignore[inplace-on-leaf]",
        "w.zero_()  # tapelint:ignore[tap201]",
        "w.zero_()  #tapelint: ignore [ Inplace-On-Leaf ] as we know it",
        "w.zero_()  # tapelint: ignore[TAP2] - a whole group",
        "w.zero_()  # type: ignore  # tapelint: ignore[inplace-on-leaf]  # more",
        "w.data.zero_() or w.zero_()  # tapelint: ignore[data-mutation, inplace-on-leaf]",
        "# tapelint: ignore[inplace-on-leaf]\nw.zero_()",
        "# tapelint: ignore[inplace-on-leaf]\n# another word\n\nw.zero_()",
        "# tapelint: ignore[inplace-on-leaf]\nw.add_(\n    1,\n)",
        "# tapelint: ignore[inplace-on-leaf]\nprint(\n    1,\n    w.zero_(),\n)",
        "print(\n    1,\n    # tapelint: ignore[inplace-on-leaf]\n    w.zero_(),\n)",
        "w.add_(\n    1,  # tapelint: ignore[inplace-on-leaf]\n)",
        "w.add_(\n    1,  # noqa: TAP201\n)",
        "w.add_(\n    1,\n)  # tapelint: ignore[TAP201]",
        "w.add_(\n    1,\n)  # noqa",
        'w.zero_(); text = """\n"""  # tapelint: ignore[TAP201]',
        "w.zero_(), \\\n    1  # tapelint: ignore[TAP201]",
        "if 1:\n    # tapelint: ignore[TAP201]\n    w.zero_()",
    ],
)
def test_a_comment_silences(line: str) -> None:
    assert places(f"{HEAD}{line}\n") == []
    assert places(f"{HEAD}{line}\n".replace("\n", "\r\n")) == []
    found = lint_source(f"{HEAD}{line}\n", respect_noqa=False)
    assert {finding.code for finding in found} <= {IN_PLACE, MUTATION}
    assert IN_PLACE in {finding.code for finding in found}


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("w.zero_()  # tapelint: ignore[TAP302]", [(3, IN_PLACE), (3, UNUSED)]),
        ("w.zero_()  # tapelint: ignore[]", [(3, IN_PLACE), (3, UNUSED)]),
        ("w.zero_()  # tapelint: ignore[TAP201", [(3, IN_PLACE), (3, UNUSED)]),
        ("w.zero_()  # tapelint: ignored[TAP201]", [(3, IN_PLACE), (3, UNUSED)]),
        ("w.zero_()  # tapelint: see the page", [(3, IN_PLACE), (3, UNUSED)]),
        ("w.zero_()  # ignore[TAP201]", [(3, IN_PLACE)]),
        ("w.zero_(), '# tapelint: ignore[TAP201]'", [(3, IN_PLACE)]),
        ("# tapelint: ignore[TAP201]\nx = 1\nw.zero_()", [(3, UNUSED), (5, IN_PLACE)]),
        ("# tapelint: ignore[TAP201]\nif 1:\n    w.zero_()", [(3, UNUSED), (5, IN_PLACE)]),
        ("w.zero_()\n# tapelint: ignore[TAP201]", [(3, IN_PLACE), (4, UNUSED)]),
        ("for i in [\n    1]:  # noqa\n    w.zero_()", [(5, IN_PLACE)]),
    ],
)
def test_a_comment_does_not_silence(line: str, expected: list[tuple[int, str]]) -> None:
    assert places(f"{HEAD}{line}\n") == expected


def test_a_file_is_skipped(tapelint: Run, tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text(f"# tapelint: skip-file\n{HEAD}w.zero_()\n")
    (tmp_path / "b.py").write_text(f"{HEAD}w.zero_()\n\n\n# tapelint: skip-file - generated\n")
    (tmp_path / "c.py").write_text(f"{HEAD}w.zero_()\ntext = '# tapelint: skip-file'\n")
    result = tapelint("check", "--output-format", "concise")
    assert [line.split(":")[0] for line in result.stdout.splitlines()[:-1]] == ["c.py"]
    assert places(f"{HEAD}w.zero_()\n# tapelint: skip-file\n", ignore=("TAP001",)) == []


@pytest.mark.parametrize(
    ("before", "after", "message"),
    [
        ("x = 1  # noqa: TAP201", "x = 1", "`# noqa: TAP201` silences nothing; remove it"),
        ("x = 1  # noqa: TAP201 because", "x = 1", "`# noqa: TAP201` silences nothing"),
        ("x = 1  # noqa: TAP201  # because", "x = 1  # because", "`# noqa: TAP201` silences"),
        ("x = 1  # why  # noqa: TAP201", "x = 1  # why", "`# noqa: TAP201` silences nothing"),
        (
            "x = 1  # noqa: E501, TAP201",
            "x = 1  # noqa: E501",
            "`TAP201` in `# noqa: E501, TAP201`",
        ),
        ("x = 1  # noqa:TAP201,E501 why", "x = 1  # noqa:E501 why", "`TAP201` in "),
        ("w.zero_()  # noqa: TAP302,TAP201", "w.zero_()  # noqa: TAP201", "`TAP302` in "),
        ("x = 1  # tapelint: ignore[TAP201]", "x = 1", "`# tapelint: ignore[TAP201]` silences"),
        ("x = 1  # tapelint: ignore", "x = 1", "`# tapelint: ignore` silences nothing; remove it"),
        (
            "w.zero_()  # tapelint: ignore[data-mutation, inplace-on-leaf] - why",
            "w.zero_()  # tapelint: ignore[inplace-on-leaf] - why",
            "`data-mutation` in ",
        ),
        (
            "w.zero_()  # tapelint: ignore[ TAP201,data-mutation,TAP604]",
            "w.zero_()  # tapelint: ignore[ TAP201]",
            "`data-mutation`, `TAP604` in `# tapelint: ignore[",
        ),
        ("# tapelint: ignore[TAP201]\nx = 1", "x = 1", "`# tapelint: ignore[TAP201]` silences"),
        ("if w:\n    # noqa: TAP201\n    x = 1", "if w:\n    x = 1", "`# noqa: TAP201` silences"),
    ],
)
def test_what_silences_nothing_is_reported_and_can_be_removed(
    before: str, after: str, message: str
) -> None:
    text = f"{HEAD}{before}\n"
    (finding,) = lint_source(text)
    assert (finding.code, finding.name) == (UNUSED, "unused-suppression")
    assert finding.message.startswith(message)
    assert finding.fix is not None
    assert finding.fix.applicability.value == "safe"
    assert fixed(text, finding) == f"{HEAD}{after}\n"
    assert lint_source(fixed(text, finding)) == []


def test_a_removal_at_the_end_of_the_text() -> None:
    text = f"{HEAD}# tapelint: ignore[TAP201]"
    (finding,) = lint_source(text)
    assert fixed(text, finding) == HEAD


@pytest.mark.parametrize(
    ("comment", "message"),
    [
        ("# tapelint: ignore[inplace]", "names no rule"),
        (
            "# tapelint: ignore[data-mutations]",
            "unknown rule 'data-mutations': did you mean 'data-",
        ),
        ("# tapelint: ignroe[TAP201]", "is unknown: did you mean `ignore`?"),
        ("# tapelint: skipfile", "is unknown: did you mean `skip-file`?"),
        ("# tapelint: ignore[TAP201", "cannot be read; write `# tapelint: ignore[rule, rule]`"),
        ("# tapelint: skip-file[TAP201]", "cannot be read"),
        ("# tapelint: ignore-file", "is unknown: did you mean `skip-file`?"),
        *(
            (
                f"# tapelint: {word}",
                "; `# tapelint: ignore` silences a line, `# tapelint: skip-file`",
            )
            for word in (
                "noqa",
                "off",
                "on",
                "skip",
                "nolint",
                "OFF",
                "",
                "disable-next-line",
                "ok: x",
            )
        ),
        ("# tapelint: noqa: TAP302, E501 why", "did you mean `# tapelint: ignore[TAP302]`?"),
        (
            "# tapelint: disable=data-mutation,TAP2",
            "mean `# tapelint: ignore[data-mutation, TAP2]`?",
        ),
        ("# tapelint: TAP302", "did you mean `# tapelint: ignore[TAP302]`?"),
        ("# tapelint: [TAP302]", "did you mean `# tapelint: ignore[TAP302]`?"),
        ("# see # tapelint: off # noqa: E501", "`# tapelint: off` is unknown"),
    ],
)
def test_what_cannot_be_understood_is_said_and_left_alone(comment: str, message: str) -> None:
    (finding,) = lint_source(f"x = 1  {comment}\n")
    assert finding.code == UNUSED
    assert message in finding.message or "unknown rule" in finding.message
    assert finding.fix is None


@pytest.mark.parametrize(
    "text",
    [
        "x = 1  # noqa\n",
        "x = 1  # noqa: E501\n",
        "x = 1  # noqa: TAP000\n",
        "x = 1  # noqa: TAP303\n",
        "x = 1  # noqa: TAP3\n",
        "x = 1  # noqa: TAP999\n",
        "x = 1  # tapelint: ignore[data-read]\n",
        "x = 1  # tapelint: ignore[unused-suppression]\n",
        "x = 1  # noqa: TAP201, TAP001\n",
        "x = 1  # tapelint: ignore[TAP201]  # noqa\n",
        "# flake8: noqa\nx = 1  # noqa: TAP201\n",
        "x = '# noqa: E501 TAP'\n",
    ],
)
def test_what_is_not_judged(text: str) -> None:
    assert lint_source(text) == []


def test_a_rule_is_judged_only_where_it_runs() -> None:
    text = "x = 1  # noqa: TAP303\ny = 1  # noqa: TAP3\nz = 1  # noqa: TAP201\n"
    assert places(text) == [(3, UNUSED)]
    assert places(text, extend_select=("TAP303",)) == [(1, UNUSED), (2, UNUSED), (3, UNUSED)]
    assert places(text, ignore=("TAP201",)) == []
    assert places(text, ignore=("unused-suppression",)) == []
    ignores = {"tests/": ("TAP201",)}
    elsewhere = lint_source(text, path="a.py", settings=Settings(per_file_ignores=ignores))
    in_tests = lint_source(text, path="tests/a.py", settings=Settings(per_file_ignores=ignores))
    assert (len(elsewhere), len(in_tests)) == (1, 0)


def test_a_finding_that_is_not_confident_enough_is_there_all_the_same() -> None:
    text = (
        "import torch\n\n\ndef train(net, x):\n    y = torch.exp(net(x))\n"
        "    y.mul_(2)  # noqa: TAP202\n    y.sum().backward()\n"
    )
    assert places(text, min_confidence="certain") == places(text) == []
    assert places(text.replace("  # noqa: TAP202", "")) == [(6, "TAP202")]


def test_flake8_agrees(flake8: Run, tapelint: Run, tmp_path: Path) -> None:
    lines = [
        "import torch",
        "w = torch.zeros(3, requires_grad=True)",
        "w.zero_()  # tapelint: ignore[inplace-on-leaf]",
        "# tapelint: ignore[TAP201]",
        "w.zero_()",
        "w.add_(",
        "    1,  # noqa: TAP201",
        ")",
        "x = 1  # noqa: TAP201",
        "x = 1  # tapelint: ignore[data-mutation]",
        "w.data.zero_()  # tapelint: ignore[TAP201]",
    ]
    (tmp_path / "code.py").write_text("\n".join(lines) + "\n")
    by_flake8 = flake8("--isolated", "--select", "TAP", "code.py").stdout.splitlines()
    by_command = tapelint("check", "code.py", "--output-format", "concise").stdout.splitlines()
    assert sorted(by_flake8) == sorted(line.replace(" [*]", "") for line in by_command[:-1])
    assert [line.split()[:2] for line in by_flake8] == [
        ["code.py:9:8:", UNUSED],
        ["code.py:10:8:", UNUSED],
        ["code.py:11:1:", MUTATION],
        ["code.py:11:17:", UNUSED],
    ]
    disabled = flake8("--isolated", "--select", "TAP", "--disable-noqa", "code.py").stdout
    assert [line.split(":")[1] for line in disabled.splitlines()] == ["3", "5", "6", "11"]


# --- writing them ---

NOISY = (
    "import torch\n\nw = torch.zeros(3, requires_grad=True)\nw.normal_()\n"
    "w.data.zero_()  # noqa: E501\nw.add_(\n    1,\n)\n"
    'w.data.copy_(w.normal_(), """\n""")\nw.zero_(), \\\n    2\nx = 1  # noqa: TAP101\n'
)


def test_add_noqa_silences_everything_and_changes_nothing_else(
    tapelint: Run, flake8: Run, tmp_path: Path
) -> None:
    path = tmp_path / "code.py"
    path.write_text(NOISY)
    path.chmod(0o640)
    result = tapelint("check", "--no-cache", "--add-noqa", "--reason", "known: see\n  issue 7")
    assert (result.returncode, result.stderr) == (0, "")
    assert result.stdout == "5 comments written into 1 file; 1 comment left that `--fix` removes.\n"
    text = path.read_text()
    assert text.splitlines()[3] == "w.normal_()  # noqa: TAP201 - known: see issue 7"
    assert text.splitlines()[4] == "w.data.zero_()  # noqa: E501, TAP302 - known: see issue 7"
    assert text.splitlines()[5] == "w.add_(  # noqa: TAP201 - known: see issue 7"
    assert text.splitlines()[12] == "x = 1  # noqa: TAP101", "no comment is the answer to it"
    assert stat.S_IMODE(os.stat(path).st_mode) == 0o640
    assert not [each for each in os.listdir(tmp_path) if each.startswith(".tapelint")]
    compile(text, "code.py", "exec")
    (left,) = json.loads(tapelint("check", "--output-format", "json").stdout)
    assert (left["code"], left["line"]) == ("TAP001", 13)
    assert flake8("--isolated", "--select", "TAP").stdout.count("\n") == 1
    again = tapelint("check", "--add-noqa")
    assert again.stdout.startswith("0 comments written into 0 files;")
    assert path.read_text() == text


@pytest.mark.parametrize(
    ("raw", "expected"),
    [
        (
            HEAD.replace("\n", "\r\n").encode() + b"w.zero_()\r\n",
            HEAD.replace("\n", "\r\n").encode() + b"w.zero_()  # noqa: TAP201\r\n",
        ),
        (
            b"\xef\xbb\xbf" + HEAD.encode() + b"w.zero_()",
            b"\xef\xbb\xbf" + HEAD.encode() + b"w.zero_()  # noqa: TAP201",
        ),
        (
            b"# coding: latin-1\n" + HEAD.encode() + b"w.zero_()  # \xe9\n",
            b"# coding: latin-1\n" + HEAD.encode() + b"w.zero_()  # \xe9  # noqa: TAP201\n",
        ),
    ],
)
def test_add_noqa_keeps_encoding_mark_and_line_endings(
    tapelint: Run, tmp_path: Path, raw: bytes, expected: bytes
) -> None:
    (tmp_path / "code.py").write_bytes(raw)
    assert tapelint("check", "--add-noqa").returncode == 0
    assert (tmp_path / "code.py").read_bytes() == expected


def test_add_noqa_that_cannot_be_written_is_one_line(tapelint: Run, tmp_path: Path) -> None:
    raw = b"# coding: latin-1\n" + HEAD.encode() + b"w.zero_()\n"
    (tmp_path / "code.py").write_bytes(raw)
    result = tapelint("check", "--add-noqa", "--reason", "\u6f22")
    assert result.returncode == 2
    assert result.stderr == (
        "tapelint: code.py: the change cannot be written in iso-8859-1; declare utf-8\n"
    )
    assert (tmp_path / "code.py").read_bytes() == raw
    stdin = tapelint("check", "-", "--add-noqa", input=f"{HEAD}w.zero_()\n")
    assert stdin.returncode == 2
    assert stdin.stderr == "tapelint: <stdin>: standard input cannot be changed; name a file\n"
