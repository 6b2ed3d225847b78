"""A definition of another file is parsed on its own, and is what it is there."""

from __future__ import annotations

from pathlib import Path

import pytest

from tapelint.source import tree
from tapelint.source.definition import Definition, parsed
from tapelint.source.neighbours import Neighbours, Outline
from tapelint.source.parsed import Parsed
from tapelint.source.tree import walk

CLASS = '''\
"""A file."""

import torch


@decorated
class Net(torch.nn.Module):
    """What it is."""

    size = 3

    def __init__(self, size=3):
        # before the body
        super().__init__()
        self.size = size
        text = """
no indent
"""
        print(text)

    @property
    def small(self): return self.size

    @torch.no_grad()
    async def later(
        self,
        x,
    ) -> torch.Tensor:
        @inner
        def help(y):
            return y

        z = help(x)
        return z

    class Inner:
        def method(self):
            a = 1
            b = 2
            return a + b

    if torch.cuda.is_available():
        def conditional(self):
            a = 1
            b = 2
            return a + b
'''


def outline_of(folder: Path, text: str) -> tuple[str, Outline]:
    path = folder / "net.py"
    path.write_text(text, encoding="utf-8")
    neighbours = Neighbours(str(folder / "train.py"))
    file = neighbours.find("net", neighbours.here)
    assert file is not None
    outline = neighbours.outline(file)
    assert outline is not None
    return file.path, outline


def definition(path: str, outline: Outline, span: tuple[int, int]) -> Definition:
    found = parsed(path, outline, span)
    assert found is not None
    return found


@pytest.fixture(params=["\n", "\r\n"])
def net(request: pytest.FixtureRequest, tmp_path: Path) -> tuple[str, Outline]:
    return outline_of(tmp_path, CLASS.replace("\n", request.param))


def methods_of(found: Definition) -> list[tree.FunctionDef]:
    """The methods of the class, those of the inner class and conditional ones too."""
    return [each for each in walk(found.statement) if isinstance(each, tree.FunctionDef)]


def test_a_class_is_what_it_is_in_its_file(net: tuple[str, Outline]) -> None:
    path, outline = net
    (span,) = outline.definitions["Net"]
    whole = Parsed(CLASS, path).module.body[-1]
    assert isinstance(whole, tree.ClassDef)
    assert definition(path, outline, span).statement.deep_equals(whole)


def test_places_are_those_in_the_file(net: tuple[str, Outline]) -> None:
    path, outline = net
    (span,) = outline.definitions["Net"]
    found = definition(path, outline, span)
    lines = CLASS.split("\n")
    names = set()
    for method in methods_of(found):
        for node in (method.name, method.body.body[-1]):
            place = found.parsed.place(node)
            assert place is not None
            written = lines[place.line - 1][place.column - 1 :]
            assert written.startswith((method.name.value, "return", "print(text)"))
        names.add(method.name.value)
    assert names == {"__init__", "small", "later", "help", "method", "conditional"}


def test_a_body_is_made_when_it_is_asked_for(net: tuple[str, Outline]) -> None:
    path, outline = net
    (span,) = outline.definitions["Net"]
    statement = definition(path, outline, span).statement
    assert isinstance(statement, tree.ClassDef)
    made = [each for each in statement.body.body if isinstance(each, tree.FunctionDef)]
    assert all(each.make_body is not None for each in made)
    assert made[0].body is made[0].body
    assert made[0].make_body is None
