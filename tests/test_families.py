"""What is known of torch's operations stands in one place: families, most of them measured."""

from __future__ import annotations

import ast
import builtins
import functools
from collections import Counter
from collections.abc import Iterator

import pytest

from tapelint.torch_api.families import Families, families
from tapelint.torch_api.knowledge import knowledge

from .conftest import ROOT

SOURCE = ROOT / "src" / "tapelint"
FEWEST = 3
"""So many operations together are a family."""
LOOKED_FOR = {"triggers", "serious"}
"""What a rule looks for in a text before anything is known of it: words, be they torch's or not."""
OF_OTHER_THINGS = {
    "module_attributes",
    "refused_as_keys",
    *(name for name in families()._fields if name.startswith("array_")),
}
"""Families of what arrays and modules have, whose names other things have, too."""


@functools.cache
def operations() -> frozenset[str]:
    """What torch calls its operations, classes and types of numbers, and all of the families."""
    known = knowledge()
    return frozenset().union(
        *(known.tensor_methods, known.torch_functions, known.functional, known.init_functions),
        *(known.factories, known.typed_constructors, known.modules, known.distributions),
        known.optimisers,
        *(of for name, of in families()._asdict().items() if name not in OF_OTHER_THINGS),
    )


def names_in(literal: ast.AST) -> list[str]:
    """The names of a table: all of a set or a tuple, those of a dict that share what they have."""
    if isinstance(literal, ast.Dict):
        values = Counter(map(ast.dump, literal.values))
        often = [
            key
            for key, value in zip(literal.keys, literal.values, strict=True)
            if values[ast.dump(value)] >= FEWEST
        ]
        found = [key for key in often if key is not None]
    elif isinstance(literal, (ast.Set, ast.List, ast.Tuple)):
        found = literal.elts
    else:
        return []
    texts = [str(each.value) for each in found if isinstance(each, ast.Constant)]
    return [
        each.removeprefix("torch.").removeprefix("nn.").removesuffix("_scalar") for each in texts
    ]


def tables(text: str) -> Iterator[tuple[int, list[str]]]:
    """The line of each table of operations in a text, and what it lists."""
    tree = ast.parse(text)
    words = {
        literal
        for each in ast.walk(tree)
        if isinstance(each, ast.Assign) and LOOKED_FOR & {ast.unparse(one) for one in each.targets}
        for literal in ast.walk(each)
    }
    for node in ast.walk(tree):
        names = names_in(node)
        of_torch = [each for each in names if each in operations()]
        is_of_python = all(hasattr(builtins, each) for each in names)
        if len(of_torch) >= FEWEST and 2 * len(of_torch) > len(names) and node not in words:
            if not is_of_python:
                yield node.lineno, names


def test_operations_are_listed_in_the_families_alone() -> None:
    found = [
        f"{path.relative_to(ROOT)}:{line}: {' '.join(names)}"
        for path in sorted(SOURCE.rglob("*.py"))
        if "torch_api" not in path.parts
        for line, names in tables(path.read_text(encoding="utf-8"))
    ]
    assert not found, (
        "operations of torch are listed here; ask a family of `torch_api/families.py`, or measure "
        "a new one in `tests/oracle/torch_tables/family_tables.py`:\n" + "\n".join(found)
    )


@pytest.mark.parametrize(
    "text",
    [
        '_JOINS = frozenset({"cat", "stack", "hstack"})',
        'def f(name):\n    return name in ("torch.zeros", "torch.ones", "torch.empty", "other")',
        '_SAME = {"sqrt": half, "rsqrt": half, "cbrt": half, "pow": half, "exp": other}',
        '_LISTS = {"torch.nn.Sequential", "torch.nn.ModuleList", "torch.nn.ParameterList"}',
        '_CUTS = frozenset({"item", "detach", "data"})',
        '_SCALED = frozenset({"neg", "mul_scalar", "rmul_scalar", "div_scalar"})',
        '_OF_A_NETWORK = frozenset({"parameters", "named_parameters", "zero_grad", "train"})',
        '_HOOKS = ("register_hook", "register_prehook", "register_backward_hook")',
    ],
)
def test_a_table_of_operations_is_seen(text: str) -> None:
    assert list(tables(text))


@pytest.mark.parametrize(
    "text",
    [
        '_HANDLERS = {"clone": _clone, "detach": _detach, "numpy": _numpy, "backward": _run}',
        '_PLAIN = {"abs", "min", "max", "sum"}',
        '_OF_NUMPY = {"numpy.mean", "numpy.sum", "numpy.median"}',
        'class Rule:\n    triggers = ("tensor", "Parameter", "as_tensor")',
        '_WORDS = {"add", "append", "extend", "insert", "put", "update"}',
    ],
)
def test_what_is_no_family_of_torch_may_be_listed(text: str) -> None:
    """Names with a behaviour each, Python's own, numpy's, words to look for, other words."""
    assert not list(tables(text))


def test_each_family_is_told_in_a_sentence() -> None:
    told = [
        line.strip().partition(": ")[0]
        for line in (Families.__doc__ or "").partition("Attributes:")[2].splitlines()
        if line.startswith(" " * 8)
    ]
    assert told == list(Families._fields)
    assert all(families())
