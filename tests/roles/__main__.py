"""Count how often words keep what they promise: ``python -m tests.roles FOLDER``.

Two things tell what a name of a Python file is without its name: how a parameter is used, and what
is assigned to a variable or an attribute. ``words.json`` gets the last word of each name with the
kind that it mostly was, how often it was that, and how often it was met.
"""

from __future__ import annotations

import ast
import collections
import json
import pathlib
import sys
from collections.abc import Iterator

from tapelint.project.roles import inference, words
from tapelint.project.roles.facts import Definition, Facts, facts_of, subject
from tapelint.project.roles.role import Kind, Role
from tapelint.torch_api.knowledge import knowledge

TABLE = pathlib.Path(words.__file__).with_name("words.json")
LEAST_MET = 5
"""How often a word must have been met to stand in the table."""


def told_by_uses(path: pathlib.Path) -> Iterator[tuple[str, Kind]]:
    """The last word of each parameter of a file, and the kind that its uses tell."""
    try:
        module = ast.parse(path.read_bytes())
    except (SyntaxError, ValueError, RecursionError):
        return
    classes, methods = _classes(module), set[ast.AST]()
    for node in ast.walk(module):
        if isinstance(node, ast.Assign):
            kind = _made(node.value, classes)
            for target in node.targets if kind is not None else ():
                if name := subject(target):
                    yield words.last_word(name), kind
        elif isinstance(node, ast.ClassDef):
            kept = facts_of(*node.body)
            for each in node.body:
                if isinstance(each, (ast.FunctionDef, ast.AsyncFunctionDef)):
                    methods.add(each)
                    yield from _of_function(each, kept if each.name == "__init__" else {}, True)
        elif isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)) and node not in methods:
            yield from _of_function(node, {}, False)


def _classes(module: ast.Module) -> dict[str, Kind]:
    """What calls of the classes that a file defines or knows make, by the classes' last names."""
    known = knowledge()
    found = {
        **dict.fromkeys(known.torch_functions, Kind.TENSOR),
        **dict.fromkeys(known.modules, Kind.MODULE),
        **dict.fromkeys(known.optimisers, Kind.OPTIMISER),
        **dict.fromkeys(known.loss_modules, Kind.LOSS),
        **dict.fromkeys(known.distributions, Kind.DISTRIBUTION),
        "DataLoader": Kind.LOADER,
    }
    for node in ast.walk(module):
        if isinstance(node, ast.ClassDef):
            bases = {ast.unparse(each).rpartition(".")[2] for each in node.bases}
            if "Module" in bases or any(found.get(each) is Kind.MODULE for each in bases):
                found[node.name] = Kind.MODULE
    return found


def _made(value: ast.expr, classes: dict[str, Kind]) -> Kind | None:
    """The kind of what is assigned, where the expression alone tells."""
    if isinstance(value, ast.Call):
        return classes.get(ast.unparse(value.func).rpartition(".")[2])
    if isinstance(value, ast.Constant) and isinstance(value.value, (int, float, str, bool)):
        kinds = {bool: Kind.FLAG, int: Kind.NUMBER, float: Kind.NUMBER, str: Kind.TEXT}
        return kinds[type(value.value)]
    return None


def _of_function(
    function: Definition, kept: dict[str, Facts], is_method: bool
) -> Iterator[tuple[str, Kind]]:
    own = facts_of(*function.body)
    for parameter, _ in inference.parameters_of(function, is_method=is_method):
        facts = own.get(parameter.arg, Facts())
        for attribute in facts.stored:
            facts.add(kept.get(attribute, Facts()))
        role = Role()
        for kind, evidence in (
            *inference.of_annotation(parameter),
            *inference.of_uses(facts),
        ):
            role = role.join(Role(kind, (evidence,)))
        if role.is_known:
            yield words.last_word(parameter.arg), role.kind


def main(folder: str) -> None:
    """Write the table."""
    told: dict[str, collections.Counter[Kind]] = collections.defaultdict(collections.Counter)
    for path in sorted(pathlib.Path(folder).rglob("*.py")):
        for word, kind in told_by_uses(path):
            told[word][kind] += 1
    rows = []
    for word, kinds in sorted(told.items()):
        (kind, right), read = kinds.most_common(1)[0], kinds.total()
        if read >= LEAST_MET and len(word) > 1:
            rows.append({"word": word, "kind": kind.id, "right": right, "read": read})
    TABLE.write_text(json.dumps({"words": rows}, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1])
