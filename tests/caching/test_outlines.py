"""The outlines of files that others import: read from the cache where their texts are the same."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import tapelint
from tapelint.caching import folder
from tapelint.caching.outline_encoding import decoded, encoded
from tapelint.caching.outlines import Outlines
from tapelint.source import neighbours
from tapelint.source.neighbours import Outline
from tapelint.source.observations import digest_of

from .running import result, write

NETS = """import torch
from torch import nn
from .other import *
from . import names as known

__all__ = ["Actor", "change", "LATER"]
LATER = "\u00e4 \U0001f525"
if torch.cuda.is_available():
    def change(x):
        global LATER
        x.data.zero_()
        return x


class Actor(nn.Module):
    def __init__(self, sizes):
        super().__init__()
        self.layers = nn.Sequential(nn.Linear(3, 3), known.Block())

    def forward(self, x):
        for layer in self.layers:
            x = layer(x)
            x = torch.relu(x)
            x = x + 1
            x += 1
            x[0] = 2
        return x
"""
USE = """import torch
from .nets import change
w = torch.ones(3, requires_grad=True)
change(w.detach())
(change(torch.zeros(3)) * w).sum().backward()
"""
FILES = {"pyproject.toml": "", "p/__init__.py": "", "p/nets.py": NETS, "p/use.py": USE}


def outlines(place: Path) -> list[Path]:
    return sorted(place.glob("*.outline"))


def made(text: str) -> Outline:
    outline = neighbours._outline_of(text)
    assert outline is not None
    return outline


def own_sources() -> Iterator[str]:
    """All of tapelint's own modules, as texts that were written for something else."""
    for path in sorted(Path(tapelint.__file__).parent.rglob("*.py")):
        yield path.read_text("utf-8")


def parts(outline: Outline) -> list[object]:
    index = outline.index
    return [
        outline.text,
        list(outline.definitions.items()),
        outline.star_imports,
        outline.rebound,
        outline.exported,
        list(outline.bodies.items()),
        list(index.functions.items()),
        *(list(each.items()) for each in (index.bases, index.held, index.imports)),
        index.values,
    ]


def test_what_is_read_is_what_was_written() -> None:
    for text in (NETS, "", "x = 1\n", *own_sources()):
        outline = made(text)
        written = json.dumps(encoded(outline))
        assert parts(decoded(json.loads(written), outline.text)) == parts(outline)


def test_every_part_is_written() -> None:
    """A new part of an outline must be encoded, and then belongs into :func:`parts`."""
    assert [*Outline.__dataclass_fields__] == [
        "text", "definitions", "star_imports", "rebound", "exported", "bodies", "index",
    ]  # fmt: skip
    assert neighbours.Index._fields == ("functions", "bases", "held", "imports", "values")


