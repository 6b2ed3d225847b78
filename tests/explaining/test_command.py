"""``tapelint explain``: places, formats, what cannot be explained.

``TAPELINT_UPDATE_GOLDEN=1 python -m pytest tests/explaining/test_command.py`` writes the golden
texts and pictures anew; look at what has changed before you keep it.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any
from unittest.mock import patch
from xml.etree import ElementTree

import libcst as cst
import pytest
from tests.conftest import ROOT, Run

from tapelint import Settings
from tapelint.explaining.explain import explain
from tapelint.explaining.facts import Spot
from tapelint.source.documents import read_document

GOLDEN = Path(__file__).parents[1] / "golden" / "explain"
EXAMPLE = ROOT / "docs" / "examples" / "saved_and_changed.py"
LINE = 11
UPDATE = bool(os.environ.get("TAPELINT_UPDATE_GOLDEN"))
SVG = "{http://www.w3.org/2000/svg}"

KEPT = """import torch
seen = []

class Net(torch.nn.Module):
    def forward(self, x):
        y = x.exp()
        self.last = y
        return self.last

def note(x):
    y = x * 2
    seen.append(y)
"""

LOOP = """import torch
w = torch.ones(3, requires_grad=True)
x = torch.zeros(3)
for i in range(9):
    x.add_(1)

def f(t):
    # a remark
    u = w * t
    return u

with torch.no_grad():
    y = w * 2
