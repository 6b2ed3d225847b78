"""Code actions: one fix, all fixes, silence; the document is then as the command would leave it."""

from __future__ import annotations

from pathlib import Path

import pytest
from lsprotocol import types
from pygls.exceptions import JsonRpcException

from tapelint import Settings, fix_source, lint_source
from tapelint.adding_noqa import with_noqa

from .editor import PITFALL, UNSAFE, Editor, applied, edits_of

BOTH = PITFALL + UNSAFE.split("\n", 2)[2].replace("w ", "v ").replace("w.", "v.")
"""A safe fix on line 4, an unsafe one on line 6."""

REFUSED = """\
import torch

w = torch.zeros(3, requires_grad=True)
score = torch.distributions.Normal(w, 1.0, validate_args=False).log_prob(0.5)
"""
"""A pitfall of a rule that is off by default, whose fix would make an error of the next call."""


def action(found: list[types.CodeAction], words: str) -> types.CodeAction:
    (one,) = [each for each in found if words in each.title]
    return one


def opened(editor: Editor, folder: Path, text: str, name: str = "train.py") -> str:
    uri = (folder / name).as_uri()
    editor.opened(uri, text)
    return uri


def test_a_safe_fix_is_the_obvious_one(editor: Editor, tmp_path: Path) -> None:
    uri = opened(editor, tmp_path, BOTH)
    fix = action(editor.actions(uri, 4), "put the change")
    assert (fix.kind, fix.is_preferred) == ("quickfix", True)
    fixed = applied(BOTH, edits_of(fix, uri))
    assert fixed == BOTH.replace("w.normal_()", "with torch.no_grad():\n    w.normal_()")
    (rest,) = lint_source(fixed)
    assert rest.code == "TAP101"


def test_an_unsafe_fix_says_so_and_is_not_the_obvious_one(editor: Editor, tmp_path: Path) -> None:
    uri = opened(editor, tmp_path, BOTH)
    fix = action(editor.actions(uri, 6), "[TAP101]")
    assert fix.title.endswith("(unsafe: look at the result)")
    assert not fix.is_preferred
    assert applied(BOTH, edits_of(fix, uri)) == BOTH.replace("torch.tensor", "torch.stack")


def test_an_action_names_the_diagnostic_that_it_is_about(editor: Editor, tmp_path: Path) -> None:
    uri = opened(editor, tmp_path, BOTH)
    shown = editor.published(uri)
    fix = action(editor.actions(uri, 4, shown=shown), "put the change")
    assert [each.code for each in fix.diagnostics or ()] == ["TAP201"]


def test_there_is_nothing_to_do_where_nothing_is_found(editor: Editor, tmp_path: Path) -> None:
    uri = opened(editor, tmp_path, PITFALL.replace("w.normal_()", "print(w)"))
    assert editor.actions(uri, 4) == []


def test_fix_all_does_what_the_command_does(editor: Editor, tmp_path: Path) -> None:
    text = PITFALL + "w.zero_()\n\nw.add_(1)\n" + BOTH.split("\n", 4)[4]
    uri = opened(editor, tmp_path, text)
    (fix,) = editor.actions(uri, 1, only=["source.fixAll"])
    assert fix.kind == "source.fixAll.tapelint"
    assert applied(text, edits_of(fix, uri)) == fix_source(text).source
    assert "all safe fixes" in fix.title
    assert editor.actions(uri, 4, only=["refactor"]) == []
    kinds = {each.kind for each in editor.actions(uri, 4, only=["quickfix"])}
    assert kinds == {"quickfix"}


def test_fix_all_follows_the_settings(editor: Editor, tmp_path: Path) -> None:
    (tmp_path / "tapelint.toml").write_text('unsafe-fixes = true\nunfixable = ["TAP201"]\n')
    uri = opened(editor, tmp_path, BOTH)
    (fix,) = editor.actions(uri, 1, only=["source.fixAll.tapelint"])
    settings = Settings(unsafe_fixes=True, unfixable=("TAP201",))
    assert applied(BOTH, edits_of(fix, uri)) == fix_source(BOTH, settings=settings).source
    assert "all fixes" in fix.title
    titles = [each.title for each in editor.actions(uri, 4, only=["quickfix"])]
    assert titles == ["tapelint: ignore TAP201 on this line"]


@pytest.mark.parametrize("text", [BOTH, BOTH.replace("\n", "\r\n"), BOTH.rstrip("\n")])
def test_ignoring_on_a_line_writes_the_comment_of_the_command(
    editor: Editor, tmp_path: Path, text: str
) -> None:
    uri = opened(editor, tmp_path, text)
    ignore = action(editor.actions(uri, 4), "ignore TAP201 on this line")
    silent = applied(text, edits_of(ignore, uri))
    assert silent == with_noqa(text, lint_source(text)[:1])[0]
    assert "w.normal_()  # noqa: TAP201" in silent
    assert [each.code for each in lint_source(silent)] == ["TAP101"]


def test_a_comment_that_silences_nothing_can_be_taken_out_and_not_ignored(
    editor: Editor, tmp_path: Path
) -> None:
    text = "import torch\nx = torch.ones(3)  # noqa: TAP201\n"
    uri = opened(editor, tmp_path, text)
    found = editor.actions(uri, 2, only=["quickfix"])
    assert len(found) == 1
    assert applied(text, edits_of(found[0], uri)) == "import torch\nx = torch.ones(3)\n"


def test_an_editor_that_can_wait_gets_the_change_when_it_asks(
    asking_editor: Editor, tmp_path: Path
) -> None:
    uri = opened(asking_editor, tmp_path, BOTH)
    found = asking_editor.actions(uri, 4)
    assert [each.edit for each in found] == [None] * 3
    fix = asking_editor.resolve(action(found, "put the change"))
    assert "no_grad" in applied(BOTH, edits_of(fix, uri))
    ignore = asking_editor.resolve(action(found, "ignore"))
    assert "# noqa: TAP201" in applied(BOTH, edits_of(ignore, uri))
    all_of_them = asking_editor.resolve(action(found, "all safe fixes"))
    assert applied(BOTH, edits_of(all_of_them, uri)) == fix_source(BOTH).source


def test_an_action_of_a_text_that_has_changed_is_refused(
    asking_editor: Editor, tmp_path: Path
) -> None:
    uri = opened(asking_editor, tmp_path, BOTH)
    fix = action(asking_editor.actions(uri, 4), "put the change")
    asking_editor.type(uri, "\n" + BOTH)
    with pytest.raises(JsonRpcException, match="the document has changed meanwhile"):
        asking_editor.resolve(fix)


def test_a_fix_that_would_make_another_mistake_is_not_handed_out(
    editor: Editor, asking_editor: Editor, tmp_path: Path
) -> None:
    (tmp_path / "tapelint.toml").write_text('extend-select = ["TAP404"]\n')
    uri = opened(editor, tmp_path, REFUSED)
    titles = [each.title for each in editor.actions(uri, 4, only=["quickfix"])]
    assert titles == ["tapelint: ignore TAP404 on this line"]
    opened(asking_editor, tmp_path, REFUSED)
    fix = action(asking_editor.actions(uri, 4), "[TAP404]")
    with pytest.raises(JsonRpcException, match="would make another mistake"):
        asking_editor.resolve(fix)
