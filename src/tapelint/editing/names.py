"""How a file calls torch: under which name, and where an import has to be added."""

from __future__ import annotations

import functools
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

import libcst as cst

from tapelint.editing.tree import Tree

_LIBRARY = "torch"
_MOST_DOTS = 4
_BINDING = frozenset(
    {
        cst.Import, cst.ImportFrom, cst.Param, cst.Assign, cst.AnnAssign, cst.AugAssign, cst.For,
        cst.CompFor, cst.NamedExpr, cst.AsName, cst.Del, cst.FunctionDef, cst.ClassDef, cst.MatchAs,
        cst.MatchStar, cst.MatchMapping,
    }
)  # fmt: skip
"""What binds names by itself: to ask what each node is would take longer than all the rest."""


@dataclass(frozen=True)
class Spelling:
    """How to write a name of torch's at some place.

    Attributes:
        text: The expression.
        import_before: The statement before which ``import torch`` has to be added.
    """

    text: str
    import_before: cst.SimpleStatementLine | None = None


@dataclass(frozen=True)
class _Imported:
    """A name that an import binds: ``full`` is what it stands for."""

    full: str
    statement: cst.Import | cst.ImportFrom


class TorchNames:
    """The names under which one file knows torch, or another library."""

    def __init__(self, tree: Tree, library: str = _LIBRARY) -> None:
        self._tree, self._library = tree, library
        self._order = {node: at for at, node in enumerate(tree.nodes)}
        self._imports: dict[str, list[_Imported]] = {}
        self._rebound: set[str] = set()
        for node in tree.nodes:
            if type(node) in _BINDING:
                self._note(node)

    def spell(self, name: str, at: cst.CSTNode) -> Spelling | None:
        """How to write ``torch.<name>`` at a node; ``None`` where it is not known to be right."""
        known = self._known(name, at)
        if known:
            return Spelling(max(known, key=self._habit))
        if self._library in self._rebound or self._library in self._imports:
            return None
        first = self._first_import()
        if first is None or not self._is_before(first, at):
            return None
        return Spelling(f"{self._library}.{name}", first)

    def _known(self, name: str, at: cst.CSTNode) -> list[str]:
        """The expressions that mean ``torch.<name>`` at a node, by what the file imports."""
        *modules, last = f"{self._library}.{name}".split(".")
        found = []
        for bound in self._imports:
            for size in range(len(modules), 0, -1):
                if self._means(bound, ".".join(modules[:size]), at):
                    found.append(".".join([bound, *modules[size:], last]))
            if self._means(bound, f"{self._library}.{name}", at):
                found.append(bound)
        return found

    def _habit(self, text: str) -> tuple[int, int, int]:
        """How often the file writes that, and the module that it begins with; the shorter wins."""
        return self._written[text], self._written[text.rpartition(".")[0]], -len(text)

    @functools.cached_property
    def _written(self) -> Counter[str]:
        """How often each name stands in the file, and with the attributes behind it."""
        found: Counter[str] = Counter()
        for node in self._tree.nodes:
            if not isinstance(node, cst.Name) or node.value not in self._imports:
                continue
            text: str = node.value
            here: cst.CSTNode = node
            above = self._tree.parents.get(here)
            if isinstance(above, cst.Attribute) and above.attr is node:
                continue
            found[text] += 1
            for _ in range(_MOST_DOTS):
                if not isinstance(above, cst.Attribute) or above.value is not here:
                    break
                text, here = f"{text}.{above.attr.value}", above
                above = self._tree.parents.get(here)
                found[text] += 1
        return found

    def _means(self, bound: str, full: str, at: cst.CSTNode) -> bool:
        """Whether a name means that thing at a node, whatever path led there."""
        if bound in self._rebound or any(each.full != full for each in self._imports[bound]):
            return False
        return any(self._reaches(each.statement, at) for each in self._imports[bound])

    def _reaches(self, statement: cst.CSTNode, at: cst.CSTNode) -> bool:
        """Whether what an import binds is known at a node."""
        around = list(self._tree.above(statement))
        if any(isinstance(each, cst.ClassDef) for each in around):
            return False
        scope = next((each for each in around if isinstance(each, cst.FunctionDef)), None)
        if scope is None:
            return (
                self._is_before(statement, at) or next(self._tree.functions(at), None) is not None
            )
        return self._is_before(statement, at) and scope in self._tree.functions(at)

    def _is_before(self, node: cst.CSTNode, other: cst.CSTNode) -> bool:
        return self._order[node] < self._order[other]

    def _first_import(self) -> cst.SimpleStatementLine | None:
        """The first import of the module's own body that has to do with torch."""
        for line in self._tree.module.body:
            if not isinstance(line, cst.SimpleStatementLine):
                continue
            for statement in line.body:
                if any(
                    imported.full.split(".")[0] == _LIBRARY for _, imported in _imports(statement)
                ):
                    return line
        return None

    def _note(self, node: cst.CSTNode) -> None:
        if isinstance(node, (cst.Import, cst.ImportFrom)):
            for bound, imported in _imports(node):
                self._imports.setdefault(bound, []).append(imported)
            return
        if isinstance(self._tree.parents.get(node), cst.ImportAlias):
            return
        for name in _binds(node):
            if not self._is_absent_import(node, name):
                self._rebound.add(name)

    def _is_absent_import(self, node: cst.CSTNode, name: str) -> bool:
        """``torch = None``, where torch cannot be imported: then no code of torch's runs."""
        return (
            isinstance(node, cst.Assign)
            and isinstance(node.value, cst.Name)
            and node.value.value == "None"
            and any(
                isinstance(each, (cst.ExceptHandler, cst.Else)) for each in self._tree.above(node)
            )
        )


