"""From ``ast`` to linear code: a scope is lowered when it is first asked for."""

from __future__ import annotations

import ast
from typing import Final

from tapelint.core.code.code_object import Code, Signature
from tapelint.core.code.instruction import Leave, blocks_of
from tapelint.core.code.instructions import Exit, For, While
from tapelint.core.code.scopes import FIRST, shared_names
from tapelint.core.code.statements import Statements

MOST_NESTED: Final = 4
"""A loop over any number of items that stands in so many others is run for one round."""


def module_code(
    tree: ast.Module, file: str = "", watched: frozenset[ast.AST] = frozenset()
) -> Code:
    """The code of a file, which is lowered by whoever runs it.

    Args:
        tree: The file's text, parsed.
        file: The name that the project has for it.
        watched: The statements at which somebody looks at the machine.
    """
    return Code("", tree, file, watched=watched)


def lowered(code: Code) -> Code:
    """The same code, with its instructions."""
    if code.is_lowered:
        return code
    code.is_lowered = True
    node = code.node
    if isinstance(node, ast.Module):
        code.shared = shared_names(node)
    builder = Statements(code)
    code.is_generator = builder.names.yields
    if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)):
        code.signature = _signature(node.args)
        given = code.signature
        every = (*given.positional, *given.keyword_only, given.rest, given.keywords)
        for name in filter(None, every):
            builder.given(name)
    if isinstance(node, ast.Module):
        builder.given("__name__")
    for each in getattr(node, "type_params", ()):
        with builder.statement():
            builder.store(each, each.name, builder.something(each, each.name))
    if isinstance(node, ast.GeneratorExp):
        code.signature = Signature((FIRST,), 1)
        builder.given(FIRST)
        builder.yields(node)
    elif isinstance(node, ast.Lambda):
        builder.emit(Exit(node, Leave.RETURN, builder.expression(node.body)))
    else:
        builder.statements(node.body)
    return code


def size(code: Code) -> int:
    """How many instructions a code has, in whichever block; it is lowered if need be.

    Those of a third loop in others count twice, and so on: each loop is gone round twice.
    """
    if not code.size:
        pending = [(lowered(code).body, 0)]
        while pending:
            block, loops = pending.pop()
            code.size += len(block) * 2 ** max(0, loops - 2)
            for each in block:
                inside = loops + isinstance(each, (For, While))
                pending += [(block, min(inside, MOST_NESTED)) for block in blocks_of(each)]
    return code.size


def _signature(given: ast.arguments) -> Signature:
    return Signature(
        tuple(each.arg for each in (*given.posonlyargs, *given.args)),
        len(given.posonlyargs),
        tuple(each.arg for each in given.kwonlyargs),
        given.vararg.arg if given.vararg else "",
        given.kwarg.arg if given.kwarg else "",
    )
