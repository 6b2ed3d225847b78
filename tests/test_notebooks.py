"""Notebooks: what is read of them, where findings are, and what fixes leave as it was."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tapelint import Settings, SourceError, fix_source, lint_readable, lint_source

from .conftest import Run

LEAF = ["import torch\n", "\n", "w = torch.nn.Parameter(torch.ones(3))"]
CHANGE = ["# a comment\n", "w.data.zero_()"]


def cell(source: list[str] | str, kind: str = "code", **more: Any) -> dict[str, Any]:
    output = {"outputs": [], "execution_count": None} if kind == "code" else {}
    return {"cell_type": kind, "metadata": {}, **output, "source": source, **more}


def notebook(*cells: dict[str, Any], indent: int | None = 1, **more: Any) -> str:
    content = {"cells": list(cells), "metadata": {}, "nbformat": 4, "nbformat_minor": 5, **more}
    return json.dumps(content, indent=indent, ensure_ascii=False) + "\n"


def places(text: str) -> list[tuple[str, int | None, int, int]]:
    found = lint_source(text, path="nb.ipynb", settings=Settings(select=("ALL",)))
    return [(each.code, each.location.cell, each.line, each.column) for each in found]


def test_cells_are_one_module_and_places_are_in_cells() -> None:
    text = notebook(cell(LEAF), cell(["# text\n"], "markdown"), cell([]), cell(CHANGE))
    assert places(text) == [("TAP302", 4, 2, 1)]
    (finding,) = lint_source(
        notebook(cell(LEAF), cell("w.zero_()")), path="nb.ipynb", settings=Settings()
    )
    assert [(each.location.cell, each.location.line) for each in finding.because] == [
        (1, 3),
        (2, 1),
    ]


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("%matplotlib inline\nw.data.zero_()", [(2, 1)]),
        ("!pip install \\\n  torch\nw.data.zero_()", [(3, 1)]),
        ("files = !ls\nw.data.zero_()", [(2, 1)]),
        ("%time w.data.zero_()", [(1, 7)]),
        ("%timeit -n 10 -r 3 w.data.zero_()", [(1, 20)]),
        ("x = %time w.data.zero_()", [(1, 5)]),
        ("%%time\nw.data.zero_()", [(2, 1)]),
        ("\n%%capture out\nw.data.zero_()", [(3, 1)]),
        ("%%bash\nw.data.zero_()\n", []),
        ("%%writefile a.py\nw.data.zero_()\n", []),
        ("?torch.nn\nw.data.zero_()", [(2, 1)]),
        ("torch.nn??\nw.data.zero_()", [(2, 1)]),
        ("pip install torch\nw.data.zero_()", [(2, 1)]),
        ("if True:\n    !ls\nw.data.zero_()", [(3, 1)]),
        ("y = (3\n% 2)\nw.data.zero_()", [(3, 1)]),
        ("y = 3 \\\n% 2\nw.data.zero_()", [(3, 1)]),
        ('y = """\n!ls\n%time\n"""\nw.data.zero_()', [(5, 1)]),
        ("z = 'it''s'  # (\n%cd ..\nw.data.zero_()", [(3, 1)]),
        ("w.data.zero_();", [(1, 1)]),
        ("  w.sum()\n  w.data.zero_()", [(2, 3)]),
        ("  if True:\n    w.data.zero_()\nw.sum()", [(2, 5)]),
        ("await w\nw.data.zero_()", [(2, 1)]),
        ("w.data.zero_()  # noqa: TAP302", []),
    ],
)
def test_magics_are_handled(source: str, expected: list[tuple[int, int]]) -> None:
    found = [each for each in places(notebook(cell(LEAF), cell(source))) if each[0] == "TAP302"]
    assert [(line, column) for _, _, line, column in found] == expected


def test_nbformat_3_and_other_languages() -> None:
    cells = [
        {"cell_type": "markdown", "source": "x", "metadata": {}},
        {"cell_type": "code", "input": LEAF, "language": "python", "outputs": []},
        {"cell_type": "code", "input": "not python", "language": "julia", "outputs": []},
        {"cell_type": "code", "input": CHANGE, "language": "python", "outputs": []},
    ]
    old = {"worksheets": [{"cells": cells}], "metadata": {}, "nbformat": 3, "nbformat_minor": 0}
    assert places(json.dumps(old)) == [("TAP302", 4, 2, 1)]
    julia = {"kernelspec": {"language": "julia", "name": "julia"}}
    assert places(notebook(cell(LEAF), cell(CHANGE), metadata=julia)) == []


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("torch .data", "nb.ipynb:1: not a notebook: broken JSON: Expecting value; save it again"),
        ('{"torch": ".data"}', "nb.ipynb: not a notebook: it has no list of cells; leave it out"),
        (
            '{"cells": [{"torch": ".data"}]}',
            "nb.ipynb: not a notebook: a cell is not as nbformat has it; save it again",
        ),
        (
            notebook(cell(LEAF), cell("x = 1\nw.data.zero_(\n")),
            "nb.ipynb:cell 2:2:13: syntax error: '(' was never closed; the other cells are linted "
            "without this one",
        ),
    ],
)
def test_a_broken_notebook_is_one_clear_line(text: str, message: str) -> None:
    with pytest.raises(SourceError) as caught:
        lint_source(text, path="nb.ipynb")
    assert str(caught.value) == message


OUTPUT = {"outputs": [{"text": ["w.data.zero_()\n"], "x": 1e5}], "execution_count": 7}


@pytest.mark.parametrize("indent", [None, 1, 4])
@pytest.mark.parametrize("as_list", [True, False])
def test_a_fix_changes_the_lines_of_its_cell_and_nothing_else(
    indent: int | None, as_list: bool
) -> None:
    lines = ["t = 'é \\\\ \"'\n", "w.data.zero_()  # 😀\n", "w.data.add_(1)\n", "done = 1"]
    fixed = [
        lines[0],
        "with torch.no_grad():\n",
        "    w.zero_()  # 😀\n",
        "    w.add_(1)\n",
        lines[3],
    ]
    source = lines if as_list else "".join(lines)
    expected = fixed if as_list else "".join(fixed)
    before = notebook(cell(LEAF), cell(source, **OUTPUT), indent=indent)
    after = notebook(cell(LEAF), cell(expected, **OUTPUT), indent=indent)
    assert fix_source(before, path="nb.ipynb").source == after
    raw = b"\xef\xbb\xbf" + before.replace("\n", "\r\n").encode()
    done = fix_source(raw, path="nb.ipynb").source
    assert done == b"\xef\xbb\xbf" + after.replace("\n", "\r\n").encode()


def test_escapes_and_odd_spacing_are_kept() -> None:
    before = (
        '{ "cells" :[{"cell_type":"code", "source":"import torch\\nw = torch.nn.Parameter('
        'torch.ones(3))\\ns = \'\\u00e9\\ud83d\\ude00\\/\'\\nw.data.zero_()", "b":1.50},\n\n  {"x":'
        ' 1e400, "cell_type":"raw","source" : [ ]} ],"nbformat":4 , "metadata":{}}'
    )
    after = before.replace("w.data.zero_()", "with torch.no_grad():\\n    w.zero_()")
    assert fix_source(before, path="nb.ipynb").source == after


def test_a_list_of_one_line_gets_lines_of_its_own() -> None:
    before = notebook(cell(LEAF), cell(["w.data.zero_()"]))
    after = notebook(cell(LEAF), cell(["with torch.no_grad():\n", "    w.zero_()"]))
    assert fix_source(before, path="nb.ipynb").source == after


def test_a_block_of_another_cell_is_not_joined_and_an_import_goes_to_its_cell() -> None:
    before = notebook(
        cell(["%matplotlib inline\n", "from torch import nn\n", "w = nn.Linear(2, 2).weight"]),
        cell(["w.data.zero_()"]),
        cell(["w.data.add_(1)"]),
    )
    after = notebook(
        cell(
            [
                "%matplotlib inline\n",
                "import torch\n",
                "from torch import nn\n",
                "w = nn.Linear(2, 2).weight",
            ]
        ),
        cell(["with torch.no_grad():\n", "    w.zero_()"]),
        cell(["with torch.no_grad():\n", "    w.add_(1)"]),
    )
    assert fix_source(before, path="nb.ipynb").source == after


def test_a_line_with_a_magic_is_not_edited() -> None:
    text = notebook(cell(LEAF), cell("%time w.data.zero_()"))
    (finding,) = lint_source(text, path="nb.ipynb")
    assert finding.fix is None
    assert fix_source(text, path="nb.ipynb").source is text


def test_the_command_names_cells_and_writes_notebooks(tapelint: Run, tmp_path: Path) -> None:
    path = tmp_path / "nb.ipynb"
    path.write_text(notebook(cell(LEAF), cell(CHANGE)), encoding="utf-8")
    (tmp_path / ".ipynb_checkpoints").mkdir()
    (tmp_path / ".ipynb_checkpoints" / "old.ipynb").write_text("broken torch .data")
    concise = tapelint("check", "--output-format", "concise").stdout
    assert concise.startswith("nb.ipynb:cell 2:2:1: TAP302 [data-mutation]")
    full = tapelint("check", "--show", "legacy").stdout
    assert "  1 | # a comment\n  2 | w.data.zero_()\n    | ^^^^^^^^^^^^^^ legacy\n" in full
    (finding,) = json.loads(tapelint("check", "--output-format", "json").stdout)
    assert (finding["cell"], finding["line"]) == (2, 2)
    assert [each["cell"] for each in finding["fix"]["edits"]] == [2]
    diff = tapelint("check", "--diff")
    assert diff.stdout.startswith("--- nb.ipynb:cell 2\n+++ nb.ipynb:cell 2\n@@ -1,2 +1,3 @@\n")
    assert tapelint("check", "--fix").returncode == 0
    fixed = ["# a comment\n", "with torch.no_grad():\n", "    w.zero_()"]
    assert path.read_text(encoding="utf-8") == notebook(cell(LEAF), cell(fixed))


EXERCISE = ["# to be filled in\n", "loss = <your code>\n", "import torch as T\n"]


def test_a_broken_cell_is_one_line_and_the_others_are_linted(tapelint: Run, tmp_path: Path) -> None:
    text = notebook(cell(LEAF), cell(EXERCISE), cell(CHANGE), cell("def f(:\n"))
    (tmp_path / "nb.ipynb").write_text(text)
    result = tapelint("check", "--output-format", "concise")
    assert result.returncode == 2
    assert result.stdout.startswith("nb.ipynb:cell 3:2:1: TAP302 [data-mutation]")
    assert "1 finding in 1 file: 1 legacy; [*] 1 fixable" in result.stdout
    told = result.stderr.splitlines()
    assert [line.partition(" syntax error: ")[0] for line in told] == [
        "tapelint: nb.ipynb:cell 2:2:8:",
        "tapelint: nb.ipynb:cell 4:1:7:",
    ]
    assert all(line.endswith("; the other cells are linted without this one") for line in told)


def test_the_readable_cells_of_a_notebook_are_fixed(tapelint: Run, tmp_path: Path) -> None:
    def text(*change: str) -> str:
        return notebook(cell(LEAF), cell(EXERCISE), cell(list(change)))

    (tmp_path / "nb.ipynb").write_text(text(*CHANGE))
    assert "+with torch.no_grad():" in tapelint("check", "--diff").stdout
    assert tapelint("check", "--fix").returncode == 2
    expected = text(CHANGE[0], "with torch.no_grad():\n", "    w.zero_()")
    assert (tmp_path / "nb.ipynb").read_text() == expected
    linted = lint_readable(expected, path="nb.ipynb")
    assert (linted.findings, [each.cell for each in linted.errors]) == ((), [2])


def test_what_a_broken_cell_imports_is_known_and_what_it_speaks_of_is_not() -> None:
    exercise = cell(["import torch\n", "v = <your code>\n", "w.foo()"])
    made = cell("w = torch.ones(3, requires_grad=True)\nv = torch.ones(3, requires_grad=True)")
    changes = cell("w.zero_()\nv.zero_()\nu = torch.ones(3, requires_grad=True)\nu.zero_()")

    def found(*cells: dict[str, Any]) -> list[tuple[int | None, int]]:
        linted = lint_readable(notebook(*cells), path="nb.ipynb")
        return [(each.location.cell, each.line) for each in linted.findings]

    assert found(exercise, made, changes) == [(3, 1), (3, 2), (3, 4)]
    assert found(cell("import torch"), made, exercise, changes) == [(4, 4)]


def test_a_notebook_that_is_no_python_at_all_is_one_line() -> None:
    text = notebook(cell("import torch;\nfunction f(x) end"), cell("x := torch.data"))
    linted = lint_readable(text, path="nb.ipynb")
    assert not linted.was_read
    assert [str(each) for each in linted.errors] == [
        "nb.ipynb:cell 1:2:10: syntax error: invalid syntax"
    ]


def test_a_baseline_keeps_what_stands_in_a_broken_cell(tapelint: Run, tmp_path: Path) -> None:
    path = tmp_path / "nb.ipynb"
    path.write_text(notebook(cell(LEAF), cell(CHANGE)))
    assert tapelint("baseline").returncode == 0
    before = (tmp_path / "tapelint-baseline.json").read_text()
    path.write_text(notebook(cell(LEAF), cell([*CHANGE, "\n)"])))
    again = tapelint("check", "--baseline", "tapelint-baseline.json")
    assert again.stderr.count("\n") == 1
    tapelint("baseline")
    assert (tmp_path / "tapelint-baseline.json").read_text() == before


def test_what_ends_a_cell_is_shown_and_not_thrown_away() -> None:
    """TAP107 says nothing of the last statement of a cell, nor of a page's block."""
    first = "import torch\nweight = torch.ones(2, requires_grad=True)\nscores = weight * 2.0"
    cells = [cell(first), cell("scores.detach()"), cell("scores.detach()\nscores.view(2, 1)")]
    settings = Settings(select=("TAP107",))
    found = lint_readable(notebook(*cells), path="nb.ipynb", settings=settings).findings
    assert [(each.location.cell, each.line) for each in found] == [(3, 1)]
    page = f"```python\n{first}\nscores.detach()\nscores.view(2, 1)\n```\n"
    found = lint_readable(page, path="page.md", settings=settings).findings
    assert [each.line for each in found] == [5]
    script = f"# %%\n{first}\n\n# %%\nscores.detach()\n\n# %%\nscores.detach()\nscores.view(2, 1)\n"
    assert [each.line for each in lint_source(script, settings=settings)] == [10]
