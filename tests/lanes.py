"""Lanes: which tests need torch, and which start other processes; told without marks by hand.

``pytest -m "not torch and not process"`` is the fast lane. A test is marked by what it reaches: the
functions and fixtures that it names, those that these name, and so on, within ``tests`` and
``docs``. What cannot be seen so (a command that is run in this process, but with ``-j2``) is marked
by hand; a test without the mark that starts a process fails, and so does one of the fast lane that
imports torch.

``@pytest.mark.slow(reason="...")`` is given by hand, to a few tests that cost much and seldom fail.
A run of the whole leaves them out, unless ``-m`` speaks of ``slow``; who names a file or a folder
gets them, too.
"""

from __future__ import annotations

import ast
import dis
import functools
import gc
import inspect
import multiprocessing.util
import sys
import types
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[1]
TORCH, PROCESS, SLOW = "torch", "process", "slow"
MOST_SLOW = 60
"""So many tests may be slow, each case counted: who wants more makes another one fast."""
FAST = f"not {TORCH} and not {PROCESS}"
_OURS = ("tests", "docs")
_STARTING = frozenset({"subprocess", "multiprocessing", "concurrent", "pty"})
"""Modules that start processes."""
_STARTING_OF_OURS = frozenset(
    {"tapelint.server.linter", "tapelint.server.process", "tapelint.processes"}
)
_STARTING_METHODS = frozenset({"create_subprocess_exec", "start_io"})
_STARTING_OF_OS = frozenset({"fork", "forkpty", "posix_spawn", "spawnv", "system", "popen"})
_IMPORT = dis.opmap["IMPORT_NAME"]
_STARTS = ("subprocess.Popen", "os.fork", "os.forkpty", "os.posix_spawn", "os.system", "os.spawn")
"""What Python tells its auditors of."""


# --- what modules import, read without importing them ---


def imports_torch(path: Path) -> bool:
    """Whether importing a module of the tests imports torch."""
    return TORCH in _imported_with(path)


@functools.cache
def _imported_with(path: Path) -> frozenset[str]:
    """The names of foreign modules that are imported with one of ours, itself or by others."""
    found: set[str] = set()
    seen, pending = {path}, [path]
    while pending:
        at = pending.pop()
        for name in _imported_in(at):
            file = _file_of(name)
            if file is None:
                found.add(name.partition(".")[0])
            elif file not in seen:
                seen.add(file)
                pending.append(file)
    return frozenset(found)


@functools.cache
def _imported_in(path: Path) -> frozenset[str]:
    """The modules that a file imports when it is imported, and those that it is skipped without."""
    return frozenset(_imports(ast.parse(path.read_bytes()), path))


def _imports(tree: ast.AST, path: Path) -> Iterator[str]:
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            module = _absolute(node.module or "", node.level, _package(path))
            yield module
            yield from (f"{module}.{alias.name}" for alias in node.names if _is_ours(module))
        elif isinstance(node, ast.Call) and ast.unparse(node.func) == "pytest.importorskip":
            yield from (str(each.value) for each in node.args if isinstance(each, ast.Constant))
        elif not isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)):
            if not (isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test)):
                yield from _imports(node, path)


def _is_ours(module: str) -> bool:
    return module.partition(".")[0] in _OURS


def _package(path: Path) -> str:
    folder = path.parent
    return ".".join(folder.relative_to(ROOT).parts) if folder.is_relative_to(ROOT) else ""


def _absolute(module: str, level: int, package: str) -> str:
    above = package.split(".")[: len(package.split(".")) - level + 1] if level else []
    return ".".join([*above, *([module] if module else [])])


@functools.cache
def _file_of(module: str) -> Path | None:
    """The file of a module of ours; ``None`` for any other, and for what is no module."""
    if not _is_ours(module):
        return None
    base = ROOT.joinpath(*module.split("."))
    files = (base.with_suffix(".py"), base / "__init__.py")
    return next((file for file in files if file.is_file()), None)


# --- what functions reach ---


