"""Finding again in a document of which little has changed gives what finding anew does."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from tapelint.findings import Finding
from tapelint.lint import finding_with, lint_readable
from tapelint.server.jobs import notebook_source
from tapelint.server.relinting import Relinter
from tapelint.settings import Settings

from .random_edits import document, edits

APART = """\
import torch


def first(values):
    weight = torch.zeros(3, requires_grad=True)
    weight.add_(values)
    return weight


def second(values):
    weight = torch.ones(3, requires_grad=True)
    weight.mul_(2)
    return weight
"""


class Editing:
    """A document in which someone types."""

    def __init__(self, path: str = "train.py") -> None:
        self.path = path
        self.relinter = Relinter()

    def findings(self, text: str) -> list[Finding]:
        """What the server finds, which must be what a fresh run finds."""
        with finding_with(self.relinter):
            found = lint_readable(text, path=self.path, settings=Settings()).findings
        assert found == lint_readable(text, path=self.path, settings=Settings()).findings
        return list(found)

    @property
    def steps(self) -> int:
        """How many steps were executed since all of the document was, that run included."""
        version = self.relinter.known(self.path)
        return 0 if version is None else version.whole.steps


@pytest.mark.parametrize("seed", range(4))
def test_random_edits_give_what_a_fresh_run_gives(seed: int) -> None:
    """Whatever is typed, moved and deleted: places, reasons and fixes are those of a fresh run."""
    rng = random.Random(seed)
    text, editing = document(rng, 6), Editing()
    found = [editing.findings(each) for each in (text, *edits(rng, text, 6))]
    assert any(found)


def test_only_what_has_changed_is_executed_again() -> None:
    """What was found in the other function is moved, with its reasons and its fix."""
    editing = Editing()
    before = editing.findings(APART)
    whole = editing.steps
    after = editing.findings(APART.replace("zeros(3", "zeros(\n        4"))
    assert [each.line for each in before] == [6, 12]
    assert [each.line for each in after] == [7, 13]
    assert 0 < editing.steps - whole < 0.6 * whole


def test_what_is_known_stays_while_a_statement_is_typed() -> None:
    """Most texts on the way are no Python: what was found before counts once one is again."""
    editing = Editing()
    editing.findings(APART)
    whole = editing.steps
    with finding_with(editing.relinter):
        broken = lint_readable(APART + "values = (", path="train.py", settings=Settings())
    assert not broken.was_read
    editing.findings(APART + "values = (1,)\n")
    assert editing.steps - whole < 0.6 * whole


def test_nothing_is_executed_again_for_a_comment() -> None:
    """Lines above a function move what was found in it."""
    editing = Editing()
    editing.findings(APART)
    whole = editing.steps
    after = editing.findings(APART.replace("\n\ndef first", "# a note\n\n\ndef first"))
    assert [each.line for each in after] == [7, 13]
    assert editing.steps - whole < 0.2 * whole


@pytest.mark.parametrize(
    "typed",
    [
        "torch.set_grad_enabled(False)\n",
        "torch.nn.modules.module.register_module_forward_hook(print)\n",
        "import numpy as torch\n",
        "first = second\n",
        "def third():\n    global torch\n    torch = None\n",
        "raise SystemExit\n",
        "model = torch.nn.DataParallel(torch.nn.Linear(2, 2))\n",
    ],
)
def test_what_matters_to_others_is_seen(typed: str) -> None:
    """Something typed above, and between, what does not name it; and taken out again."""
    editing = Editing()
    editing.findings(APART)
    for mark in ("\n\ndef first", "\n\ndef second"):
        editing.findings(APART.replace(mark, f"{typed}{mark}"))
        editing.findings(APART)


def test_a_comment_that_says_a_role_is_seen() -> None:
    """It stands above the function, outside of all statements; written, moved and taken away."""
    function = (
        "def {}(thing, stepper, x):\n    loss, other = thing(x).sum(), thing(x).sum()\n"
        "    loss.backward()\n    stepper.step()\n    other.backward()\n"
    )
    comment = "# tapelint: role(thing)=module, role(stepper)=optimiser\n"
    first, second, editing = function.format("first"), function.format("second"), Editing()
    for text, lines in (
        (f"import torch\n{first}\n\n{second}", []),
        (f"import torch\n{comment}{first}\n\n{second}", [6]),
        (f"import torch\n{first}\n\n{comment}{second}", [13]),
        (f"import torch\n{first}\n\n{second}", []),
    ):
        assert [each.line for each in editing.findings(text)] == lines, text


def test_an_import_that_changes_is_seen(tmp_path: Path) -> None:
    """What another file says may change while nothing is typed here."""
    other, here = tmp_path / "other.py", tmp_path / "here.py"
    text = "from other import change\n" + APART.replace("weight.mul_(2)", "change(weight).mul_(2)")
    editing = Editing(str(here))
    here.write_text(text, encoding="utf-8")
    other.write_text("def change(given):\n    return given.detach()\n", encoding="utf-8")
    assert len(editing.findings(text)) == 1
    other.write_text("def change(given):\n    return given\n", encoding="utf-8")
    assert len(editing.findings(text + "# typed\n")) == 2


def test_a_file_that_comes_to_be_is_seen(tmp_path: Path) -> None:
    """A document that is saved for the first time may import what stands beside it."""
    text = "from other import change\n" + APART.replace("weight.mul_(2)", "change(weight).mul_(2)")
    editing = Editing(str(tmp_path / "here.py"))
    changes = "def change(given):\n    return given\n"
    (tmp_path / "other.py").write_text(changes, encoding="utf-8")
    assert len(editing.findings(text)) == 1
    (tmp_path / "here.py").write_text(text, encoding="utf-8")
    assert len(editing.findings(text + "# typed\n")) == 2


def test_cells_are_read_whole() -> None:
    """What ends a cell is shown: that may change while no statement does."""
    relinter = Relinter()
    for cells in (
        ["import torch\n", "x = torch.ones(3)\n", "x.detach()\n", "x\n"],
        ["import torch\n", "x = torch.ones(3)\n", "x.detach()\nx\n"],
    ):
        source = notebook_source([(each, True) for each in cells])
        settings = Settings(extend_select=("TAP107",))
        with finding_with(relinter):
            found = lint_readable(source, path="a.ipynb", settings=settings)
        assert found == lint_readable(source, path="a.ipynb", settings=settings)
        assert not found.errors


def test_settings_that_change_are_seen() -> None:
    """What was found for other rules does not count."""
    relinter = Relinter()
    for settings in (Settings(ignore=("TAP2",)), Settings(), Settings(ignore=("TAP2",))):
        with finding_with(relinter):
            found = lint_readable(APART, path="train.py", settings=settings).findings
        assert found == lint_readable(APART, path="train.py", settings=settings).findings
