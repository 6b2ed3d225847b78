"""TAP503 where no other backward needs what one keeps, as torch tells; silent where one does."""

from __future__ import annotations

from typing import Any

import pytest

from tapelint import Settings, lint_source

from .retaining import AFTER, KEPT, programs

_UNSEEN = ("another batch", "a detached one")


def _is_known_missed(name: str) -> bool:
    """Whether the function, as called from anywhere, may be given a network that keeps a graph."""
    is_unseen = name.startswith(_UNSEEN) and name.endswith(", function")
    return name.endswith("function with a loop") or (
        is_unseen and ", function, shared" not in name and ", grad, " not in name
    )


def _needs(text: str) -> bool:
    """Whether another backward needs the graph."""
    _run(text)
    try:
        _run(text.replace(f", {KEPT}", "").replace(KEPT, ""))
    except RuntimeError as error:
        if "second time" not in str(error):
            raise
        return True
    return False


def _run(text: str) -> None:
    names: dict[str, Any] = {}
    exec(compile(text, "<program>", "exec"), names)


@pytest.mark.parametrize("after", AFTER)
def test_a_graph_that_is_kept(after: str) -> None:
    for name, text in programs():
        if name.startswith(f"{after}, "):
            line = text[: text.index("  # here")].count("\n") + 1
            is_missed = _is_known_missed(name)
            found = lint_source(text, path="x.py", settings=Settings(select=("TAP503",)))
            expected = [] if _needs(text) or is_missed else [line]
            assert [each.line for each in found] == expected, f"{name}\n{text}"
