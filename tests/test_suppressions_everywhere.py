"""Suppressions on programs of the rule book and of ``tests/programs``.

Whatever the shape of a statement, what is written to silence a finding silences it, is Python, and
is itself reported once the finding is gone. The programs have a finding of each rule, and one in
each place in which any program has one.
"""

from __future__ import annotations

import ast
import json
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tapelint import Finding, Settings, lint_source
from tapelint.adding_noqa import with_noqa

from .conftest import RULE_BOOK, Run
from .shapes import marked_forms, of_all_forms

PROGRAMS = of_all_forms(
    (
        path
        for path in sorted(
            [*RULE_BOOK.rglob("*.py"), *(Path(__file__).parent / "programs").glob("*.py")]
        )
        if "unused-suppression" not in str(path)
    ),
    lambda path: marked_forms(path.read_text(encoding="utf-8")),
)
EVERYTHING = Settings(select=("ALL",))
UNUSED = "unused-suppression"


def test_noqa_that_is_added_silences_all_there_is(linted: Callable[[Path], list[Finding]]) -> None:
    silenced = 0
    for path in PROGRAMS:
        text = path.read_text()
        findings = linted(path)
        written, count = with_noqa(text, findings, "as meant")
        assert bool(count) == bool(findings), path
        assert lint_source(written, settings=EVERYTHING) == [], path
        assert ast.dump(ast.parse(written)) == ast.dump(ast.parse(text)), path
        assert with_noqa(written, [], "") == (written, 0)
        silenced += len(findings)
    assert silenced > 150


def test_a_comment_before_the_statement_silences_it(
    linted: Callable[[Path], list[Finding]],
) -> None:
    """The first and the last finding of each program: each is another run of the linter.

    Every other program has the line ends of Windows.
    """
    silenced = 0
    for number, path in enumerate(PROGRAMS):
        newline = "\r\n" if number % 2 else "\n"
        text = path.read_text()
        findings = linted(path)
        if not findings:
            continue
        starts = set(_own_lines(text))
        on_starts = [each for each in findings if each.line in starts]  # others: in a statement
        for finding in dict.fromkeys((*on_starts[:1], *on_starts[-1:])):
            lines = text.split("\n")
            line = lines[finding.line - 1]
            indent = line[: len(line) - len(line.lstrip())]
            lines.insert(finding.line - 1, f"{indent}# tapelint: ignore[{finding.name}]")
            left = lint_source(newline.join(lines), settings=EVERYTHING)
            gone = [each for each in findings if each.line == finding.line]
            same = [each for each in gone if each.name == finding.name]
            assert len(left) <= len(findings) - len(same), path
            assert UNUSED not in {each.name for each in left}, path
            silenced += 1
    assert silenced > 150


def _own_lines(text: str) -> Iterator[int]:
    """The lines of statements that begin their line."""
    lines = text.split("\n")
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.stmt) and not lines[node.lineno - 1][: node.col_offset].strip():
            yield node.lineno


def test_comments_outlive_findings_only_with_a_report(
    linted: Callable[[Path], list[Finding]],
) -> None:
    """The same comments over a program in which nothing of torch is left."""
    reported = 0
    for path in PROGRAMS:
        text = path.read_text()
        written, count = with_noqa(text, linted(path))
        harmless = written.replace("torch", "other")
        found = [each for each in lint_source(harmless, settings=EVERYTHING) if each.name == UNUSED]
        if count and not [each for each in found if each.fix is None]:
            assert len(found) == count, path
        reported += len(found)
    assert reported > 200


