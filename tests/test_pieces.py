"""Parsing piece by piece gives what parsing whole gives, whatever was parsed before."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import libcst as cst
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tapelint.source import pieces
from tapelint.source.pieces import PieceParser
from tapelint.source.walking import walk

SOURCES = sorted(Path(__file__).parent.parent.joinpath("src").rglob("*.py"))

STATEMENTS = st.sampled_from(
    [
        "x = 1",
        "x = 1; y = 2",
        "x = (\n    1,\n# inside\n\n    2)",
        'text = """a\n    b\n# no comment\n"""',
        "import torch",
        "@decorated\n# between\n@twice(1)\ndef f(a, b=2):\n    return a",
        "def g():\n    pass\n    # at the end of the block",
        "def g():\n  pass",
        "class C:\n    x = 1\n\n    def m(self):\n        return [\n1]\n    \n",
        "class D: pass",
        "if x:\n    y = 1\n# dedented\nelif z:\n    y = 2\nelse:\n    y = 3",
        "for a in b: print(a)",
        "try:\n\tf()\nfinally:\n\tg()",
        "async def h():\n    async with a as b:\n        await b",
        "x = 1 \\\n  + 2",
        "print(1)  # behind",
    ]
)
GAPS = st.sampled_from(
    ["\n", "\n\n", "\n\n\n", "\n# alone\n", "\n\n# alone\n\n# next\n", "\n    # deep\n", "\n   \n",
     "\n\n    # deep\n\n# out\n\n", "\n  # half deep\n# out\n"]
)  # fmt: skip
TEXTS = st.builds(
    lambda head, pairs, tail: head + "".join(a + b for a, b in pairs) + tail,
    st.sampled_from(["", "# head\n", "\n\n", "#!/usr/bin/python\n# -*- coding: utf-8 -*-\n\n"]),
    st.lists(st.tuples(STATEMENTS, GAPS), max_size=6),
    st.sampled_from(["", "x = 2", "# end", "def last():\n    pass\n    # end", "    # deep end\n"]),
)


def is_kept_by_libcst(text: str) -> bool:
    """Whether it is Python, and libcst gives it back: it loses some blank lines at the end."""
    try:
        return cst.parse_module(text).code == text
    except cst.ParserSyntaxError:
        return False


@given(st.lists(TEXTS, min_size=1, max_size=4))
def test_a_module_of_pieces_is_the_module_of_the_whole(texts: Sequence[str]) -> None:
    parser = PieceParser()
    for text in texts:
        if not is_kept_by_libcst(text):
            continue
        whole, pieced = cst.parse_module(text), parser.parse(text)
        assert pieced.code == text
        assert pieced.deep_equals(whole)
        nodes = list(walk(pieced))
        assert len(nodes) == len(set(map(id, nodes))), "a node stands in two places"


@pytest.mark.parametrize("path", SOURCES[:: max(1, len(SOURCES) // 40)], ids=lambda path: path.name)
def test_real_files_come_out_as_they_are(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    parser = PieceParser()
    assert parser.parse(text).deep_equals(cst.parse_module(text))
    changed = text.replace("\n\n\n", "\n\n\nchanged = 1\n\n\n", 1)
    pieced = parser.parse(changed)
    assert pieced.code == changed
    assert pieced.deep_equals(cst.parse_module(changed))


def test_only_what_has_changed_is_parsed_again(monkeypatch: pytest.MonkeyPatch) -> None:
    parser = PieceParser()
    before = "import torch\n\n\ndef f():\n    return 1\n\n\n# of g\ndef g():\n    return 2\n"
    kept = parser.parse(before)
    parsed: list[str] = []
    parse = cst.parse_module

    def noting(text: str) -> cst.Module:
        parsed.append(text)
        return parse(text)

    monkeypatch.setattr(cst, "parse_module", noting)
    after = parser.parse(before.replace("return 1", "return 12"))
    assert parsed == ["\n\ndef f():\n    return 12\n"]
    assert kept.body[2].body is after.body[2].body
    assert after.code == before.replace("return 1", "return 12")


def test_the_pieces_of_earlier_texts_are_kept_by_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pieces, "MOST_LINES", 50)
    texts = [f"def f{at}():\n" + f"    x = {at}\n" * 30 for at in range(3)]
    parser = PieceParser()
    for text in texts[:2]:
        kept = parser.parse(text).body[0]
    assert parser.parse(texts[1]).body[0] is kept
    first = parser.parse(texts[0]).body[0]
    parser.parse(texts[2])
    assert parser.parse(texts[0]).body[0] is not first


def test_a_mistake_is_told_where_it_is_in_the_text() -> None:
    parser = PieceParser()
    parser.parse("x = 1\ny = 2\n")
    with pytest.raises(cst.ParserSyntaxError) as told:
        parser.parse("x = 1\ny = (2\n")
    with pytest.raises(cst.ParserSyntaxError) as expected:
        cst.parse_module("x = 1\ny = (2\n")
    assert told.value.raw_line == expected.value.raw_line
