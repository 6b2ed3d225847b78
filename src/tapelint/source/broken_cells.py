"""What is read in the place of a notebook's cell that is not Python, such as an exercise's.

Exercises have cells to fill in: ``model = <your code>``. The rest of the notebook is linted
without them. What such a cell imports is still known; whatever else it speaks of may have been
changed by it, and nothing is known of that any more.
"""

from __future__ import annotations

import ast
import builtins
import keyword
import re
from collections.abc import Iterable, Sequence

from tapelint.source.magics import UNKNOWN_VALUE, PythonLine
from tapelint.source.python_tree import python_tree

_NAME = re.compile(r"(?<![\w.])[^\W\d]\w*")
_STRING_OR_COMMENT = re.compile(r"\"(?:[^\"\\\n]|\\.)*\"|'(?:[^'\\\n]|\\.)*'|#[^\n\r]*")
_BUILTINS = frozenset(dir(builtins))


def stand_in(lines: Sequence[str], imported: Iterable[str]) -> list[PythonLine]:
    """The lines to read instead of those of a broken cell, one for one.

    Args:
        lines: The cell's lines.
        imported: Names that the notebook imports; they keep their meaning.
    """
    imports = [imports_by_itself(line) for line in lines]
    others = [line for line, is_import in zip(lines, imports, strict=True) if not is_import]
    mentioned = _NAME.findall(_STRING_OR_COMMENT.sub("", "\n".join(others)))
    unknown = [
        name
        for name in dict.fromkeys(mentioned)
        if not keyword.iskeyword(name) and name not in _BUILTINS and name not in set(imported)
    ]
    forgetting = " = ".join([*unknown, UNKNOWN_VALUE]) if unknown else ""
    read = []
    for line, is_import in zip(lines, imports, strict=True):
        read.append(PythonLine(line if is_import else forgetting, is_cell_text=False))
        forgetting = forgetting if is_import else ""
    return read


def imported_names(lines: Iterable[str]) -> frozenset[str]:
    """The names that lines which are an import by themselves bind."""
    return frozenset(name for line in lines for name in _imported_by(line))


def imports_by_itself(line: str) -> bool:
    """Whether a line is an import and nothing else."""
    return bool(_imported_by(line))


def _imported_by(line: str) -> list[str]:
    """The names that a line imports; none where it is no import, or not one by itself."""
    if not line.startswith(("import ", "from ")):
        return []
    tree = python_tree(line)
    return [
        (alias.asname or alias.name).partition(".")[0]
        for statement in (tree.body if tree is not None else ())
        if isinstance(statement, (ast.Import, ast.ImportFrom))
        for alias in statement.names
    ]
