"""Training functions in a file of their own: the networks' classes stand in another one.

Nobody calls the function, or a third file does. The programs are those of ``uncalled``: torch has
run them as a whole. Lines keep their text, so that a finding has its line in the whole.
"""

from __future__ import annotations

import ast
import enum
import re
from collections.abc import Callable, Iterable, Iterator

from tapelint import lint_project

from .comparison import settings_of
from .truth import Pitfall
from .uncalled import FUNCTION

NETWORKS, TRAINING, PROGRAM = "networks.py", "training.py", "program.py"
_IMPORTS = (ast.Import, ast.ImportFrom)
_DECOY = """
class Decoy(nn.Module):
    def __init__(self):
        super().__init__()
        self.first = nn.Linear(4, 4)

    def forward(self, x):
        return self.first(x).detach()
"""
_Line = tuple[int, str]
"""A line, and the number that it has in the whole; 0 for one that is added."""


class Form(enum.Enum):
    """How the training stands in its file."""

    UNCALLED = "a function that nobody calls"
    ASKING = "a function that nobody calls, which asks its network for parts"
    CALLED = "a function that a third file calls"
    ATTRIBUTES = "the method of a class that makes none of what it uses"


def scattered(source: str, form: Form) -> dict[str, list[_Line]]:
    """The files of a program, each by its lines."""
    module = ast.parse(source)
    imports = [each for each in module.body if isinstance(each, _IMPORTS)]
    classes = [each for each in module.body if isinstance(each, ast.ClassDef)]
    functions = [each for each in module.body if isinstance(each, ast.FunctionDef)]
    lines = [(at, line) for at, line in enumerate(source.splitlines(), 1)]

    def of(statements: Iterable[ast.stmt]) -> list[_Line]:
        return [line for each in statements for line in lines[_first(each) - 1 : each.end_lineno]]

    change = {Form.ASKING: _asking, Form.ATTRIBUTES: _with_attributes}.get(form, iter)
    files = {
        NETWORKS: [*of(imports), *of(classes), *((0, line) for line in _DECOY.splitlines())],
        TRAINING: [*of(imports), *change(of(functions))],
    }
    if form is Form.CALLED:
        taken = {NETWORKS: classes, TRAINING: functions}
        first = [
            (0, f"from {file.removesuffix('.py')} import {each.name}")
            for file, defined in taken.items()
            for each in defined
        ]
        rest = [each for each in module.body if each not in [*classes, *functions]]
        files[PROGRAM] = [*first, *of(rest)]
    return files


def _first(node: ast.stmt) -> int:
    decorators = getattr(node, "decorator_list", [])
    return min([node.lineno, *(each.lineno for each in decorators)])


def _asking(lines: Iterable[_Line]) -> Iterator[_Line]:
    """The functions; the one that trains asks its network for what ``Decoy`` has not."""
    for number, line in lines:
        yield number, line
        if line.startswith(f"def {FUNCTION}(net"):
            yield 0, "    print(net.first.bias, net.last.bias)"


def _with_attributes(lines: Iterable[_Line]) -> Iterator[_Line]:
    """The function that trains as a method, which finds on ``self`` what it was given."""
    change: Callable[[str], str] | None = None
    for number, line in lines:
        if line.startswith("def "):
            change = None
        if line.startswith(f"def {FUNCTION}("):
            given = re.findall(r"\w+", line)[2:-1]
            names = re.compile(rf"(?<![\w.])({'|'.join(given)})\b(?!=)")
            change = lambda text, names=names: names.sub(r"self.\1", text)  # noqa: E731
            yield 0, "class Trainer:"
            yield number, f"    def {FUNCTION}(self, {line.rpartition(', ')[2]}"
        elif change is not None:
            yield number, f"    {change(line)}"
        else:
            yield number, line


def lint_scattered(source: str, codes: tuple[str, ...], form: Form) -> set[Pitfall]:
    """What is reported of the functions and the classes, by the lines of the whole."""
    files = scattered(source, form)
    texts = {file: "".join(f"{line}\n" for _, line in lines) for file, lines in files.items()}
    return {
        Pitfall(number, each.code)
        for each in lint_project(texts, settings=settings_of(codes)).findings
        if each.path != PROGRAM and (number := files[each.path][each.line - 1][0])
    }
