"""What the names that a file imports bring with them."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Sequence

from tapelint.source.neighbours import Neighbours, ProjectFile

_MOST_HOPS = 6
_BASES = re.compile(r"^\s*class\s+\w+\s*\(([^)]*)\)", re.MULTILINE)
_IDENTIFIER = re.compile(r"[^\W\d]\w*")
_ALWAYS = ("torch.nn", "torch.optim")


def _top_level(body: Sequence[ast.stmt]) -> Iterator[ast.stmt]:
    for node in body:
        yield node
        if isinstance(node, (ast.If, ast.Try)):
            yield from _top_level([*node.body, *node.orelse])
        if isinstance(node, ast.Try):
            for handler in node.handlers:
                yield from _top_level(handler.body)


_MODULES = frozenset(
    {"nn", "functional", "optim", "distributions", "autograd", "init", "utils", "data", "linalg",
     "cuda", "random", "typing", "testing"}
)  # fmt: skip


def _renames(module: str, name: ast.alias) -> bool:
    library = module.partition(".")[0]
    if library == "numpy":
        return name.name not in _MODULES and name.name != "ndarray"
    return library == "torch" and bool(name.asname) and name.name not in _MODULES


class Imports:
    """Looks up imported names in the files that they come from."""

    def __init__(self, tree: ast.Module, neighbours: Neighbours | None) -> None:
        self._neighbours = neighbours
        self._imported: dict[str, tuple[str, str]] = {}
        self.renames = False
        """Whether something of torch's or numpy's has a name of the file's own."""
        for node in _top_level(tree.body):
            if isinstance(node, ast.ImportFrom):
                module = "." * node.level + (node.module or "")
                for each in node.names:
                    self._imported[each.asname or each.name] = (module, each.name)
                    self.renames = self.renames or _renames(module, each)
            elif isinstance(node, ast.Import):
                self.renames = self.renames or any(
                    each.name == "numpy" and each.asname not in {None, "np"} for each in node.names
                )
        self._known: dict[tuple[str, str], bool] = {}

    def may_speak_of(self, name: str, pattern: re.Pattern[str]) -> bool:
        """Whether the definition of an imported name, or of a base class of it, holds a pattern.

        A name that comes from nowhere known holds nothing that the tape could know.
        """
        if name not in self._imported:
            return False
        module, original = self._imported[name]
        if module.startswith(_ALWAYS):
            return True
        if self._neighbours is None:
            return False
        return self._in_module(module, original, self._neighbours.here, pattern, 0)

    def _in_module(
        self, module: str, name: str, importer: ProjectFile, pattern: re.Pattern[str], hops: int
    ) -> bool:
        neighbours = self._neighbours
        if neighbours is None or hops > _MOST_HOPS:
            return False
        file = neighbours.find(neighbours.absolute(module, importer), importer)
        return file is not None and self._in_file(file, name, pattern, hops)

    def _in_file(self, file: ProjectFile, name: str, pattern: re.Pattern[str], hops: int) -> bool:
        key = (file.path, name)
        if key in self._known:
            return self._known[key]
        self._known[key] = False
        neighbours = self._neighbours
        outline = neighbours.outline(file) if neighbours is not None else None
        if outline is None:
            return False
        found = False
        for first, last in outline.definitions.get(name, ()):
            text = "\n".join(outline.lines[first - 1 : last])
            found = found or pattern.search(text) is not None
            found = found or self._in_import(text, name, file, pattern, hops)
            for bases in _BASES.findall(text):
                found = found or any(
                    self._in_file(file, base, pattern, hops + 1)
                    for base in _IDENTIFIER.findall(bases)
                )
        self._known[key] = found
        return found

    def _in_import(
        self, text: str, name: str, file: ProjectFile, pattern: re.Pattern[str], hops: int
    ) -> bool:
        if not text.lstrip().startswith(("from ", "import ")):
            return False
        try:
            statements = ast.parse(text.strip()).body
        except (SyntaxError, ValueError):
            return False
        for node in statements:
            if isinstance(node, ast.ImportFrom):
                module = "." * node.level + (node.module or "")
                for each in node.names:
                    if (each.asname or each.name) == name:
                        if self._in_module(module, each.name, file, pattern, hops + 1):
                            return True
        return False
