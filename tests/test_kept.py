"""What a process keeps of other files is bounded by its size."""

from __future__ import annotations

import gc
import weakref
from pathlib import Path

import pytest

from tapelint.garbage import collect_young
from tapelint.source import definition, tree
from tapelint.source.kept import KeepingFunction, Kept
from tapelint.source.neighbours import Neighbours, ProjectFile


def lengths(most: int) -> tuple[KeepingFunction[str], list[object]]:
    """A function that keeps texts, and what it was asked to make."""
    made: list[object] = []

    def make(length: int) -> str:
        made.append(length)
        return "x" * length

    return KeepingFunction(make, len, most), made


def test_what_was_asked_for_last_is_kept_as_long_as_it_is_small_enough_together() -> None:
    text, made = lengths(most=10)
    assert [text(length) for length in (3, 4, 3, 4, 3)] == ["xxx", "xxxx", "xxx", "xxxx", "xxx"]
    assert made == [3, 4]
    text(5)  # too much with both: the one goes that was not asked for the longest
    text(3)
    assert made == [3, 4, 5]
    text(4)
    assert made == [3, 4, 5, 4]


def test_what_is_larger_than_all_may_be_is_kept_alone() -> None:
    text, made = lengths(most=10)
    for length in (3, 99, 99, 3, 99):
        text(length)
    assert made == [3, 99, 3, 99]


def test_nothing_is_counted_twice_and_nothing_stays() -> None:
    text, made = lengths(most=10)

    def both(length: int) -> str:
        """Ask for the same while it is made, as another thread may."""
        if not made:
            made.append("outer")
            text(length)
        return "x" * length

    text._make = both
    text(6)
    text(4)
    assert text._together == 10
    text.clear()
    assert (text._together, len(text._known)) == (0, 0)


def test_what_is_made_in_several_ways_is_kept_by_what_it_is_made_of() -> None:
    kept: Kept[str] = Kept(len, most=10)
    assert kept.known_by(("a",), lambda: "xxx") == "xxx"
    assert kept.known_by(("a",), lambda: "not made") == "xxx"
    assert kept.known_by(("b",), lambda: "y" * 8) == "y" * 8
    assert kept.known_by(("a",), lambda: "made anew") == "made anew"


def test_what_grows_counts_when_it_is_asked_for_again() -> None:
    kept: Kept[list[int]] = Kept(len, most=4)
    first = kept.known_by(("a",), lambda: [1])
    kept.known_by(("b",), lambda: [1])
    first += [2, 3]
    assert kept.known_by(("a",), list) is first
    kept.known_by(("c",), lambda: [1])  # three, one and one are too much
    made: list[str] = []
    kept.known_by(("b",), lambda: made.append("b") or [])  # type: ignore[func-returns-value]
    assert made == ["b"]
    assert kept.known_by(("a",), list) is first


def test_what_is_forgotten_is_told_once() -> None:
    forgotten: list[str] = []
    kept: Kept[str] = Kept(len, 5, forgotten.append)
    for text in ("aaa", "bb", "cc"):
        kept.known_by((text,), lambda text=text: text)  # type: ignore[misc]
    assert forgotten == ["aaa"]


_OTHER = """
class Net:
    def forward(self, x):
        a = x + 1
        b = a + 1
        c = b + 1
        d = c + 1
        e = d + 1
        f = e + 1
        return f + 1

    def other(self, x):
        return x
"""


def test_a_definition_that_is_no_longer_kept_is_freed_without_a_search_for_garbage(
    tmp_path: Path,
) -> None:
    file = tmp_path / "other.py"
    file.write_text(_OTHER)
    outline = Neighbours(str(tmp_path / "train.py")).outline(ProjectFile(str(file), "other"))
    assert outline is not None
    gc.collect()
    gc.disable()
    try:
        made = definition.parsed(str(file), outline, outline.definitions["Net"][0])
        assert made is not None
        lines = made.parsed.lines_read
        [net] = made.parsed.module.body
        assert isinstance(net, tree.ClassDef)
        forward = net.body.body[0]
        assert isinstance(forward, tree.FunctionDef)
        assert len(forward.body.body) == 7  # its body is parsed now, and counts
        assert made.parsed.lines_read >= lines + 6
        parts = [weakref.ref(made.parsed), weakref.ref(forward.body.body[0].source or made.parsed)]
        assert parts[0]() is not parts[1]()
        definition.parsed.clear()
        assert made.parsed.module.body  # whoever uses it may still do so
        del made, net, forward
        assert [part() is None for part in parts] == [False, False]
        _let_go_of_what_was_left()
        assert [part() is None for part in parts] == [True, True]
    finally:
        gc.enable()


def _let_go_of_what_was_left() -> None:
    """What is done when a file is done, but for looking for garbage."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(gc, "collect", lambda generation: 0)
        collect_young()
