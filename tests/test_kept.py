"""What a process keeps of other files is bounded by its size."""

from __future__ import annotations

from tapelint.source.kept import KeepingFunction, Kept


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
