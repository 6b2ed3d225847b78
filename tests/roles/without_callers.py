"""Programs without their callers and imports: ``python -m tests.roles.without_callers``.

What stands at the top of a file and names its functions or classes goes: nobody calls them any
more. Lines keep their numbers. What was found inside of definitions should still be found, and
nothing else.
"""

from __future__ import annotations

import ast
import collections
import functools
import itertools
import pathlib
from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple

from tests.oracle.examples import all_examples
from tests.projects.cases import projects

from tapelint import lint_project, lint_source

PROGRAMS = pathlib.Path(__file__).parents[1] / "programs"
Place = tuple[str, int, str]
_DEFINITIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)


def without_callers(text: str) -> str:
    """A file without what calls its definitions."""
    module = ast.parse(text)
    return _without(text, _calling(module))


def without_imports(text: str) -> str:
    """The same without its imports, too."""
    module = ast.parse(text)
    imports = {each for each in module.body if isinstance(each, (ast.Import, ast.ImportFrom))}
    return _without(text, _calling(module) | imports)


def _without(text: str, gone: set[ast.stmt]) -> str:
    lines = text.splitlines()
    for each in gone:
        for number in range(each.lineno, (each.end_lineno or each.lineno) + 1):
            lines[number - 1] = ""
    return "\n".join(lines) + "\n"


def _calling(module: ast.Module) -> set[ast.stmt]:
    """The statements that name a definition, or what such a one has made, and are not needed."""
    defined = {each for each in module.body if isinstance(each, _DEFINITIONS)}
    kept = _needed(module, defined)
    gone: set[ast.stmt] = set()
    names = {each.name for each in defined}
    for each in module.body:
        if each not in kept and names & {*_names(each, ast.Load)}:
            gone.add(each)
            names |= {*_names(each, ast.Store)}
    return gone


def _needed(module: ast.Module, needed: set[ast.stmt]) -> set[ast.stmt]:
    """The definitions, and the statements that make what they name."""
    while True:
        names = {name for each in needed for name in _names(each, ast.Load)}
        more = {
            each
            for each in module.body
            if isinstance(each, (ast.Assign, ast.AnnAssign)) and names & {*_names(each, ast.Store)}
        }
        if more <= needed:
            return needed
        needed = needed | more


def _names(node: ast.AST, context: type[ast.expr_context]) -> Iterator[str]:
    for each in ast.walk(node):
        if isinstance(each, ast.Name) and isinstance(each.ctx, context):
            yield each.id


def inside(text: str) -> set[int]:
    """The lines of a file that stand in functions."""
    return {
        line
        for node in ast.walk(ast.parse(text))
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef))
        for line in range(node.lineno, (node.end_lineno or node.lineno) + 1)
    }


class Compared(NamedTuple):
    """A program with and without: what is found in both, what in one of them alone.

    What is said of a line on which something else was found is not new, nor what was found in
    another file: that is told at the call that leads there.
    """

    name: str
    found: frozenset[Place]
    missed: frozenset[Place]
    new: frozenset[Place]


def programs() -> Iterator[tuple[str, dict[str, str]]]:
    """All programs, by name, each with the texts of its files."""
    for example in all_examples():
        yield example.identity, {"program.py": example.text}
    for path in sorted(PROGRAMS.glob("*.py")):
        yield path.stem, {"program.py": path.read_text(encoding="utf-8")}
    for project in projects():
        yield (
            project.name,
            {
                str(path.relative_to(project.folder)): path.read_text(encoding="utf-8")
                for path in sorted(project.folder.rglob("*.py"))
            },
        )


def findings(texts: Mapping[str, str]) -> frozenset[Place]:
    """What is reported of files that lie beside each other."""
    return _findings(tuple(texts.items()))


@functools.cache
def _findings(files: tuple[tuple[str, str], ...]) -> frozenset[Place]:
    texts = dict(files)
    if len(texts) == 1:
        ((name, text),) = texts.items()
        found = lint_source(text, path=name)
    else:
        found = list(lint_project(texts).findings)
    return frozenset(
        (str(each.path), each.line, each.code) for each in found if each.code != "TAP001"
    )


def compared(name: str, texts: Mapping[str, str], change: Callable[[str], str]) -> Compared | None:
    """A program before and after a change; nothing where the change leaves it as it is."""
    after = {path: change(text) for path, text in texts.items()}
    within = {path: inside(text) for path, text in texts.items()}
    if all(after[path].split() == texts[path].split() for path in texts):
        return None
    before, then = findings(texts), findings(after)
    places = {each[:2] for each in before}
    told = {(path, code) for path, _, code in before}
    before_within = {each for each in before if each[1] in within[each[0]]}
    return Compared(
        name,
        frozenset(before_within & then),
        frozenset(before_within - then),
        frozenset(
            each
            for each in then
            if each[1] in within[each[0]]
            and each[:2] not in places
            and not any(path != each[0] and code == each[2] for path, code in told)
        ),
    )


class Tally(NamedTuple):
    """What a change makes of many programs."""

    found: int
    missed: tuple[str, ...]
    new: tuple[str, ...]

    @property
    def share(self) -> float:
        """How much of what was found still is."""
        return self.found / (self.found + len(self.missed))


def tally(change: Callable[[str], str], every: int = 1) -> Tally:
    """Compare all programs, or one in so many."""
    found, missed, new = 0, list[str](), list[str]()
    for name, texts in itertools.islice(programs(), 0, None, every):
        both = compared(name, texts, change)
        if both is not None:
            found += len(both.found)
            missed += [_said(name, each) for each in sorted(both.missed)]
            new += [_said(name, each) for each in sorted(both.new)]
    return Tally(found, tuple(missed), tuple(new))


def _said(name: str, place: Place) -> str:
    path, line, code = place
    return f"{name} {path}:{line} {code}"


def main() -> None:
    """Print each difference, and the shares."""
    for change in (without_callers, without_imports):
        result = tally(change)
        for each in result.missed:
            print("missed", each)
        for each in result.new:
            print("new", each)
        codes = collections.Counter(each.rpartition(" ")[2] for each in result.missed)
        print(f"{change.__name__}: {result.share:.1%} still found, missed {dict(codes)}")


if __name__ == "__main__":
    main()
