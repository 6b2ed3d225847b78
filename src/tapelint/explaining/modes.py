"""By what autograd's recording is switched off at a place, as the text says it."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

_INFERENCE: Final = "inference_mode"
_SWITCHES: Final = frozenset({_INFERENCE, "no_grad", "set_grad_enabled"})
_FUNCTIONS: Final = (ast.FunctionDef, ast.AsyncFunctionDef)


class Modes:
    """Looks for what stands around a node of one file."""

    def __init__(self, module: ast.Module, parents: Mapping[ast.AST, ast.AST]) -> None:
        """Note the names under which the file imports the switches.

        Args:
            module: The file.
            parents: The node around each node.
        """
        self._parents: Final = parents
        self._names: Final = {each: each for each in _SWITCHES}
        for node in ast.walk(module):
            if isinstance(node, ast.ImportFrom):
                for each in node.names:
                    if each.name in _SWITCHES and each.asname:
                        self._names[each.asname] = each.name

    def _words(self, node: ast.AST) -> Iterator[str]:
        """The switches around a node, from the inside out."""
        inner, outer = node, self._parents.get(node)
        while outer is not None:
            if isinstance(outer, (ast.With, ast.AsyncWith)) and inner in outer.body:
                yield from map(self._word, (each.context_expr for each in reversed(outer.items)))
            elif isinstance(outer, _FUNCTIONS) and inner in outer.body:
                yield from map(self._word, outer.decorator_list)
            inner, outer = outer, self._parents.get(outer)

    def _word(self, node: ast.expr) -> str:
        function = node.func if isinstance(node, ast.Call) else node
        name = getattr(function, "attr", getattr(function, "id", ""))
        return self._names.get(name, "")

    def word_at(self, node: ast.AST) -> str:
        """The switch around a node that counts there: ``no_grad`` if none is in sight."""
        return next(filter(None, self._words(node)), "no_grad")

    def may_be_inference(self, node: ast.AST, calls: Sequence[ast.AST]) -> bool:
        """Whether ``inference_mode`` stands around a node, or around a call that led there."""
        return any(_INFERENCE in self._words(each) for each in (node, *calls))

    def off(self, node: ast.AST, calls: Sequence[ast.AST]) -> str:
        """The grad mode where autograd does not record.

        Args:
            node: A statement.
            calls: The calls that led there; a function that is run as if called from anywhere is
                its own call.
        """
        if self.may_be_inference(node, calls):
            return "inference"
        is_told = any(any(self._words(each)) for each in (node, *calls))
        is_alone = bool(calls) and isinstance(calls[0], _FUNCTIONS)
        return "off" if is_alone and not is_told else "no_grad"
