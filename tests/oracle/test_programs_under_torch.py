"""Programs that run: torch raises in the functions where they are marked, and in no other.

A program of ``tests/programs`` that begins with the line below is run, function by function. A
function may only run what is marked in a class: it says ``raises: expected there``.
"""

from __future__ import annotations

import ast
import re
import runpy
from collections.abc import Iterator
from pathlib import Path

import pytest
from torch.distributions import Distribution

PROGRAMS = Path(__file__).parents[1] / "programs"
FIRST_LINE = "# torch: a function raises where it is marked, and nowhere else\n"
RUN = sorted(path for path in PROGRAMS.glob("*.py") if path.read_text().startswith(FIRST_LINE))
_RAISES = re.compile(r"# expect: TAP(104|20\d|401|501)|# raises: expected there")


def runs(path: Path) -> list[tuple[str, bool]]:
    """The functions of a program that take nothing, and whether each is to raise."""
    text = path.read_text()
    lines = text.splitlines()
    found = []
    for node in ast.parse(text).body:
        if isinstance(node, ast.FunctionDef):
            if len(node.args.args) == len(node.args.defaults):
                body = "\n".join(lines[node.lineno - 1 : node.end_lineno])
                found.append((node.name, _RAISES.search(body) is not None))
    return found


@pytest.fixture(autouse=True)
def validation_as_before() -> Iterator[None]:
    """``torch.compile`` switches the validation of distributions off, for the whole process."""
    before = Distribution._validate_args
    yield
    Distribution.set_default_validate_args(before)


@pytest.mark.parametrize(
    ("path", "name", "raises"),
    [(path, name, raises) for path in RUN for name, raises in runs(path)],
    ids=lambda each: each.stem if isinstance(each, Path) else str(each),
)
def test_torch_raises_where_it_is_marked(path: Path, name: str, raises: bool) -> None:
    function = runpy.run_path(str(path))[name]
    if raises:
        with pytest.raises((RuntimeError, AttributeError, TypeError, ValueError)):
            function()
    else:
        function()


def test_there_are_such_programs() -> None:
    assert sum(raises for path in RUN for _, raises in runs(path)) > 20