LAYOUTS = {
    "brackets": "w.zero_(\n)\nx = (\n    w.zero_(),\n    [\n"
    "        w.data.add_(\n            1\n        )],\n)",
    "same-line": "w.zero_(); w.data.zero_(); w.zero_()",
    "decorator": "@str(w.zero_())\n@str(\n    w.data.zero_()\n)\ndef f():\n    w.zero_()",
    "one-line-blocks": "if w: w.zero_()\nclass A: w.data.zero_()\n"
    "for i in w: w.zero_(); w.data.zero_()",
    "strings": 'x = """\na\n""", w.zero_(), """\nb\n"""\nw.data.zero_(), """\n""", w.zero_()',
    "f-string": 'x = f"""{w.zero_()}\n{\nw.data.zero_()}\n"""',
    "backslashes": "w.zero_(), \\\n    w.data.zero_(), \\\n    1\n\\\nw.zero_()",
    "backslash-in-brackets": "x = (1, \\\n  w.zero_(), \\\n  2)",
    "other-noqa": "w.zero_()  # noqa: E501\nw.zero_()  # noqa:E501,W291\n"
    "w.zero_()  #noqa:E501 - why not",
    "other-comments": "w.zero_()  # type: ignore[no-any]\n"
    "w.zero_()#x\nw.zero_()  # a # noqa: E501 # b",
    "noqa-of-two-lines": "w.zero_(  # noqa: E501\n    )  # noqa: W291\n"
    "w.data.zero_(  # NOQA : E501\n)",
    "noqa-in-string": "w.zero_(), '# noqa: E501'\n"
    "w.zero_(), '# noqa: TAP302'\nx = '# noqa: TAP201'",
    "noqa-in-strings": 'w.zero_(), """\n# noqa: E501\n"""\n'
    'x = """\n# noqa: TAP201\n"""  # noqa: E501\n',
    "unused": "x = 1  # noqa: TAP201\nw.zero_()  # noqa: TAP302\nx = 1  # tapelint: ignore[TAP201]",
    "unused-above": "# tapelint: ignore[TAP302]\nw.zero_()\n"
    "# tapelint: ignore[data-mutation, TAP2]\nx = 1",
    "unused-in-brackets": "x = (\n    # tapelint: ignore[TAP302]\n    w.zero_(),\n)",
    "unknown-words": "# tapelint: off\nw.zero_()  # tapelint: noqa\n"
    "x = 1  # tapelint: ignroe[TAP201]",
    "unknown-rules": "w.zero_()  # tapelint: ignore[nonsense]\n"
    "x = 1  # tapelint: ignore[TAP302, nonsense]",
    "half-used": "w.zero_()  # tapelint: ignore[TAP201, TAP302]\n"
    "w.data.zero_()  # noqa: TAP302, TAP201",
    "indents": "if w:\n\tw.zero_()\n\x0c\nif w:\n  if w:\n    w.zero_()  \n  # end\n",
    "no-last-line-end": "w.zero_()",
    "last-comment": "w.zero_()\n# tapelint: off",
    "letters": "é = '日本'; w.zero_()  # 日本 # noqa: E501",
    "match": "match w.zero_():\n    case _ if w.zero_():\n        w.zero_()",
    "odd-targets": "(x): int = w.zero_()\nx = lambda: 0 if w else(lambda: w.zero_())\nw.zero_()",
}
HEAD = "import torch\nw = torch.ones(3, requires_grad=True)\n"


def cells(text: str) -> str:
    """A notebook of two cells."""
    sources = [HEAD.splitlines(keepends=True), text.splitlines(keepends=True)]
    code = {"cell_type": "code", "metadata": {}, "outputs": [], "execution_count": None}
    return json.dumps({"cells": [{**code, "source": each} for each in sources], "nbformat": 4})


@pytest.mark.parametrize("reason", ["", "as meant"])
def test_after_noqa_is_added_a_run_finds_nothing(
    tapelint: Run, flake8: Run, tmp_path: Path, reason: str
) -> None:
    """The real command and the real flake8, over scripts and notebooks; useless comments aside."""
    before: dict[Path, str] = {}
    for name, layout in LAYOUTS.items():
        ends = {"": "\n", "-crlf": "\r\n"} | ({} if "\x0c" in layout else {"-cr": "\r"})
        for ending, newline in ends.items():
            path = tmp_path / f"{name}{ending}.py"
            path.write_bytes((HEAD + layout).replace("\n", newline).encode())
            before[path] = HEAD + layout
        (tmp_path / f"{name}.ipynb").write_text(cells(layout))
    found = json.loads(tapelint("check", "--output-format", "json").stdout)
    assert {Path(each["path"]).stem for each in found} >= set(LAYOUTS)
    written = tapelint("check", "--add-noqa", *(("--reason", reason) if reason else ()))
    assert (written.returncode, written.stderr) == (0, "")
    after = tapelint("check", "--output-format", "concise", "--ignore", "TAP001")
    assert (after.returncode, after.stderr) == (0, ""), after.stdout
    of_flake8 = flake8("--isolated", "--select", "TAP", "--extend-ignore", "TAP001", "--jobs", "1")
    assert of_flake8.stdout == ""
    for path, text in before.items():
        now = path.read_bytes().decode().replace("\r\n", "\n").replace("\r", "\n")
        assert ast.dump(ast.parse(now)) == ast.dump(ast.parse(text)), path
        assert not reason or path.stem != "brackets" or now.count(reason) == 3
    again = tapelint("check", "--add-noqa")
    assert again.stdout.startswith("0 comments written into 0 files")
