"""Of a class in another file, methods are parsed when they are asked for: as they stand there."""

from __future__ import annotations

from pathlib import Path

import libcst as cst
import pytest

from tapelint.source.definition import Definition, parsed
from tapelint.source.neighbours import Neighbours, Outline
from tapelint.source.positions import Places

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


def test_only_bodies_worth_it_are_left_out(net: tuple[str, Outline]) -> None:
    path, outline = net
    (span,) = outline.definitions["Net"]
    found = definition(path, outline, span)
    code = found.module.code
    assert "self.size = size" not in code
    assert "z = help(x)" not in code
    assert "return self.size" in code
    assert code.count("return a + b") == 2
    names = [node.name.value for node in found.without_body if isinstance(node, cst.FunctionDef)]
    assert names == ["__init__", "later"]


def test_a_method_is_what_it_is_in_its_file(net: tuple[str, Outline]) -> None:
    path, outline = net
    (span,) = outline.definitions["Net"]
    found = definition(path, outline, span)
    (net_class,) = (each for each in cst.parse_module(CLASS).body if isinstance(each, cst.ClassDef))
    whole = {
        each.name.value: each for each in net_class.body.body if isinstance(each, cst.FunctionDef)
    }
    for node, lines in found.without_body.items():
        assert isinstance(node, cst.FunctionDef)
        method = definition(path, outline, lines).statement
        assert isinstance(method, cst.FunctionDef)
        assert method.body.deep_equals(whole[node.name.value].body)
        assert method.params.deep_equals(node.params)


def test_places_are_those_in_the_file(net: tuple[str, Outline]) -> None:
    path, outline = net
    (span,) = outline.definitions["Net"]
    found = definition(path, outline, span)
    places = Places(found.module)
    lines = CLASS.split("\n")
    for node, where in found.without_body.items():
        assert isinstance(node, cst.FunctionDef)
        place = places.of(node.name)
        assert place is not None
        line = lines[place.line + found.first_line - 2]
        assert line[place.column - 1 :].startswith(node.name.value)
        method = definition(path, outline, where)
        last = method.statement
        assert isinstance(last, cst.FunctionDef)
        place = Places(method.module).of(last.body.body[-1])
        assert place is not None
        line = lines[place.line + method.first_line - 2]
        assert line[place.column - 1 :].startswith(("return z", "print(text)"))
