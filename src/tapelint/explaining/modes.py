"""By what autograd's recording is switched at a place, as the text says it."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from tapelint.torch_api.families import families
from tapelint.torch_api.same_or_other import SEVERAL_WHERE_ASKED

_INFERENCE: Final = "inference_mode"
_ODD: Final = "odd"
"""Stands for a context manager that may switch recording in whatever way."""
_WORDS: Final = ("grad", "inference", "mode")
_FUNCTIONS: Final = (ast.FunctionDef, ast.AsyncFunctionDef)


class Modes:
    """Looks for what stands around a node of one file.

    Attributes:
        asks_for_several: Whether a layer or a call may be asked for a tuple of tensors.
    """

    def __init__(self, module: ast.Module, parents: Mapping[ast.AST, ast.AST]) -> None:
        """Note which names of the file mean a switch.

        Args:
            module: The file.
            parents: The node around each node.
        """
        self._parents: Final = parents
        self._names: Final = {each: each for each in families().switches}
        self._hooks: Final[set[str]] = set()
        self.asks_for_several: Final = any(
            isinstance(node, ast.keyword) and node.arg in SEVERAL_WHERE_ASKED
            for node in ast.walk(module)
        )
        for node in ast.walk(module):
            if isinstance(node, ast.ImportFrom):
                for each in node.names:
                    if each.name in families().switches and each.asname:
                        self._names[each.asname] = each.name
            elif isinstance(node, (*_FUNCTIONS, ast.ClassDef)):
                if any(last_name(each) in families().switches for each in ast.walk(node)):
                    self._names[node.name] = _ODD
            elif isinstance(node, ast.Assign) and last_name(node.value) in families().switches:
                if isinstance(node.value, ast.Call):
                    word = last_name(node.value)
                    self._names.update(dict.fromkeys(map(last_name, node.targets), word))
            elif isinstance(node, ast.Call) and last_name(node) in families().gradient_hooks:
                given = (one for each in node.args for one in ast.walk(each))
                self._hooks.update(filter(None, map(last_name, given)))

    def _words(self, node: ast.AST) -> Iterator[str]:
        """The switches around a node, from the inside out."""
        inner, outer = node, self._parents.get(node)
        while outer is not None:
            if isinstance(outer, (ast.With, ast.AsyncWith)) and inner in outer.body:
                yield from map(self._word, (each.context_expr for each in reversed(outer.items)))
            elif isinstance(outer, _FUNCTIONS) and inner in outer.body:
                yield from map(self._word, outer.decorator_list)
                if outer.name in self._hooks:  # a backward calls it, with recording switched off
                    yield _ODD
            inner, outer = outer, self._parents.get(outer)

    def _word(self, node: ast.expr) -> str:
        name = last_name(node)
        word = self._names.get(name, "")
        return word or (_ODD if any(each in name.lower() for each in _WORDS) else "")

    def word_at(self, node: ast.AST) -> str:
        """The switch around a node that counts there: ``no_grad`` if none is in sight."""
        words = (each for each in self._words(node) if each not in ("", _ODD))
        return next(words, "no_grad")

    def is_inference(self, node: ast.AST, calls: Sequence[ast.AST]) -> bool:
        """Whether ``inference_mode`` stands around a node, or around a call that led there."""
        return any(_INFERENCE in self._words(each) for each in (node, *calls))

    def is_odd(self, node: ast.AST, calls: Sequence[ast.AST], records: bool) -> bool:
        """Whether what stands around a node may switch recording in a way that nobody knows.

        ``enable_grad`` within ``inference_mode`` does not let it record, although it seems so.

        Args:
            node: The node.
            calls: The calls that led there.
            records: Whether autograd may record there, as far as anybody knows.
        """
        odd = (_ODD, _INFERENCE) if records else (_ODD,)
        return any(word in odd for each in (node, *calls) for word in self._words(each))

    def off(self, node: ast.AST, calls: Sequence[ast.AST]) -> str:
        """The grad mode where autograd does not record.

        Args:
            node: A statement.
            calls: The calls that led there; a function that is run as if called from anywhere is
                its own call.
        """
        if self.is_inference(node, calls):
            return "inference"
        is_told = any(any(self._words(each)) for each in (node, *calls))
        is_alone = bool(calls) and isinstance(calls[0], _FUNCTIONS)
        return "off" if is_alone and not is_told else "no_grad"


def last_name(node: ast.AST | None) -> str:
    """``no_grad`` of ``torch.no_grad()``."""
    function = node.func if isinstance(node, ast.Call) else node
    return str(getattr(function, "attr", getattr(function, "id", "")))