def marks_of(item: pytest.Item) -> set[str]:
    """The marks of a test, by what it and its fixtures reach."""
    found = {TORCH} if imports_torch(item.path) else set()
    if not isinstance(item, pytest.Function):
        return found
    found |= reached(item.function)
    for fixtures in item._fixtureinfo.name2fixturedefs.values():
        for fixture in fixtures:
            found |= reached(fixture.func)
    parameters = item.callspec.params.values() if hasattr(item, "callspec") else ()
    for value in parameters:
        if isinstance(value, (types.FunctionType, type)):
            found |= reached(value)
    return found


@functools.cache
def reached(start: Any) -> frozenset[str]:
    """Whether torch or other processes are met from a function or class."""
    found: set[str] = set()
    seen: set[int] = set()
    pending: list[Any] = [start]
    while pending:
        each = _unwrapped(pending.pop())
        if id(each) not in seen:
            seen.add(id(each))
            found.update(_told_by(each))
            pending += _named_by(each)
    return frozenset(found)


def _unwrapped(value: Any) -> Any:
    """The function behind decorators, methods, properties, partial calls and hypothesis."""
    if isinstance(value, functools.partial):
        return _unwrapped(value.func)
    if isinstance(value, property):
        return value.fget
    if isinstance(value, functools.cached_property):
        return value.func
    for name in ("hypothesis", "__func__"):
        inner = inspect.getattr_static(value, name, None)
        if inner is not None and not isinstance(value, (type, types.ModuleType)):
            return _unwrapped(getattr(inner, "inner_test", inner))
    return inspect.unwrap(value) if callable(value) else value


def _told_by(value: Any) -> Iterator[str]:
    """What the module of a value tells, or the names in a function's code."""
    name = value.__name__ if isinstance(value, types.ModuleType) else ""
    full = name or str(getattr(value, "__module__", None) or "")
    module = full.partition(".")[0]
    if module == TORCH:
        yield TORCH
    if module in _STARTING or full in _STARTING_OF_OURS:
        yield PROCESS
    if isinstance(value, types.FunctionType) and _is_written_here(value):
        names = {each for code in _codes(value.__code__) for each in code.co_names}
        if TORCH in names and TORCH not in value.__globals__:  # imported in the function
            yield TORCH
        if names & (_STARTING | _STARTING_METHODS):
            yield PROCESS
        if "os" in names and names & _STARTING_OF_OS:
            yield PROCESS
        for imported in _imported_by(value):
            file = _file_of(imported)
            if file is not None and imports_torch(file):
                yield TORCH


def _is_written_here(value: Any) -> bool:
    """Whether a function, class or module is of ours; pytest may call its module otherwise."""
    module = value if isinstance(value, types.ModuleType) else sys.modules.get(value.__module__)
    return _is_file_of_ours(getattr(module, "__file__", None) or "")


@functools.cache
def _is_file_of_ours(path: str) -> bool:
    return any(Path(path).is_relative_to(ROOT / folder) for folder in _OURS)


def _named_by(value: Any) -> Iterator[Any]:
    """The functions, classes and modules that something of ours names."""
    if isinstance(value, type) and _is_written_here(value):
        yield from value.__bases__
        yield from vars(value).values()
    if not isinstance(value, types.FunctionType) or not _is_written_here(value):
        return
    names = {name for code in _codes(value.__code__) for name in code.co_names}
    for name in names & value.__globals__.keys():
        named = value.__globals__[name]
        yield named
        if isinstance(named, types.ModuleType) and _is_written_here(named):
            yield from (vars(named)[each] for each in names & vars(named).keys())
    for cell in value.__closure__ or ():
        if isinstance(cell.cell_contents, (types.FunctionType, type)):
            yield cell.cell_contents
    for imported in _imported_by(value):
        module = sys.modules.get(imported)
        if module is not None and _is_written_here(module):
            yield from (vars(module)[each] for each in names & vars(module).keys())


@functools.cache
def _imported_by(function: types.FunctionType) -> tuple[str, ...]:
    """The modules that a function itself imports."""
    return tuple(_imports_of_code(function.__code__))


def _imports_of_code(function: types.CodeType) -> Iterator[str]:
    package = _package(Path(function.co_filename))
    for code in _codes(function):
        if _IMPORT not in code.co_code[::2]:
            continue
        for name, level in _import_instructions(code):
            module = _absolute(name, level, package)
            yield module
            yield from (f"{module}.{each}" for each in code.co_names if _is_ours(module))


