"""Positions and documents: units, line ends, changes, notebooks."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st
from lsprotocol import types

from tapelint import lint_source
from tapelint.findings import Location
from tapelint.server.carrying import carried
from tapelint.server.documents import Documents, Part, Snapshot
from tapelint.server.edits import text_edits
from tapelint.server.positions import Positions

from .editor import PITFALL, Editor, applied, edits_of

ENCODINGS = {"utf-8": "utf-8", "utf-16": "utf-16-le", "utf-32": "utf-32-le"}
WIDTHS = {"utf-8": 1, "utf-16": 2, "utf-32": 4}
TEXTS = st.text(st.sampled_from("ab é€\U0001f525\U0001d538\t\n\r\f\x0b\x1c\x85\u2028"), max_size=30)


def lines_of(text: str) -> list[str]:
    """The lines as the protocol has them: by no other characters than these."""
    return text.replace("\r\n", "\n").replace("\r", "\n").split("\n")


@given(TEXTS, st.sampled_from(sorted(ENCODINGS)))
def test_positions_count_units_of_the_encoding(text: str, encoding: str) -> None:
    positions = Positions(text, encoding)
    for offset in range(len(text) + 1):
        if text[offset - 1 : offset + 1] == "\r\n":
            continue  # no place of the protocol's lies within a line end
        before = lines_of(text[:offset])
        units = len(before[-1].encode(ENCODINGS[encoding])) // WIDTHS[encoding]
        assert positions.position(offset) == types.Position(len(before) - 1, units)
        assert positions.offset(positions.position(offset)) == offset


@given(TEXTS, st.sampled_from(sorted(ENCODINGS)), st.integers(0, 40), st.integers(0, 200))
def test_any_position_has_an_offset_in_its_line(
    text: str, encoding: str, line: int, character: int
) -> None:
    offset = Positions(text, encoding).offset(types.Position(line, character))
    assert 0 <= offset <= len(text)
    lines = lines_of(text)
    if line < len(lines):
        assert Positions(text, encoding).position(offset).line == line


@given(TEXTS, TEXTS, TEXTS, st.data(), st.sampled_from(sorted(ENCODINGS)))
def test_typing_is_followed(
    text: str, typed: str, more: str, data: st.DataObject, encoding: str
) -> None:
    documents = Documents()
    documents.encoding = encoding
    documents.open(types.TextDocumentItem("file:///a.py", "python", 1, text))
    for version, new in enumerate([typed, more], 2):
        start = data.draw(st.integers(0, len(text)))
        end = data.draw(st.integers(start, len(text)))
        where = Positions(text, encoding).range(start, end)
        start, end = Positions(text, encoding).offsets(where)
        text = text[:start] + new + text[end:]
        unit = documents.change(
            types.DidChangeTextDocumentParams(
                types.VersionedTextDocumentIdentifier(version, "file:///a.py"),
                [types.TextDocumentContentChangePartial(where, new)],
            )
        )
    assert unit is not None
    assert unit.snapshot().source == text


@given(TEXTS, TEXTS)
def test_edits_make_one_text_of_another(before: str, after: str) -> None:
    text = before
    positions = Positions(before, "utf-16")
    for edit in reversed(text_edits(before, after, "utf-16")):
        start, end = positions.offsets(edit.range)
        text = text[:start] + edit.new_text + text[end:]
    assert text == after


@given(TEXTS, TEXTS, st.data())
def test_a_finding_is_carried_with_the_text_around_it(
    before: str, after: str, data: st.DataObject
) -> None:
    (finding,) = lint_source(PITFALL)
    mark = "w.normal_()"
    first = data.draw(st.integers(0, len(before)))
    second = data.draw(st.integers(0, len(after)))
    old = f"{before[:first]}\n{mark}\n{before[first:]}"
    new = f"{after[:second]}\n{mark}\n{after[second:]}"
    start = old.index(mark)
    located = Positions(old, "utf-32").location(start, start + len(mark))
    moved = carried(
        [_at(finding, located)],
        Snapshot("u", 1, old, (Part(None, "u", old, 1),)),
        Snapshot("u", 2, new, (Part(None, "u", new, 2),)),
    )
    for each in moved:
        begin, end = Positions(new, "utf-32").offsets_of(each.location)
        assert begin < end
    if before == after and first == second:
        assert [each.location for each in moved] == [located]


def test_a_finding_in_a_text_that_is_quite_another_is_left_out() -> None:
    """So many lines are not compared: it may be anywhere, and would reach over all of them."""
    (finding,) = lint_source(PITFALL)
    old = PITFALL
    new = f"# first\n{PITFALL}" + "print(1)\n" * 3000
    before = Snapshot("u", 1, old, (Part(None, "u", old, 1),))
    assert carried([finding], before, Snapshot("u", 2, new, (Part(None, "u", new, 2),))) == []
    new = f"# first\n{PITFALL}print(1)\n"
    (moved,) = carried([finding], before, Snapshot("u", 2, new, (Part(None, "u", new, 2),)))
    assert moved.line == finding.line + 1


def _at(finding: object, location: Location) -> object:
    from dataclasses import replace

    return replace(finding, location=location, because=())  # type: ignore[type-var]


WIDE = 'import torch\nw = torch.zeros(3, requires_grad=True)\n"\U0001f525é"; w.zero_()\n'


def test_client_and_server_agree_on_units(
    asking_editor: Editor, start: Callable[..., Editor]
) -> None:
    assert asking_editor.greeting.capabilities.position_encoding == "utf-8"
    asking_editor.open("untitled:wide", WIDE)
    (found,) = asking_editor.pull("untitled:wide").items
    assert found.range.start == types.Position(2, 10)
    editor = start(encodings=["utf-7", "utf-32", "utf-8"])
    assert editor.greeting.capabilities.position_encoding == "utf-32"
    editor.open("untitled:wide", WIDE)
    (found,) = editor.published("untitled:wide")
    assert found.range.start == types.Position(2, 6)


def test_units_are_those_of_utf_16_where_nothing_is_agreed(editor: Editor) -> None:
    assert editor.greeting.capabilities.position_encoding == "utf-16"
    editor.open("untitled:wide", WIDE)
    (found,) = editor.published("untitled:wide")
    assert found.range.start == types.Position(2, 7)


def test_a_form_feed_ends_no_line(editor: Editor, tmp_path: Path) -> None:
    uri = (tmp_path / "a.py").as_uri()
    editor.open(uri, f"\f\n{PITFALL}")
    assert [each.range.start.line for each in editor.published(uri)] == [4]
    end = types.Position(4, 11)
    version = editor.type(uri, "\n# \x0b\u2028\nw.zero_()", types.Range(end, end))
    assert [each.range.start.line for each in editor.published(uri, version)] == [4, 6]


# --- notebooks -----------------------------------------------------------------------------

BOOK = "file:///work/book.ipynb"
CELLS = [
    ("# Title\n", "markdown"),
    ("%matplotlib inline\nimport torch\nw = torch.zeros(3, requires_grad=True)", "python"),
    ("w.data.zero_()\nw.normal_()\n", "python"),
]


def cell_uri(number: int, name: str = "book") -> str:
    return f"vscode-notebook-cell:/work/{name}.ipynb#C{number}"


def cell(number: int, language: str = "python", name: str = "book") -> types.NotebookCell:
    markup = types.NotebookCellKind.Markup
    kind = types.NotebookCellKind.Code if language == "python" else markup
    return types.NotebookCell(kind, cell_uri(number, name))


def item(number: int, text: str, language: str = "python", name: str = "book") -> object:
    return types.TextDocumentItem(cell_uri(number, name), language, 1, text)


def open_book(editor: Editor, name: str) -> str:
    uri = f"file:///work/{name}.ipynb"
    editor.client.notebook_document_did_open(
        types.DidOpenNotebookDocumentParams(
            types.NotebookDocument(
                uri,
                "jupyter-notebook",
                1,
                [cell(at, language, name) for at, (_, language) in enumerate(CELLS)],
            ),
            [  # an editor sends the cells that were asked for: those of Python
                item(at, text, language, name)  # type: ignore[misc]
                for at, (text, language) in enumerate(CELLS)
                if language == "python"
            ],
        )
    )
    return uri


def change_book(editor: Editor, uri: str, **changes: object) -> None:
    editor.client.notebook_document_did_change(
        types.DidChangeNotebookDocumentParams(
            types.VersionedNotebookDocumentIdentifier(2, uri),
            types.NotebookDocumentChangeEvent(
                cells=types.NotebookDocumentCellChanges(**changes)  # type: ignore[arg-type]
            ),
        )
    )


def places(editor: Editor, name: str, number: int) -> list[tuple[object, int]]:
    found = editor.published(cell_uri(number, name))
    return [(each.code, each.range.start.line) for each in found]


def test_the_cells_of_a_notebook_are_one_module(editor: Editor) -> None:
    open_book(editor, "one")
    assert places(editor, "one", 2) == [("TAP302", 0), ("TAP201", 1)]
    assert places(editor, "one", 1) == []
    related = editor.published(cell_uri(2, "one"))[1].related_information
    assert related is not None
    assert related[0].location.uri == cell_uri(1, "one")
    assert related[0].location.range.start.line == 2
    shown = editor.hover(cell_uri(2, "one"), 2)
    assert shown is not None
    assert "(cell 2, line 3)" in shown.contents.value  # type: ignore[union-attr]


def test_typing_in_a_cell_is_followed(editor: Editor) -> None:
    uri = open_book(editor, "typed")
    places(editor, "typed", 2)
    end = types.Position(2, 0)
    change = types.TextDocumentContentChangePartial(types.Range(end, end), "w.zero_()\n")
    content = types.NotebookDocumentCellContentChanges(
        types.VersionedTextDocumentIdentifier(2, cell_uri(2, "typed")), [change]
    )
    change_book(editor, uri, text_content=[content])
    editor.until(lambda: len(places(editor, "typed", 2)) == 3)


def test_cells_come_and_go(editor: Editor) -> None:
    uri = open_book(editor, "cells")
    places(editor, "cells", 2)
    array = types.NotebookCellArrayChange(2, 0, [cell(7, name="cells")])
    opened = [item(7, "w = w.detach().requires_grad_(False)\n", name="cells")]
    change_book(
        editor,
        uri,
        structure=types.NotebookDocumentCellChangeStructure(array, opened),  # type: ignore[arg-type]
    )
    editor.until(lambda: ("TAP201", 1) not in places(editor, "cells", 2))
    array = types.NotebookCellArrayChange(2, 1)
    gone = [types.TextDocumentIdentifier(cell_uri(7, "cells"))]
    change_book(editor, uri, structure=types.NotebookDocumentCellChangeStructure(array, None, gone))
    editor.until(lambda: ("TAP201", 1) in places(editor, "cells", 2))
    assert editor.published(cell_uri(7, "cells")) == []


def test_fixes_and_comments_in_cells(editor: Editor) -> None:
    open_book(editor, "fixed")
    assert len(places(editor, "fixed", 2)) == 2
    uri, text = cell_uri(2, "fixed"), CELLS[2][0]
    found = {each.title: each for each in editor.actions(uri, 2)}
    (title,) = [each for each in found if "[TAP201]" in each]
    fixed = applied(text, edits_of(found[title], uri))
    assert fixed == "w.data.zero_()\nwith torch.no_grad():\n    w.normal_()\n"
    silent = applied(text, edits_of(found["tapelint: ignore TAP201 on this line"], uri))
    assert silent == "w.data.zero_()\nw.normal_()  # noqa: TAP201\n"
    everything = applied(text, edits_of(found["tapelint: apply all safe fixes in this file"], uri))
    assert everything == "with torch.no_grad():\n    w.zero_()\n    w.normal_()\n"


def test_closing_a_notebook_takes_the_diagnostics_of_its_cells_away(editor: Editor) -> None:
    uri = open_book(editor, "closed")
    assert len(places(editor, "closed", 2)) == 2
    cells = [types.TextDocumentIdentifier(cell_uri(at, "closed")) for at in (1, 2)]
    editor.client.notebook_document_did_close(
        types.DidCloseNotebookDocumentParams(types.NotebookDocumentIdentifier(uri), cells)
    )
    editor.until(lambda: places(editor, "closed", 2) == [])


def test_cells_can_be_asked_for(asking_editor: Editor) -> None:
    open_book(asking_editor, "asked")
    found = asking_editor.pull(cell_uri(2, "asked")).items
    assert [each.code for each in found] == ["TAP302", "TAP201"]
    assert asking_editor.pull(cell_uri(1, "asked")).items == ()


# --- robustness ----------------------------------------------------------------------------


def test_rapid_typing_ends_with_the_findings_of_the_last_text(
    editor: Editor, tmp_path: Path
) -> None:
    uri = (tmp_path / "a.py").as_uri()
    chance = random.Random(3)
    text = PITFALL * 3
    editor.open(uri, text)
    version = 1
    for _ in range(150):
        start = chance.randrange(len(text) + 1)
        end = min(len(text), start + chance.choice([0, 0, 0, 1, 9]))
        typed = chance.choice(["(", ")", "\n", "w.zero_()", "\U0001f525", "é", " ", '"""', ""])
        version = editor.type(uri, typed, Positions(text, "utf-16").range(start, end))
        text = text[:start] + typed + text[end:]
    end_of_it = Positions(text, "utf-16").range(0, len(text))
    version = editor.type(uri, PITFALL, end_of_it)
    assert [each.code for each in editor.published(uri, version)] == ["TAP201"]


def test_closing_while_linting(editor: Editor, tmp_path: Path) -> None:
    for at in range(10):
        uri = (tmp_path / f"{at}.py").as_uri()
        editor.open(uri, PITFALL)
        editor.type(uri, PITFALL * 2)
        editor.close(uri)
        editor.until(lambda uri=uri: editor.published(uri) == [])
    last = (tmp_path / "last.py").as_uri()
    editor.open(last, PITFALL)
    assert len(editor.published(last)) == 1
    late = [each for each in editor.client.published if each.uri.endswith("/3.py")]
    assert late[-1].diagnostics == ()


def test_what_is_said_of_unknown_documents_does_no_harm(editor: Editor, tmp_path: Path) -> None:
    uri = (tmp_path / "never_opened.py").as_uri()
    editor._versions[uri] = 1
    editor.type(uri, "x")
    editor.save(uri)
    editor.close(uri)
    assert editor.actions(uri, 1) == []
    assert editor.hover(uri, 1) is None
    assert editor.client.messages == []