@pytest.fixture
def counted(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The texts of which an outline is made."""
    texts: list[str] = []
    make = neighbours._outline_of

    def count(text: str) -> Outline | None:
        texts.append(text)
        return make(text)

    monkeypatch.setattr(neighbours, "_outline_of", count)
    return texts


def test_an_outline_is_made_once(tmp_path: Path, counted: list[str]) -> None:
    """A run with one changed file makes none of what it imports, and finds the same."""
    write(tmp_path, FILES)
    place = tmp_path / "cache"
    result(tmp_path / "p", place=place)
    assert NETS in counted
    assert outlines(place)
    for changed in (USE + "x = 1\n", USE):
        write(tmp_path, {"p/use.py": changed})
        counted.clear()
        found = result(tmp_path / "p", place=place)
        assert NETS not in counted
        assert [each.to_dict() for each in found[0]] == [
            each.to_dict() for each in result(tmp_path / "p")[0]
        ]


def test_a_changed_text_is_another(tmp_path: Path, counted: list[str]) -> None:
    write(tmp_path, FILES)
    place = tmp_path / "cache"
    result(tmp_path / "p", place=place)
    changed = NETS.replace("x.data.zero_()", "x.zero_()")
    write(tmp_path, {"p/nets.py": changed})
    assert result(tmp_path / "p", place=place) == result(tmp_path / "p")
    assert changed in counted


def test_lines_that_end_otherwise(tmp_path: Path) -> None:
    write(tmp_path, FILES)
    (tmp_path / "p" / "nets.py").write_bytes(NETS.replace("\n", "\r\n").encode())
    for _ in range(2):
        (tmp_path / "p" / "use.py").open("a").write("x = 1\n")
        found = result(tmp_path / "p", place=tmp_path / "cache")
        assert found == result(tmp_path / "p")


def test_without_a_cache_nothing_is_kept(tmp_path: Path) -> None:
    write(tmp_path, FILES)
    result(tmp_path / "p")
    assert list(tmp_path.rglob("*.outline")) == []


def test_another_tapelint_makes_it_anew(tmp_path: Path) -> None:
    outline, digest = made(NETS), digest_of(NETS.encode())
    Outlines(str(tmp_path / "cache"), "one").keep(digest, outline)
    assert Outlines(str(tmp_path / "cache"), "one").find(digest, outline.text) is not None
    assert Outlines(str(tmp_path / "cache"), "other").find(digest, outline.text) is None


def damaged(content: bytes) -> Iterator[bytes]:
    yield b""
    yield content[: len(content) // 2]
    yield content[:-1]
    yield content + b" "
    yield content.replace(b"Actor", b"Acton")
    yield content.split(b"\n", 1)[1]


def test_a_damaged_file_is_none(tmp_path: Path) -> None:
    kept = Outlines(str(tmp_path / "cache"), "")
    outline, digest = made(NETS), digest_of(NETS.encode())
    kept.keep(digest, outline)
    (path,) = outlines(tmp_path / "cache")
    content = path.read_bytes()
    for each in damaged(content):
        path.write_bytes(each)
        assert kept.find(digest, outline.text) is None
    path.write_bytes(content)
    assert kept.find(digest, outline.text) is not None
    other = digest_of(b"x = 1\n")  # what one text holds does not stand for another
    Path(kept._path(other)).write_bytes(content)
    assert kept.find(other, "x = 1\n") is None


@pytest.mark.parametrize(
    "replacement", [None, True, -1, 1e9, 10**9, "", "x", [], [[]], {}, [["x", [[1, 10**6]]]], [[0]]]
)
def test_content_of_another_form_is_an_error(replacement: Any) -> None:
    """Whoever writes a file with the right digest can hide findings, and break nothing."""
    outline = made(NETS)
    for at in range(11):
        value = json.loads(json.dumps(encoded(outline)))
        if value[at] == replacement:
            continue
        value[at] = replacement
        try:
            found = decoded(value, outline.text)
        except (ValueError, TypeError, LookupError):
            continue
        last = outline.text.count("\n") + 1
        spans = [*found.definitions.values(), *found.bodies.values()]
        assert all(1 <= a <= b <= last for each in spans for a, b in each)


def test_it_is_not_written_where_it_may_not_be(tmp_path: Path) -> None:
    """A folder of other things is left alone, and the findings are what they are."""
    write(tmp_path, {**FILES, "cache/mine.txt": ""})
    assert result(tmp_path / "p", place=tmp_path / "cache")[0] == result(tmp_path / "p")[0]
    assert [each.name for each in (tmp_path / "cache").iterdir()] == ["mine.txt"]


def test_what_is_used_stays_and_what_is_not_goes(tmp_path: Path) -> None:
    kept = Outlines(str(tmp_path / "cache"), "")
    texts = [NETS, NETS + "x = 1\n"]
    for text in texts:
        kept.keep(digest_of(text.encode()), made(text))
    old = time.time() - 31 * 86_400
    for path in outlines(tmp_path / "cache"):
        os.utime(path, (old, old))
    assert kept.find(digest_of(NETS.encode()), NETS) is not None
    folder.keep_small(str(tmp_path / "cache"))
    assert len(outlines(tmp_path / "cache")) == 1
    assert kept.find(digest_of(NETS.encode()), NETS) is not None
    removed = folder.remove(str(tmp_path / "cache"))
    assert removed
    assert not (tmp_path / "cache").exists()