def _import_instructions(code: types.CodeType) -> Iterator[tuple[str, int]]:
    before: list[Any] = []
    for each in dis.get_instructions(code):
        if each.opname == "IMPORT_NAME":
            level = before[-2] if len(before) > 1 and isinstance(before[-2], int) else 0
            yield str(each.argval), level
        before.append(each.argval)


def _codes(code: types.CodeType) -> Iterator[types.CodeType]:
    """A function's code, and that of the functions within."""
    yield code
    for constant in code.co_consts:
        if isinstance(constant, types.CodeType):
            yield from _codes(constant)


# --- pytest ---


def is_fast(config: pytest.Config) -> bool:
    """Whether the fast lane is run."""
    expression = str(config.getoption("markexpr", ""))
    return (
        all(f"not {mark}" in expression for mark in (TORCH, PROCESS)) and " or " not in expression
    )


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Do not import torch, which takes seconds, to leave out the tests that need it."""
    if not collection_path.match("test_*.py") or not is_fast(config):
        return None
    return imports_torch(collection_path) or None


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Mark each test by what it reaches; leave the slow ones out of the whole."""
    for item in items:
        for mark in marks_of(item):
            item.add_marker(mark)
    slow = [item for item in items if item.get_closest_marker(SLOW)]
    _check_slow(slow)
    if is_whole(config) and SLOW not in str(config.getoption("markexpr", "")):
        config.hook.pytest_deselected(items=slow)
        items[:] = [item for item in items if not item.get_closest_marker(SLOW)]


def _check_slow(slow: list[pytest.Item]) -> None:
    if len(slow) > MOST_SLOW:
        raise pytest.UsageError(f"{len(slow)} tests are slow, and {MOST_SLOW} may be")
    for item in slow:
        if not all(mark.kwargs.get("reason") for mark in item.iter_markers(SLOW)):
            raise pytest.UsageError(f"{item.nodeid} is slow without a reason")


def is_whole(config: pytest.Config) -> bool:
    """Whether all tests are asked for, and none is named; told the same in xdist's processes."""
    whole = {config.rootpath, config.rootpath / "tests"}
    return {config.invocation_params.dir / each for each in config.args} <= whole


def pytest_collection_finish() -> None:
    """Thousands of tests stay to the end: the collector of garbage need not go through them."""
    gc.collect()
    gc.freeze()


class Guard:
    """Fails a test that does what its marks do not say."""

    def __init__(self) -> None:
        self.refused: set[str] = set()
        self.is_told = False

    def hear(self, event: str, arguments: tuple[Any, ...]) -> None:
        """Hear what Python tells its auditors."""
        if PROCESS in self.refused and event in _STARTS:
            self._refuse(PROCESS, f"starts a process ({event}: {str(arguments[:2])[:200]})")

    def look(self) -> None:
        """Look whether torch has been imported; told of the first test, as it stays."""
        if TORCH in self.refused and TORCH in sys.modules and not self.is_told:
            self.is_told = True
            self._refuse(TORCH, "imports torch")

    def _refuse(self, mark: str, what: str) -> None:
        pytest.fail(f"the test {what}: mark it with `pytest.mark.{mark}`, see tests/lanes.py")


GUARD = Guard()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    """Guard a test: its marks say whether it may start processes, and import torch."""
    GUARD.refused = {PROCESS} - {mark.name for mark in item.iter_markers()}
    if is_fast(item.config):
        GUARD.refused.add(TORCH)
    try:
        return (yield)
    finally:
        GUARD.refused = set()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call() -> Iterator[None]:
    """Fail a test of the fast lane after which torch is there."""
    yield
    GUARD.look()


def install() -> None:
    """Begin to hear what Python tells its auditors; once in a process."""
    if getattr(sys, "_tapelint_lanes", None) is None:
        sys._tapelint_lanes = GUARD  # type: ignore[attr-defined]
        sys.addaudithook(GUARD.hear)
        started = multiprocessing.util.spawnv_passfds

        def spawnv_passfds(path: bytes, arguments: list[bytes], passed: list[int]) -> int:
            GUARD.hear(_STARTS[0], (path, arguments))
            return int(started(path, arguments, passed))

        multiprocessing.util.spawnv_passfds = spawnv_passfds
