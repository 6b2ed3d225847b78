"""Which functions of a file matter, told by its index, before anything is executed."""

from __future__ import annotations

import ast
import textwrap

import pytest

from tapelint import Settings, lint_source
from tapelint.project.demand import Triggers, relevant
from tapelint.source.indexing import index_of

END = """
def end(loss, *more, **others):
    loss.backward()
"""


def matters(function: str, given: str = "") -> bool:
    """Whether a function is relevant beside one that runs a backward."""
    text = f"{given}\n{END}\n{textwrap.dedent(function)}"
    index = index_of(ast.parse(text))
    (line,) = [each.line for each in index.functions.values() if each.name == "asked"]
    return line in relevant(index, Triggers(("*backward(",)))


@pytest.mark.parametrize(
    "body",
    [
        pytest.param("end(loss)", id="what it is given"),
        pytest.param("end(loss, partial(Net, 3), act=partial(Act))", id="partial twice"),
        pytest.param("assert isinstance(loss, Loss)\n    end(loss)", id="asks for the class"),
        pytest.param("print(hasattr(loss, 'x'), callable(loss))\n    end(loss)", id="asks more"),
        pytest.param("end(loss, name.startswith('a'), name.lower())", id="texts"),
        pytest.param("end(loss, any(flags), all(flags))", id="Python's any"),
        pytest.param(
            "sizes = [n + 1 for n in sizes]\n    end(loss, sizes)", id="numbers in a loop"
        ),
        pytest.param("for n in sizes:\n        total += n\n    end(loss, n)", id="loop beside"),
        pytest.param("end(loss, nn.GELU, nn.init.zeros)", id="what a module holds"),
        pytest.param("kind: nn.Linear = loss\n    end(kind)", id="annotation"),
    ],
)
def test_what_gives_nothing_is_no_reason_to_follow(body: str) -> None:
    assert not matters(f"def asked(loss, name, flags, sizes):\n    {body}", "from torch import nn")


@pytest.mark.parametrize(
    "body",
    [
        pytest.param("end(make(loss))", id="result of another call"),
        pytest.param("end(torch.ones(3))", id="tensor"),
        pytest.param("end(loss)\n    end(loss)", id="twice"),
        pytest.param("for _ in sizes:\n        end(loss)", id="in a loop"),
        pytest.param("while sizes:\n        end(loss)", id="in a loop without end"),
        pytest.param("[end(each) for each in sizes]", id="in a comprehension"),
        pytest.param("for _ in sizes:\n        [0 for _ in sizes]\n        end(loss)", id="after"),
        pytest.param("end(loss.any(), loss)", id="any of a tensor"),
        pytest.param("end(loss, F.relu)", id="a function that is given on"),
        pytest.param("run(partial(end, loss), sizes)", id="given on"),
        pytest.param("with torch.no_grad():\n        end(loss)", id="switches recording off"),
    ],
)
def test_what_may_give_something_is_followed(body: str) -> None:
    assert matters(
        f"def asked(loss, sizes):\n    {body}", "import torch\nimport torch.nn.functional as F"
    )


def test_a_function_of_the_file_that_has_the_name_of_a_plain_one_may_give_anything() -> None:
    asked = "def asked(loss):\n    end(partial(loss))"
    assert not matters(asked)
    assert matters(asked, "def partial(loss):\n    return loss * 2")


def test_what_is_handed_on_may_come_from_further_away() -> None:
    """`between` adds nothing; who calls it does."""
    between = "def between(loss):\n    end(loss)\n"
    assert not matters(f"{between}def asked(loss):\n    between(loss)")
    assert matters(f"import torch\n{between}def asked():\n    between(torch.ones(3))")
    text = """
        import torch

        def change(x):
            x += 1

        def between(x):
            change(x)

        def train():
            w = torch.ones(3, requires_grad=True)
            between(w)
    """
    settings = Settings(select=("TAP201",))
    findings = lint_source(textwrap.dedent(text), settings=settings)
    assert [(each.line, each.code) for each in findings] == [(5, "TAP201")]
