"""Settings in the editor: the nearest file, what is left out, changes, mistakes, folders."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from lsprotocol import types

from .editor import PITFALL, UNSAFE, Editor

TABLE = "[tool.tapelint]\n"


def opened(editor: Editor, folder: Path, name: str = "train.py", text: str = PITFALL) -> str:
    uri = (folder / name).as_uri()
    editor.open(uri, text)
    return uri


def codes(editor: Editor, uri: str) -> list[object]:
    return [each.code for each in editor.published(uri)]


def tell(editor: Editor, path: Path) -> None:
    change = types.FileEvent(path.as_uri(), types.FileChangeType.Changed)
    editor.client.workspace_did_change_watched_files(types.DidChangeWatchedFilesParams([change]))


def test_each_file_follows_the_nearest_settings(editor: Editor, tmp_path: Path) -> None:
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
    (tmp_path / "one" / "tapelint.toml").write_text('ignore = ["TAP2"]\n')
    (tmp_path / "pyproject.toml").write_text(f'{TABLE}ignore = ["TAP1"]\n')
    assert codes(editor, opened(editor, tmp_path / "one", text=PITFALL + UNSAFE)) == ["TAP101"]
    assert codes(editor, opened(editor, tmp_path / "two", text=PITFALL + UNSAFE)) == ["TAP201"]


@pytest.mark.parametrize(
    "setting",
    [
        'extend-exclude = ["train.py"]',
        'per-file-ignores = { "*.py" = ["TAP201"] }',
        'ignore = ["inplace-on-leaf"]',
        'select = ["TAP1"]',
    ],
)
def test_what_the_command_would_not_report_is_not_shown(
    editor: Editor, tmp_path: Path, setting: str
) -> None:
    (tmp_path / "tapelint.toml").write_text(f"{setting}\n")
    assert codes(editor, opened(editor, tmp_path)) == []


def test_what_git_ignores_and_what_a_comment_silences_is_not_shown(
    editor: Editor, tmp_path: Path
) -> None:
    (tmp_path / ".git").mkdir()
    (tmp_path / ".gitignore").write_text("generated.py\n")
    assert codes(editor, opened(editor, tmp_path, "generated.py")) == []
    silent = PITFALL.replace("w.normal_()", "w.normal_()  # tapelint: ignore[TAP201]")
    assert codes(editor, opened(editor, tmp_path, "silent.py", silent)) == []


def test_changed_settings_hold_at_once(editor: Editor, tmp_path: Path) -> None:
    (watchers,) = [
        each for each in editor.client.registered if "didChangeWatchedFiles" in each.method
    ]
    assert "**/*.toml" in str(watchers.register_options)
    path = tmp_path / "pyproject.toml"
    uri = opened(editor, tmp_path)
    assert codes(editor, uri) == ["TAP201"]
    path.write_text(f'{TABLE}ignore = ["TAP201"]\n')
    tell(editor, path)
    editor.until(lambda: codes(editor, uri) == [])
    path.unlink()
    tell(editor, path)
    editor.until(lambda: codes(editor, uri) == ["TAP201"])


def test_changed_settings_are_noticed_by_editors_that_do_not_watch(
    editor: Editor, tmp_path: Path
) -> None:
    uri = opened(editor, tmp_path)
    assert codes(editor, uri) == ["TAP201"]
    (tmp_path / "tapelint.toml").write_text('ignore = ["TAP201"]\n')
    editor.save(uri)
    editor.until(lambda: codes(editor, uri) == [])
    (tmp_path / "tapelint.toml").write_text("")
    version = editor.type(uri, PITFALL + "\n")
    assert len(editor.published(uri, version)) == 1


def test_an_editor_that_asks_is_told_to_ask_again(asking_editor: Editor, tmp_path: Path) -> None:
    uri = opened(asking_editor, tmp_path)
    first = asking_editor.pull(uri)
    assert len(first.items) == 1
    before = asking_editor.client.refreshed
    (tmp_path / "tapelint.toml").write_text('ignore = ["TAP201"]\n')
    tell(asking_editor, tmp_path / "tapelint.toml")
    asking_editor.until(lambda: asking_editor.client.refreshed > before)
    assert asking_editor.pull(uri, first.result_id).items == ()


def test_a_mistake_in_settings_is_told_once_and_the_findings_stay(
    editor: Editor, tmp_path: Path
) -> None:
    path = tmp_path / "tapelint.toml"
    uri = opened(editor, tmp_path)
    assert codes(editor, uri) == ["TAP201"]
    path.write_text("ignor = []\n")
    tell(editor, path)
    expected = f"tapelint: {path}:1: unknown setting 'ignor': did you mean 'ignore'?"
    editor.until(lambda: expected in editor.client.messages)
    version = editor.type(uri, "\n" + PITFALL)
    (found,) = editor.published(uri, version)
    assert found.range.start.line == 4
    path.write_text("ignore = []\n")
    tell(editor, path)
    editor.until(lambda: editor.actions(uri, 5))
    assert editor.client.messages.count(expected) == 1


def test_folders_say_what_patterns_are_relative_to(
    start: Callable[..., Editor], tmp_path: Path
) -> None:
    """A project below a folder of a name that is left out by default is not left out itself."""
    one, two = tmp_path / "build" / "one", tmp_path / "build" / "two"
    for folder in (one, two):
        (folder / "build").mkdir(parents=True)
    editor = start(one, cwd=tmp_path)
    assert codes(editor, opened(editor, one)) == ["TAP201"]
    assert codes(editor, opened(editor, one / "build")) == []
    event = types.WorkspaceFoldersChangeEvent([types.WorkspaceFolder(two.as_uri(), "two")], [])
    editor.client.workspace_did_change_workspace_folders(
        types.DidChangeWorkspaceFoldersParams(event)
    )
    assert codes(editor, opened(editor, two)) == ["TAP201"]
    assert codes(editor, opened(editor, two / "build")) == []
    (one / "tapelint.toml").write_text('ignore = ["TAP2"]\n')
    assert codes(editor, opened(editor, one, "other.py")) == []
    (one / "tapelint.toml").write_text("")


def test_options_of_the_command_hold_for_all_files(
    start: Callable[..., Editor], tmp_path: Path
) -> None:
    editor = start(tmp_path, arguments=("--extend-select", "data-read", "--ignore", "TAP2"))
    text = PITFALL + "print(w.data)\n"
    assert codes(editor, opened(editor, tmp_path, text=text)) == ["TAP303"]