def _imports(node: cst.CSTNode) -> Iterator[tuple[str, _Imported]]:
    """The names that an import binds."""
    if isinstance(node, cst.Import):
        for alias in node.names:
            full = _dotted(alias.name)
            if alias.asname is not None:
                yield _dotted(alias.asname.name), _Imported(full, node)
            else:
                bound = full.split(".")[0]
                yield bound, _Imported(bound, node)
    elif isinstance(node, cst.ImportFrom) and not node.relative and node.module is not None:
        module = _dotted(node.module)
        if isinstance(node.names, cst.ImportStar):
            yield "*", _Imported(f"{module}.*", node)
            return
        for alias in node.names:
            name = _dotted(alias.name)
            bound = _dotted(alias.asname.name) if alias.asname is not None else name
            yield bound, _Imported(f"{module}.{name}", node)
    elif isinstance(node, cst.ImportFrom) and not isinstance(node.names, cst.ImportStar):
        for alias in node.names:
            name = _dotted(alias.name)
            bound = _dotted(alias.asname.name) if alias.asname is not None else name
            yield bound, _Imported(f".{name}", node)


def _binds(node: cst.CSTNode) -> Iterator[str]:
    """The names that a node binds by itself, imports left out."""
    if isinstance(node, cst.Param):
        yield node.name.value
    elif isinstance(node, cst.Assign):
        for target in node.targets:
            yield from _target_names(target.target)
    elif isinstance(node, (cst.AnnAssign, cst.AugAssign, cst.For, cst.CompFor, cst.NamedExpr)):
        yield from _target_names(node.target)
    elif isinstance(node, cst.AsName):
        yield from _target_names(node.name)
    elif isinstance(node, cst.Del):
        yield from _target_names(node.target)
    elif isinstance(node, (cst.FunctionDef, cst.ClassDef, cst.MatchAs, cst.MatchStar)):
        yield from _target_names(node.name) if node.name is not None else ()
    elif isinstance(node, cst.MatchMapping) and node.rest is not None:
        yield node.rest.value


def _target_names(target: cst.BaseExpression) -> Iterator[str]:
    pending: list[cst.BaseExpression] = [target]
    while pending:
        node = pending.pop()
        if isinstance(node, cst.Name):
            yield node.value
        elif isinstance(node, (cst.Tuple, cst.List)):
            pending.extend(element.value for element in node.elements)
        elif isinstance(node, cst.StarredElement):
            pending.append(node.value)


def _dotted(node: cst.CSTNode) -> str:
    if isinstance(node, cst.Attribute):
        return f"{_dotted(node.value)}.{node.attr.value}"
    return node.value if isinstance(node, cst.Name) else ""