"""


def explained(tapelint: Run, place: str, **options: Any) -> dict[str, Any]:
    """The explanation of a place as JSON."""
    result = tapelint("explain", place, "--output-format", "json", **options)
    assert result.returncode == 0, result.stderr
    found: dict[str, Any] = json.loads(result.stdout)
    return found


def tensor(explanation: dict[str, Any], name: str) -> dict[str, Any]:
    """What is said of a tensor."""
    found: dict[str, Any] = next(each for each in explanation["tensors"] if each["name"] == name)
    return found


@pytest.mark.parametrize("output_format", ["text", "json", "dot", "svg"])
def test_golden_explanation(output_format: str, tapelint: Run, tmp_path: Path) -> None:
    shutil.copy(EXAMPLE, tmp_path)
    result = tapelint("explain", f"{EXAMPLE.name}:{LINE}", "--output-format", output_format)
    golden = GOLDEN / f"saved_and_changed.{'txt' if output_format == 'text' else output_format}"
    if UPDATE:
        GOLDEN.mkdir(exist_ok=True)
        golden.write_text(result.stdout, encoding="utf-8")
    assert (result.returncode, result.stderr) == (0, "")
    assert result.stdout == golden.read_text(encoding="utf-8")


def test_the_page_shows_the_example_and_what_is_printed() -> None:
    page = (ROOT / "docs" / "explain.md").read_text(encoding="utf-8")
    text = (GOLDEN / "saved_and_changed.txt").read_text(encoding="utf-8")
    assert f"```python\n{EXAMPLE.read_text(encoding='utf-8').rstrip()}\n```" in page
    assert f"```text\n{text.rstrip()}\n```" in page


def test_the_page_shows_what_a_line_changes(tapelint: Run, tmp_path: Path) -> None:
    shutil.copy(EXAMPLE, tmp_path)
    text = tapelint("explain", f"{EXAMPLE.name}:10").stdout
    (changes,) = [each for each in text.split("\n\n") if each.startswith("changed by")]
    assert f"```text\n{changes}\n```" in (ROOT / "docs/explain.md").read_text(encoding="utf-8")


def test_the_picture_marks_the_error_and_no_text_leaves_its_box() -> None:
    root = ElementTree.fromstring((GOLDEN / "saved_and_changed.svg").read_text(encoding="utf-8"))
    marked = [each.text for each in root.iter(f"{SVG}text") if each.get("class") == "error"]
    assert marked == ["saved result at version 0, now 1: raises"]
    for group in root.iter(f"{SVG}g"):
        box = group.find(f"{SVG}rect")
        assert box is not None
        for text in group.iter(f"{SVG}text"):
            assert len(text.text or "") * 7.3 <= float(box.get("width", "0"))


@pytest.mark.parametrize("line", [6, 11])
def test_what_was_executed_in_vain_is_no_visit(line: int, tapelint: Run, tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text(KEPT)
    assert explained(tapelint, f"a.py:{line}")["visits"] == 1


def test_places(tapelint: Run, tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text(LOOP)
    loop = explained(tapelint, "a.py:5")
    assert loop["in_loop"]
    assert loop["visits"] == 5
    assert tensor(loop, "x")["version"]["value"] is None
    function = explained(tapelint, "a.py:9:5")
    assert (function["function"], function["line"]) == ("f", 9)
    assert tensor(function, "t")["requires_grad"]["value"] == "unknown"
    assert explained(tapelint, "a.py:8")["shown"] == {"line": 8, "cell": None, "after": False}
    assert explained(tapelint, "a.py:6")["shown"] == {"line": 4, "cell": None, "after": True}
    assert explained(tapelint, "a.py:12")["grad_mode"] == "no_grad"
    assert explained(tapelint, "a.py:13")["grad_mode"] == "no_grad"
    from_stdin = explained(tapelint, "-:2", input=LOOP)
    assert tensor(from_stdin, "w")["is_leaf"]["value"] == "yes"


def test_a_line_that_is_not_reached(tapelint: Run, tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text("import torch\nif False:\n    x = torch.ones(1)\n")
    result = tapelint("explain", "a.py:3")
    assert result.returncode == 0
    assert "nothing is known here: it cannot be reached" in result.stdout


def test_a_line_of_a_notebook(tapelint: Run, tmp_path: Path) -> None:
    cells = [
        {"cell_type": "markdown", "metadata": {}, "source": "# A title"},
        *(
            {"cell_type": "code", "metadata": {}, "outputs": [], "execution_count": None,
             "source": source}
            for source in (
                "%matplotlib inline\nimport torch\nw = torch.ones(3, requires_grad=True)",
                "y = w * 2\nwith torch.no_grad():\n    w.add_(1)",
            )
        ),
    ]  # fmt: skip
    notebook = {"cells": cells, "metadata": {}, "nbformat": 4, "nbformat_minor": 5}
    (tmp_path / "n.ipynb").write_text(json.dumps(notebook))
    found = explained(tapelint, "n.ipynb:3:1")
    assert found["cell"] == 3
    assert tensor(found, "y")["grad_fn"] == {"operation": "mul", "line": 1, "cell": 3}
    assert explained(tapelint, "n.ipynb:cell 3:3:5")["grad_mode"] == "no_grad"
    assert "NOTEBOOK:CELL:LINE" in tapelint("explain", "n.ipynb:3").stderr


def test_findings_at_the_line(tapelint: Run, tmp_path: Path) -> None:
    source = f"{EXAMPLE.read_text(encoding='utf-8')}loss.backward()\n"
    (tmp_path / "a.py").write_text(source)
    found = explained(tapelint, "a.py:10")
    assert [each["code"] for each in found["findings"]] == ["TAP202"]
    assert "TAP202 [inplace-on-saved]" in tapelint("explain", "a.py:10").stdout


@pytest.mark.parametrize(
    ("place", "complaint"),
    [
        ("a.py:99", "a.py: no line 99 of Python; there is line 1 alone"),
        ("a.py:0", "a.py: no line 0 of Python"),
        ("gone.py:1", "gone.py: no such file or folder"),
        ("broken.py:1", "broken.py:1:5: syntax error"),
        ("a.py", "a.py: not a place; write FILE:LINE"),
        ("a.py:x", "a.py:x: not a place"),
    ],
)
def test_what_cannot_be_explained_is_one_line(
    place: str, complaint: str, tapelint: Run, tmp_path: Path
) -> None:
    (tmp_path / "a.py").write_text("x = 1\n")
    (tmp_path / "broken.py").write_text("x = = 1\n")
    result = tapelint("explain", place)
    assert (result.returncode, result.stdout) == (2, "")
    assert complaint in result.stderr
    assert re.fullmatch(r"tapelint: .*\n", result.stderr)


def test_the_reader_may_have_seen_enough(tmp_path: Path) -> None:
    """``tapelint explain ... | head -1`` is no error."""
    shutil.copy(EXAMPLE, tmp_path)
    command = [sys.executable, "-m", "tapelint", "explain", f"{EXAMPLE.name}:{LINE}"]
    reading, writing = os.pipe()
    os.close(reading)  # the reader is gone before anything is said
    with os.fdopen(writing, "wb") as closed:
        run = subprocess.run(
            command, cwd=tmp_path, stdout=closed, stderr=subprocess.PIPE, check=False, timeout=60
        )
    assert (run.returncode, run.stderr) == (0, b"")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no named pipes here")
@pytest.mark.parametrize("arguments", [["check", "pipe.py"], ["explain", "pipe.py:1"]])
def test_a_named_pipe_is_not_waited_for(
    arguments: list[str], tapelint: Run, tmp_path: Path
) -> None:
    os.mkfifo(tmp_path / "pipe.py")
    result = tapelint(*arguments)
    assert result.returncode == 2
    assert result.stderr.splitlines() == [
        "tapelint: pipe.py: a pipe or a device, no file; `-` reads standard input"
    ]


def test_a_loop_is_followed_for_some_rounds(tapelint: Run, tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text(LOOP)
    text = tapelint("explain", "a.py:5").stdout
    assert "followed for 5 rounds, however many there are" in text


CHANGED = """import torch
w = torch.ones(3, requires_grad=True)
x = torch.zeros(3)
y = w * x; x.add_(1)
# a remark
with torch.no_grad():
    y = y.exp()
