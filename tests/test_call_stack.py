"""Room for frames: a loop that calls functions asks the system for no memory, however deep."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable

import pytest

from tapelint.call_stack import with_room
from tapelint.lint import lint_source

from .conftest import ROOT

CALLS, DEEPEST = 2_000, 400
"""So deep, the frames fill two pieces of memory at least, wherever the first one begins."""
resource = pytest.importorskip("resource")


def called(a: int, b: int) -> int:
    return a + b


def loop_at(depth: int) -> int:
    """How many pages the system gives while a loop calls a function, so many calls deep."""
    if depth:
        return loop_at(depth - 1)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_minflt
    for at in range(CALLS):
        called(at, at)
    given: int = resource.getrusage(resource.RUSAGE_SELF).ru_minflt - before
    return given


def most(run: Callable[[int], int]) -> int:
    return max(map(run, range(DEEPEST)))


@pytest.mark.skipif(sys.implementation.name != "cpython", reason="frames of CPython")
def test_no_depth_is_slow() -> None:
    with_room_at = with_room(lambda depth: loop_at(depth))
    assert most(with_room_at) < CALLS / 10


@pytest.mark.skipif(
    sys.implementation.name != "cpython" or sys.version_info < (3, 11) or sys.platform != "linux",
    reason="what it is for is known of these",
)
def test_some_depth_is_slow_without_it() -> None:
    """In a process of its own: what one has freed before, it may give again without the system.

    If this fails one day, Python does it itself, and the module can go.
    """
    script = f"from {__name__} import loop_at, most; print(most(loop_at))"
    run = [sys.executable, "-c", script]
    done = subprocess.run(run, cwd=ROOT, capture_output=True, text=True, check=True, timeout=60)
    assert int(done.stdout) >= CALLS / 2


def test_a_function_does_the_same() -> None:
    def add(a: int, *rest: int, b: int = 2) -> tuple[int, ...]:
        """What it says."""
        return (a, *rest, b, CALLS)

    before = add(1, 3)
    changed = with_room(add)
    assert changed is add
    assert changed(1, 3) == before == (1, 3, 2, CALLS)
    assert changed.__doc__ == "What it says."
    with pytest.raises(TypeError, match="missing 1 required"):
        changed()


def test_errors_come_through() -> None:
    with pytest.raises(RecursionError):
        with_room(lambda: forever())()


def forever() -> None:
    forever()


def test_linting_has_it() -> None:
    """The pitfall is found at the end of a recursion that fills a piece of memory, too."""
    found = [
        _deep(depth, "import torch\nw = torch.ones(3, requires_grad=True)\nw.data.zero_()\n")
        for depth in (0, 150, 299)
    ]
    assert found == [["TAP302"]] * 3


def _deep(depth: int, text: str) -> list[str]:
    return _deep(depth - 1, text) if depth else [each.code for each in lint_source(text)]
