"""Diagnostics: what is sent, when, and that it is what the command says."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from urllib.request import urlopen

import pytest
from lsprotocol import types

from tapelint import Finding, lint_source
from tapelint.findings import Consequence
from tapelint.reports.severity import severity

from ..conftest import RULE_BOOK, Run
from .editor import PITFALL, UNSAFE, Editor

LIKELY = """\
import torch


def train(net, x):
    optimizer = torch.optim.Adam(net.parameters())
    first, second = net(x).mean(), net(x).std()
    first.backward()
    optimizer.step()
    second.backward()
"""


def uri_of(folder: Path, name: str = "train.py", text: str = PITFALL) -> str:
    """The address of a file, which is written."""
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path.as_uri()


def said(found: list[types.Diagnostic]) -> list[tuple[str, int, str]]:
    return [(str(each.code), each.range.start.line + 1, each.message) for each in found]


def expected(findings: list[Finding]) -> list[tuple[str, int, str]]:
    return [(each.code, each.line, each.message) for each in findings]


def test_a_finding_in_the_words_of_the_protocol(editor: Editor, tmp_path: Path) -> None:
    uri = uri_of(tmp_path)
    editor.open(uri, PITFALL)
    (found,) = editor.published(uri)
    assert (found.code, found.source) == ("TAP201", "tapelint")
    assert found.range == types.Range(types.Position(3, 0), types.Position(3, 11))
    assert found.severity is types.DiagnosticSeverity.Error
    assert found.related_information is not None
    first, second = found.related_information
    assert first.location.uri == second.location.uri == uri
    assert first.location.range.start == types.Position(2, 4)
    assert first.message == "`w` requires grad from here on"
    assert found.code_description is not None
    with urlopen(found.code_description.href) as page:
        assert page.read().startswith(b"# inplace-on-leaf (TAP201)")


def test_severity_tells_certain_from_likely_and_harm_from_none(
    editor: Editor, tmp_path: Path
) -> None:
    uri = uri_of(tmp_path)
    needless = "import torch\nx = torch.ones(3)  # noqa: TAP201\n"
    legacy = "import torch\nw = torch.nn.Parameter(torch.ones(3))\nw.data.zero_()\n"
    severities = {}
    for version, text in enumerate([LIKELY, needless, legacy], 2):
        if version == 2:
            editor.open(uri, "")
        editor.type(uri, text)
        for each in editor.published(uri, version):
            severities[each.code] = each.severity, each.tags
    assert severities == {
        "TAP204": (types.DiagnosticSeverity.Warning, None),
        "TAP001": (
            types.DiagnosticSeverity.Information,
            (types.DiagnosticTag.Unnecessary,),
        ),
        "TAP302": (types.DiagnosticSeverity.Hint, None),
    }


EXAMPLES = sorted(RULE_BOOK.glob("*/examples/pitfall_*.py"))[::6]


@pytest.mark.parametrize("pulls", [False, True])
def test_the_findings_are_those_of_the_command(
    editor: Editor, asking_editor: Editor, tmp_path: Path, pulls: bool
) -> None:
    one = asking_editor if pulls else editor
    for path in EXAMPLES:
        text = path.read_text(encoding="utf-8")
        name = f"{path.parts[-3]}_{path.name}"
        uri = uri_of(tmp_path, name, text)
        findings = lint_source(text, path=str(tmp_path / name))
        one.open(uri, text)
        found = list(one.pull(uri).items) if pulls else one.published(uri)
        assert said(found) == expected(findings)
        levels = {"error": 1, "warning": 2, "note": 3}
        assert [each.severity for each in found] == [
            4 if finding.consequence is Consequence.LEGACY else levels[severity(finding).value]
            for finding in findings
        ]
        one.close(uri)


def test_diagnostics_follow_typing_without_saving(editor: Editor, tmp_path: Path) -> None:
    uri = uri_of(tmp_path, text="")
    editor.open(uri, "")
    assert editor.published(uri) == []
    assert len(editor.published(uri, editor.type(uri, PITFALL))) == 1
    remedy = PITFALL.replace("w.normal_()", "v = w.normal_")
    assert editor.published(uri, editor.type(uri, remedy)) == []


def test_only_the_pause_in_typing_is_linted(start: Callable[..., Editor], tmp_path: Path) -> None:
    uri = uri_of(tmp_path)
    editor = start(arguments=("--delay", "700"))
    editor.open(uri, PITFALL)
    editor.published(uri)
    for _ in range(20):
        version = editor.type(uri, "\n", types.Range(types.Position(0, 0), types.Position(0, 0)))
    (found,) = editor.published(uri, version)
    assert found.range.start.line == 23
    versions = [each.version for each in editor.client.published]
    assert versions == [1, version]


def test_saving_does_not_wait_for_the_pause(start: Callable[..., Editor], tmp_path: Path) -> None:
    uri = uri_of(tmp_path)
    editor = start(arguments=("--delay", "3600000"))
    editor.open(uri, "")
    assert editor.published(uri) == []
    version = editor.type(uri, PITFALL)
    editor.save(uri)
    assert len(editor.published(uri, version)) == 1


def test_a_save_changes_what_others_import(editor: Editor, tmp_path: Path) -> None:
    helper = tmp_path / "helper.py"
    helper.write_text("def wrapped(t):\n    return t\n")
    user = tmp_path / "user.py"
    user.write_text(
        "import torch\nfrom helper import wrapped\n\nw = torch.ones(2, requires_grad=True)\n"
        "wrapped(w * 2).sum().backward()\n"
    )
    editor.open(user.as_uri(), user.read_text())
    editor.open(helper.as_uri(), helper.read_text())
    assert editor.published(user.as_uri()) == []
    detached = "def wrapped(t):\n    return t.detach()\n"
    editor.type(helper.as_uri(), detached)
    helper.write_text(detached)
    editor.save(helper.as_uri())
    editor.until(lambda: editor.published(user.as_uri()))
    assert [each.code for each in editor.published(user.as_uri())] == ["TAP104"]


def test_an_editor_that_asks_is_answered_and_not_told(
    asking_editor: Editor, tmp_path: Path
) -> None:
    uri = uri_of(tmp_path)
    asking_editor.open(uri, PITFALL)
    first = asking_editor.pull(uri)
    assert (first.kind, len(first.items)) == ("full", 1)
    again = asking_editor.pull(uri, first.result_id)
    assert (again.kind, again.result_id) == ("unchanged", first.result_id)
    asking_editor.type(uri, PITFALL + "w.zero_()\n")
    assert len(asking_editor.pull(uri, first.result_id).items) == 2
    assert asking_editor.client.published == []


def test_a_mistake_while_typing_keeps_the_findings_where_they_are(
    editor: Editor, tmp_path: Path
) -> None:
    uri = uri_of(tmp_path)
    editor.open(uri, PITFALL)
    assert len(editor.published(uri)) == 1
    version = editor.type(uri, f"# one line more\n{PITFALL}w.zero_(")
    (found,) = editor.published(uri, version)
    assert (found.code, found.range.start.line) == ("TAP201", 4)
    assert editor.actions(uri, 5) == []
    version = editor.type(uri, f"# one line more\n{PITFALL}w.zero_()")
    assert [each.range.start.line for each in editor.published(uri, version)] == [4, 5]
    version = editor.type(uri, "import torch\nw = (")
    assert editor.published(uri, version) == []


def test_what_libcst_does_not_read_is_linted_by_pythons_places(
    editor: Editor, tmp_path: Path
) -> None:
    text = PITFALL + "if w:\n    \\\nw = 1\n"
    uri = uri_of(tmp_path, text=text)
    editor.open(uri, text)
    (found,) = editor.published(uri)
    assert (found.code, found.range.start.line) == ("TAP201", 3)
    assert editor.actions(uri, 3) == []


def test_what_cannot_be_linted_is_told(editor: Editor, tmp_path: Path) -> None:
    (tmp_path / "tapelint.toml").write_text("time-limit = 0.001\n")
    text = "import torch\n" + "torch.ones(3).sum().backward()\n" * 3000
    uri = uri_of(tmp_path, text=text)
    editor.open(uri, text)
    (found,) = editor.published(uri)
    assert found.message.startswith("not linted: given up after 0.001 seconds")


def test_a_document_that_was_never_saved(editor: Editor) -> None:
    for uri in ("untitled:Untitled-1", "buffer:7", "file://"):
        editor.open(uri, PITFALL)
        assert len(editor.published(uri)) == 1
        editor.close(uri)
        editor.until(lambda uri=uri: editor.published(uri) == [])


def test_other_languages_are_let_alone(editor: Editor, tmp_path: Path) -> None:
    uri, last = uri_of(tmp_path, "notes.md"), uri_of(tmp_path, "b.py")
    editor.open(uri, PITFALL, "markdown")
    editor.open(last, PITFALL)
    editor.published(last)
    assert all(each.uri != uri for each in editor.client.published)


def test_closing_takes_the_diagnostics_away(editor: Editor, tmp_path: Path) -> None:
    uri = uri_of(tmp_path)
    editor.open(uri, PITFALL)
    assert len(editor.published(uri)) == 1
    editor.close(uri)
    editor.until(lambda: editor.published(uri) == [])


def test_hover_shows_the_finding_and_the_page_of_its_rule(editor: Editor, tmp_path: Path) -> None:
    uri = uri_of(tmp_path, text=UNSAFE)
    editor.opened(uri, UNSAFE)
    shown = editor.hover(uri, 4, 10)
    assert shown is not None
    assert isinstance(shown.contents, types.MarkupContent)
    text = shown.contents.value
    assert text.startswith("**TAP101** tensor-from-tensors (")
    assert "(line 3)" in text or "(line 4)" in text
    assert "\n# tensor-from-tensors (TAP101)\n" in text
    assert "\n## Use instead\n" in text
    assert editor.hover(uri, 1) is None


@pytest.mark.parametrize(
    ("line", "column", "said"),
    [
        (5, 12, "net is a network (line 6: asked for eval, and called)"),
        (6, 5, "net is a network (line 6: asked for eval, and called)"),
        (7, 12, "net is a network (line 6: asked for eval, and called)"),
        (11, 10, "self.kept is a network (line 11: asked for parameters)"),
        (5, 15, None),
        (7, 16, None),
        (1, 8, None),
    ],
)
def test_hover_on_an_argument_says_what_it_is_taken_for(
    editor: Editor, tmp_path: Path, line: int, column: int, said: str | None
) -> None:
    text = (
        "import torch\n\n\nø = 1\ndef score(net, x):\n    net.eval()\n    return net(x)\n\n\n"
        "class Work:\n    def run(self): return list(self.kept.parameters())\n"
    )
    uri = uri_of(tmp_path, text=text)
    editor.opened(uri, text)
    column = 32 if line == 11 else column
    shown = editor.hover(uri, line, column)
    if said is None:
        assert shown is None
    else:
        assert shown is not None
        assert isinstance(shown.contents, types.MarkupContent)
        assert shown.contents.value == said


def test_a_plain_editor_gets_what_it_understands(
    start: Callable[..., Editor], tmp_path: Path
) -> None:
    uri = uri_of(tmp_path)
    editor = start(is_plain=True)
    editor.open(uri, PITFALL)
    (found,) = editor.published(uri)
    assert found.related_information is None
    assert editor.client.registered == []
    (fix, *_) = editor.actions(uri, 4)
    assert fix.edit is not None
    assert fix.edit.document_changes is None
    assert list(fix.edit.changes or {}) == [uri]


def test_what_the_command_says_of_the_same_file(
    tapelint: Run, editor: Editor, tmp_path: Path
) -> None:
    uri = uri_of(tmp_path, text=PITFALL + UNSAFE)
    editor.open(uri, PITFALL + UNSAFE)
    lines = tapelint("check", "train.py", "--output-format", "concise").stdout.splitlines()
    found = [
        f"train.py:{line}:{each.range.start.character + 1}: {code} "
        for each in editor.published(uri)
        for code, line, _ in said([each])
    ]
    assert len(found) == 2
    assert [line[: len(start)] for line, start in zip(lines, found, strict=False)] == found
