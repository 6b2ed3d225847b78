"""What the build compiles to C stays what it is in Python.

mypyc says nothing of three things that change there: a ``cached_property`` is computed each time;
an attribute that a class and its base both declare is shown to Python's garbage collector twice,
which then frees what is in use; and nobody in Python can derive from a compiled class. Nor do
compiled records have a ``__dict__``.
"""

from __future__ import annotations

import ast
import functools
import sys
from collections.abc import Iterator

import pathspec
import pytest

from .conftest import ROOT

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

_BUILD = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["hatch"]
_HOOK = _BUILD["build"]["targets"]["wheel"]["hooks"]["mypyc"]


def _matching(patterns: list[str]) -> set[str]:
    spec = pathspec.PathSpec.from_lines("gitignore", patterns)
    files = (each.relative_to(ROOT).as_posix() for each in (ROOT / "src").rglob("*.py"))
    return {each for each in files if spec.match_file(each)}


COMPILED = sorted(_matching(_HOOK["include"]) - _matching(_HOOK["exclude"]))


Class = tuple[str, str]
"""The file of a class, and its name."""


@functools.cache
def _tree(path: str) -> ast.Module:
    return ast.parse((ROOT / path).read_text(encoding="utf-8"))


def _classes(path: str) -> Iterator[ast.ClassDef]:
    return (each for each in ast.walk(_tree(path)) if isinstance(each, ast.ClassDef))


def _last_name(node: ast.expr) -> str:
    return ast.unparse(node).partition("[")[0].rpartition(".")[2]


CLASSES = {(path, each.name): each for path in COMPILED for each in _classes(path)}


def _compiled_bases(path: str, node: ast.ClassDef) -> Iterator[Class]:
    """The compiled classes that a class derives from, as its file imports them or its modules."""
    files = [path] + [
        f"src/{module.replace('.', '/')}.py"
        for each in ast.walk(_tree(path))
        if isinstance(each, ast.ImportFrom) and each.module
        for module in (each.module, *(f"{each.module}.{alias.name}" for alias in each.names))
    ]
    for base in node.bases:
        yield from (
            (file, _last_name(base)) for file in files if (file, _last_name(base)) in CLASSES
        )


def _bases(one: Class) -> Iterator[ast.ClassDef]:
    """The compiled classes above one."""
    for base in dict.fromkeys(_compiled_bases(one[0], CLASSES[one])):
        yield CLASSES[base]
        yield from _bases(base)


def _declared(node: ast.ClassDef) -> set[str]:
    """The attributes that each object of a class has, as its body declares them."""
    return {
        each.target.id
        for each in node.body
        if isinstance(each, ast.AnnAssign)
        and isinstance(each.target, ast.Name)
        and _last_name(each.annotation) != "ClassVar"
    }


def test_most_of_the_engines_is_compiled() -> None:
    for engine, least in (("tape", 80), ("core", 50)):
        several = [path for path in COMPILED if path.startswith(f"src/tapelint/{engine}/")]
        assert len(several) > least
    assert "src/tapelint/source/tree.py" in COMPILED


@pytest.mark.parametrize("path", COMPILED)
def test_nothing_compiled_counts_on_a_cached_property(path: str) -> None:
    decorators = {
        _last_name(each)
        for node in ast.walk(ast.parse((ROOT / path).read_text(encoding="utf-8")))
        if isinstance(node, ast.FunctionDef)
        for each in node.decorator_list
    }
    assert "cached_property" not in decorators


def test_no_attribute_is_declared_twice() -> None:
    for one, node in CLASSES.items():
        for base in _bases(one):
            assert not _declared(node) & _declared(base), f"{one} and {base.name}"


def test_no_frozen_record_derives_from_another() -> None:
    """mypy copies the fields of a frozen dataclass's base into it."""
    for one, node in CLASSES.items():
        is_frozen = any("frozen=True" in ast.unparse(each) for each in node.decorator_list)
        fields = {field for base in _bases(one) for field in _declared(base)}
        assert not (is_frozen and fields), one


def test_no_enumeration_makes_its_members_itself() -> None:
    """Their `__init__` is called with objects that a compiled method does not take for its own."""
    for one, node in CLASSES.items():
        if any(_last_name(base) in {"Enum", "IntEnum", "Flag"} for base in node.bases):
            methods = {each.name for each in node.body if isinstance(each, ast.FunctionDef)}
            assert not methods & {"__init__", "__new__"}, one


def test_what_derives_from_a_compiled_class_is_compiled() -> None:
    for file in (ROOT / "src").rglob("*.py"):
        path = file.relative_to(ROOT).as_posix()
        for node in _classes(path) if path not in COMPILED else ():
            assert [*_compiled_bases(path, node)] == [], f"{path}: {node.name}"
