"""Documents put together from the rule book's examples, and what someone might type into them."""

from __future__ import annotations

import ast
import random
import re
from collections.abc import Iterator

from tapelint.source.python_tree import python_tree

from ..conftest import ROOT

_DEFINITIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
_TYPED = (
    "{0} = {0}.detach()",
    "{0}.data.zero_()",
    "{0}.add_(1)",
    "{0} = torch.tensor({0}, requires_grad=True)",
    "{0}.requires_grad = True",
    "new_{0} = {0}",
    "loss = {0}.sum()",
    "loss.backward()",
    "torch.set_grad_enabled(False)",
    "print({0})",
)


def document(rng: random.Random, examples: int) -> str:
    """Some of the rule book's pitfalls in one text, each with names of its own."""
    paths = sorted((ROOT / "rules").glob("TAP[1-9]*/examples/pitfall_*.py"))
    imports: dict[str, None] = {}
    parts: list[str] = []
    for number, path in enumerate(rng.sample(paths, examples)):
        text = path.read_text("utf-8")
        module = ast.parse(text)
        names = {name for each in module.body for name in _bound_by(each)}
        for each in module.body:
            part = "\n".join(text.split("\n")[_first(each) - 1 : each.end_lineno])
            if isinstance(each, (ast.Import, ast.ImportFrom)):
                if getattr(each, "module", "") != "__future__":
                    imports[part] = None
            elif not (isinstance(each, ast.Expr) and isinstance(each.value, ast.Constant)):
                for name in names:
                    part = re.sub(rf"(?<![.\w]){name}\b", f"{name}_{number}", part)
                parts.append(part)
    return "\n\n".join(("\n".join(imports), *parts)) + "\n"


def edits(rng: random.Random, text: str, count: int) -> Iterator[str]:
    """Texts of which each is the one before with a change; all of them are Python."""
    while count:
        edited = _edited(rng, text)
        if edited != text and python_tree(edited) is not None:
            text = edited
            count -= 1
            yield text


def _edited(rng: random.Random, text: str) -> str:
    module, lines = ast.parse(text), text.split("\n")
    statements = [each for each in ast.walk(module) if isinstance(each, ast.stmt)]
    at = rng.choice(statements)
    first, last = _first(at) - 1, at.end_lineno or at.lineno
    indent = lines[first][: len(lines[first]) - len(lines[first].lstrip())]
    kind = rng.choice(("delete", "repeat", "number", "type", "type", "note", "move"))
    if kind == "delete":
        lines[first:last] = [f"{indent}pass"]
    elif kind == "repeat":
        lines[last:last] = lines[first:last]
    elif kind == "number":
        lines[first:last] = [re.sub(r"\b\d\b", "3", each) for each in lines[first:last]]
    elif kind == "type":
        names = sorted({each.id for each in ast.walk(at) if isinstance(each, ast.Name)} or {"x"})
        lines[last:last] = [indent + rng.choice(_TYPED).format(rng.choice(names))]
    elif kind == "note":
        lines[first:first] = ["", f"{indent}# note"]
    else:
        moved, behind = rng.sample(module.body, 2)
        part = lines[_first(moved) - 1 : moved.end_lineno]
        lines[behind.end_lineno : behind.end_lineno] = part
        if behind.lineno > moved.lineno:
            del lines[_first(moved) - 1 : moved.end_lineno]
    return "\n".join(lines)


def _first(statement: ast.stmt) -> int:
    above = [each.lineno for each in getattr(statement, "decorator_list", ())]
    return min((statement.lineno, *above))


def _bound_by(statement: ast.stmt) -> Iterator[str]:
    if isinstance(statement, _DEFINITIONS):
        yield statement.name
        return
    for node in ast.walk(statement):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            yield node.id
