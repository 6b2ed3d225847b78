"""The texts of nodes: where they stand, and how a name of a library is spelt there."""

from __future__ import annotations

import re

import libcst as cst

from tapelint.editing.changes import (
    FromLibrary,
    FromTorch,
    Operand,
    Part,
)
from tapelint.editing.names import TorchNames
from tapelint.editing.tree import Tree
from tapelint.source.edits import Lines, Splice
from tapelint.source.positions import Places

_ATOMS = (cst.Name, cst.Attribute, cst.Call, cst.Subscript, cst.List, cst.Dict, cst.Set)
_MARGIN = re.compile(r"[ \t]*")


class RefusedError(Exception):
    """A change that cannot be made, or cannot be known to be right, where the node stands."""


class NodeTexts:
    """What the nodes of one module say, and where."""

    def __init__(self, module: cst.Module, text: str, places: Places) -> None:
        self.lines = Lines(text)
        self.text = text
        self.tree = Tree(module)
        self._places = places
        self._names: dict[str, TorchNames] = {}

    def span(self, node: cst.CSTNode) -> tuple[int, int]:
        """Where a node starts and ends, its own brackets left out."""
        place = self._places.of(node)
        if place is None or not self._places.are_exact(node):
            raise RefusedError
        return (
            self.lines.offset(place.line, place.column),
            self.lines.offset(place.end_line, place.end_column),
        )

    def whole_span(self, node: cst.CSTNode) -> tuple[int, int]:
        """Where a node starts and ends, with its own brackets."""
        start, end = self.span(node)
        for _ in getattr(node, "lpar", ()):
            before, after = self.text[:start].rstrip(), self.text[end:].lstrip()
            if not before.endswith("(") or not after.startswith(")"):
                raise RefusedError  # a comment stands in between
            start, end = len(before) - 1, len(self.text) - len(after) + 1
        return start, end

    def whole_text(self, node: cst.CSTNode) -> str:
        """The text of a node, with its own brackets."""
        start, end = self.whole_span(node)
        return self.text[start:end]

    def own_text(self, node: cst.CSTNode) -> str:
        """The text of a node, without its own brackets."""
        start, end = self.span(node)
        return self.text[start:end]

    def operand(self, node: cst.BaseExpression) -> str:
        """The text of an expression as an operand: in brackets, unless it binds tightest."""
        text = self.whole_text(node)
        is_whole = isinstance(node, _ATOMS) and "\n" not in text
        return text if is_whole or bool(getattr(node, "lpar", None)) else f"({text})"

    def written_out(self, part: Part, at: cst.CSTNode, imports: list[Splice]) -> str:
        """The text of one part of what is put in place of a node."""
        if isinstance(part, str):
            return part
        if isinstance(part, FromTorch):
            return self.from_torch(part.name, at, imports)
        if isinstance(part, FromLibrary):
            return self.from_library(part.library, part.name, at, imports)
        if isinstance(part, Operand):
            return self.operand(part.node)
        return self.whole_text(part)

    def from_torch(self, name: str, at: cst.CSTNode, imports: list[Splice]) -> str:
        """How a name of torch is spelt at a node; imports that it needs are added."""
        return self.from_library("torch", name, at, imports)

    def from_library(self, library: str, name: str, at: cst.CSTNode, imports: list[Splice]) -> str:
        """How a name of a library is spelt at a node."""
        names = self._names.get(library)
        if names is None:
            names = self._names[library] = TorchNames(self.tree, library)
        spelling = names.spell(name, at)
        if spelling is None:
            raise RefusedError
        if spelling.import_before is not None:
            start, _ = self.span(spelling.import_before)
            if self.lines.place(start)[1] != 1:
                raise RefusedError
            imports.append(Splice(start, start, f"import {library}{self.newline(start)}"))
        return spelling.text

    def newline(self, offset: int) -> str:
        """How the line ends that a place stands in."""
        return self.lines.ending(offset, self.tree.module.default_newline)

    def margin(self, start: int) -> str:
        """The space before a statement that begins its line."""
        line, column = self.lines.place(start)
        margin = self.text[self.lines.offset(line, 1) : self.lines.offset(line, column)]
        if not _MARGIN.fullmatch(margin):
            raise RefusedError
        return margin

    def inside(self, value: cst.BaseExpression) -> str:
        """The text of a value for the brackets of a call: its own brackets are not needed."""
        is_tuple = isinstance(value, (cst.Tuple, cst.GeneratorExp))
        return self.whole_text(value) if is_tuple else self.own_text(value)
