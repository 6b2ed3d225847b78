"""TAP402 follows what torch computes of data, whatever carries it and whatever it is called."""

from __future__ import annotations

import sys
import types
from collections.abc import Iterator
from typing import Any

import pytest
import torch

from tapelint import Settings, lint_source

from .measuring import TELLING, Program, computed, misnamed, told


class Unseen:
    """Spreads of ``x``, in a file that the linter does not see."""

    def __init__(self) -> None:
        torch.manual_seed(0)
        x = torch.randn(400, 2) * torch.tensor([0.1, 3.0])
        self._std = x.std(0)

    def __call__(self, name: str) -> torch.Tensor:
        spread = self._std ** TELLING[name]
        return spread.log() if name.startswith("log") else spread

    def record(self, name: str) -> Any:
        found = Record({name: self(name)})
        setattr(found, name, self(name))
        return found

    def __getattr__(self, name: str) -> Any:
        return lambda: self(name.removeprefix("get_"))


class Record(dict[str, torch.Tensor]):
    """A dictionary whose items are attributes, too."""


@pytest.fixture(autouse=True, scope="module")
def unseen() -> Iterator[None]:
    module: Any = types.ModuleType("unseen_spreads")
    module.unseen = Unseen()
    sys.modules[module.__name__] = module
    yield
    del sys.modules[module.__name__]


def is_as_wide_as_the_data(program: Program) -> bool:
    space: dict[str, Any] = {}
    exec(compile(program.text, program.name, "exec"), space)
    variance, wanted = space["d"].variance, space["x"].var(0)
    return bool(torch.allclose(variance.float(), wanted.expand_as(variance), rtol=0.02))


def is_found(program: Program) -> bool:
    settings = Settings(select=("TAP402",))
    return bool(lint_source(program.text, path="x.py", settings=settings))


@pytest.mark.parametrize("program", list(computed()), ids=lambda each: str(each.name))
def test_what_is_computed_is_followed(program: Program) -> None:
    assert is_found(program) is not is_as_wide_as_the_data(program), program.text


@pytest.mark.parametrize("program", list(misnamed()), ids=lambda each: str(each.name))
def test_no_name_makes_another_of_a_covariance(program: Program) -> None:
    assert is_as_wide_as_the_data(program), program.text
    assert not is_found(program), program.text


@pytest.mark.parametrize("program", list(told()), ids=lambda each: str(each.name))
def test_a_name_tells_where_nothing_else_does(program: Program) -> None:
    is_wrong = program.is_told and not is_as_wide_as_the_data(program)
    assert is_found(program) is is_wrong, program.text
