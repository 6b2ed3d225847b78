"""Bodies of other files' functions are parsed when they are asked for, and are the same then."""

import ast
from pathlib import Path

import pytest

from tapelint.source.definition import parsed
from tapelint.source.neighbours import LONG_BODY, Neighbours, Outline, ProjectFile
from tapelint.source.parsed import Parsed
from tapelint.source.tree import Node, walk

from .conftest import ROOT

OUR_OWN = sorted((ROOT / "src").rglob("*.py"))[::7]


def outline_of(path: Path) -> Outline:
    found = Neighbours(str(path)).outline(ProjectFile(str(path), path.stem))
    assert found is not None
    return found


def lines_of(statement: Node) -> list[int]:
    return [each.source.line(each) for each in walk(statement) if each.source is not None]


@pytest.mark.parametrize("path", OUR_OWN, ids=lambda path: str(path.relative_to(ROOT)))
def test_a_definition_is_the_same_whenever_its_bodies_are_parsed(path: Path) -> None:
    outline = outline_of(path)
    whole = Parsed(outline.text, str(path))
    statements = {whole.line(each): each for each in whole.module.body}
    for first, _ in (span for spans in outline.definitions.values() for span in spans):
        if first not in outline.bodies or first not in statements:
            continue
        span = next(
            each for spans in outline.definitions.values() for each in spans if each[0] == first
        )
        definition = parsed(str(path), outline, span)
        assert definition is not None
        assert definition.statement.deep_equals(statements[first])
        assert lines_of(definition.statement) == lines_of(statements[first])


WITH_A_LONG_METHOD = """\
class Net:
    short = 1

    def forward(self, x):
        '''Says
something at the margin.'''
        a = x
        b = a
        c = b
        d = c
        return d \\
            + 1
"""


def test_what_is_not_asked_for_is_not_parsed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "net.py"
    path.write_text(WITH_A_LONG_METHOD, encoding="utf-8")
    outline = outline_of(path)
    read: list[str] = []
    usual = ast.parse
    monkeypatch.setattr(ast, "parse", lambda text: read.append(text) or usual(text))
    definition = parsed(str(path), outline, outline.definitions["Net"][0])
    assert definition is not None
    assert not any("return d" in text for text in read)
    names = {getattr(each, "value", None) for each in walk(definition.statement)}
    assert "d" in names
    assert any("return d" in text for text in read)


@pytest.mark.parametrize(
    "header",
    ["def f(a,\n      b): x = '''", "def f(a): x = '''", "def f(a\n      ): x = '''"],
)
def test_a_body_that_begins_on_its_header_is_parsed_with_it(tmp_path: Path, header: str) -> None:
    path = tmp_path / "odd.py"
    path.write_text(header + "\n" * LONG_BODY + "'''\n", encoding="utf-8")
    outline = outline_of(path)
    definition = parsed(str(path), outline, outline.definitions["f"][0])
    assert definition is not None
    whole = Parsed(outline.text, str(path)).module.body[0]
    assert definition.statement.deep_equals(whole)