z = w * 2
z.sum().backward()
del z
for i in range(9):
    u = w * 3
"""


@pytest.mark.parametrize(
    ("line", "changes"),
    [
        (4, ["x: version: 0, 1", "y: made by: none known, mul, line 4"]),
        (5, ["x: version: 0, 1", "y: made by: none known, mul, line 4"]),
        (6, ["autograd: mode: enabled, no_grad"]),
        (
            7,
            [
                "y: requires_grad: yes, no",
                "y: leaf: no, yes",
                "y: made by: mul, line 4, no grad_fn, line 7",
            ],
        ),
        (9, ["z: graph: -, freed (line 9)"]),
        (11, []),
        (12, []),
    ],
)
def test_what_a_line_changes(line: int, changes: list[str], tapelint: Run, tmp_path: Path) -> None:
    """Only what differs is said twice; in a loop, what each round changes in the same way."""
    (tmp_path / "a.py").write_text(CHANGED)
    found = explained(tapelint, f"a.py:{line}")["changes"]
    assert [f"{e['tensor']}: {e['what']}: {e['before']}, {e['after']}" for e in found] == changes
    text = tapelint("explain", f"a.py:{line}").stdout
    which = "line 4" if line == 5 else "this line"
    assert (f"changed by {which}\n  tensor" in text) is bool(changes)


def test_what_a_line_deletes(tapelint: Run, tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text(CHANGED)
    found = explained(tapelint, "a.py:10")["changes"]
    (change,) = found
    assert (change["tensor"], change["what"], change["after"]) == ("z", "made by", "none known")


CALLED_ONCE = """import torch
def f(t):
    u = t * 2
    return u
v = f(torch.ones(2))
s = [torch.zeros(2) for _ in range(3)]
s[0].mul_(2)
torch.distributions.Distribution.set_default_validate_args = False
"""


def test_a_call_and_the_run_on_its_own_are_told_apart(tapelint: Run, tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text(CALLED_ONCE)
    text = tapelint("explain", "a.py:3").stdout
    assert "followed for 1 call, and once more as if called from anywhere;" in text


def test_an_item_on_the_line_is_shown(tapelint: Run, tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text(CALLED_ONCE)
    found = tensor(explained(tapelint, "a.py:7"), "s[0]")
    assert found["requires_grad"]["value"] == "no"


def test_a_name_to_be_typed_is_not_shortened(tapelint: Run, tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text(CALLED_ONCE)
    text = tapelint("explain", "a.py:8").stdout
    assert "`torch.distributions.Distribution.set_default_validate_args(False)`" in text


def test_a_long_sum_is_explained_quickly() -> None:
    """The text of a sum holds those of all its parts: making each anew took seconds."""
    source = "import torch\nx = torch.ones(2)\ny = " + " + ".join(["x"] * 600) + "\n"
    document = read_document(source, "a.py")
    with patch.object(cst.Module, "code_for_node", side_effect=AssertionError):
        found = explain(document, "a.py", Spot(3), Settings())
    view = found.view if found is not None else None
    assert view is not None
    assert "x + x + x + x + x + x + x + x + x + ..." in {e.name for e in view.tensors}


def test_memory_that_several_share_is_one_line(tapelint: Run, tmp_path: Path) -> None:
    source = "import torch\nx = torch.ones(4)\na = x[:2]\nb = x.detach()\nc = (a, b)\n"
    (tmp_path / "a.py").write_text(source)
    text = tapelint("explain", "a.py:5").stdout
    assert text.count("shared by") == 1
