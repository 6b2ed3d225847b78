"""The groups of a file: what is looked at, kept or left out as a whole.

A group is a class or a function at the top level, with all that has its name. What stands outside
of them is always kept.
"""

from __future__ import annotations

import ast
import functools
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass

from tapelint.relevance.changes import Reader
from tapelint.relevance.imports import Imports
from tapelint.relevance.names import FunctionNames, Parameters
from tapelint.relevance.roots import SELF, called, may_be_leaf, root_of
from tapelint.relevance.signs import WORDS, Sign
from tapelint.relevance.walking import walk

HISTORY = re.compile(
    r"requires_grad|Parameter\b|\bparameters\b|\bnn\.[A-Z]|\.weight\b|\.bias\b|\bforward\b"
)
_IDENTIFIER = re.compile(r"[^\W\d]\w*")
_SWITCHES = re.compile(r"no_grad|inference_mode|set_grad_enabled|enable_grad")
_ON_SELF = re.compile(
    r"\b(?:self|cls)\.[\w.]+(?:\[[^\n]*\])?\s*(?:[-+*/%@&|^]|//|\*\*)?=(?!=)"
    r"|\b(?:self|cls)\.[\w.]+\.(?:append|extend|insert|add|update|pop|clear|\w+_)\("
    r"|setattr|register_|add_module|,\s*self\.\w+\s*[,=]"
)
_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
_DEFINITIONS = (*_FUNCTIONS, ast.ClassDef)
_CALLED_BY_OBJECT = frozenset({"forward", "__call__"})
Function = ast.FunctionDef | ast.AsyncFunctionDef


@dataclass(frozen=True, eq=False)
class Part:
    """A function of a group.

    Attributes:
        name: ``train``, ``Policy.forward``; a class within a class counts as one part.
        node: Its definition.
        text: Its source.
    """

    name: str
    node: Function | ast.ClassDef
    text: str

    @property
    def last_name(self) -> str:
        """The name less the class's."""
        return self.name.rsplit(".", 1)[-1]

    @functools.cached_property
    def words(self) -> frozenset[str]:
        """All identifiers in it, and in its texts and comments."""
        return frozenset(_IDENTIFIER.findall(self.text))

    @property
    def leaves_on_self(self) -> bool:
        """Whether it may change what attributes of its object hold."""
        return self.last_name == "__init__" or _ON_SELF.search(self.text) is not None


@dataclass(frozen=True, eq=False)
class Group:
    """Classes and functions of one name.

    Attributes:
        name: The name.
        nodes: Their definitions.
        lines: The file's lines.
    """

    name: str
    nodes: tuple[ast.stmt, ...]
    lines: Sequence[str]

    @functools.cached_property
    def spans(self) -> list[tuple[int, int]]:
        """The first and the last line of each definition, decorators included."""
        return [_span(node) for node in self.nodes]

    @functools.cached_property
    def text(self) -> str:
        """The source."""
        return "\n".join("\n".join(self.lines[first - 1 : last]) for first, last in self.spans)

    @functools.cached_property
    def words(self) -> frozenset[str]:
        """The names that it reads."""
        found = {node.id for node in self._walk() if isinstance(node, ast.Name)}
        # Annotations may be texts.
        for node in self._walk():
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                if len(node.value) < 80:
                    found.update(_IDENTIFIER.findall(node.value))
        return frozenset(found) - {self.name}

    @functools.cached_property
    def switches_mode(self) -> bool:
        """Whether it switches autograd's recording."""
        return _SWITCHES.search(self.text) is not None

    @functools.cached_property
    def bases(self) -> list[str]:
        """The last names of the base classes."""
        return [
            _last_name(base)
            for node in self.nodes
            if isinstance(node, ast.ClassDef)
            for base in node.bases
        ]

    @property
    def is_class(self) -> bool:
        """Whether it is a class."""
        return any(isinstance(node, ast.ClassDef) for node in self.nodes)

    @functools.cached_property
    def parts(self) -> list[Part]:
        """Its functions: itself, or the methods."""
        found: list[Part] = []
        for node in self.nodes:
            if isinstance(node, _FUNCTIONS):
                found.append(self._part(self.name, node))
            elif isinstance(node, ast.ClassDef):
                for each in _definitions_in(node.body):
                    found.append(self._part(f"{self.name}.{each.name}", each))
        return found

    def _part(self, name: str, node: Function | ast.ClassDef) -> Part:
        first, last = _span(node)
        return Part(name, node, "\n".join(self.lines[first - 1 : last]))

    @functools.cached_property
    def layers(self) -> Mapping[str, str]:
        """For each attribute of ``self`` that is made once, what it is made of."""
        found: dict[str, set[str]] = {}
        for node in self._walk():
            if isinstance(node, ast.Assign):
                for target in node.targets:
                    name = _attribute_of_self(target)
                    if name is not None:
                        value = node.value
                        made = called(value) if isinstance(value, ast.Call) else ""
                        found.setdefault(name, set()).add(made)
            elif isinstance(node, (ast.AnnAssign, ast.AugAssign)):
                name = _attribute_of_self(node.target)
                if name is not None:
                    found.setdefault(name, set()).add("")
        return {name: made.pop() for name, made in found.items() if len(made) == 1}

    @functools.cached_property
    def assigned(self) -> Mapping[str, bool]:
        """The attributes of ``self`` that are assigned, and whether one may be a leaf."""
        found: dict[str, bool] = {}
        for node in self._walk():
            if isinstance(node, (ast.Assign, ast.AnnAssign)) and node.value is not None:
                for target in node.targets if isinstance(node, ast.Assign) else [node.target]:
                    name = _attribute_of_self(target)
                    if name is not None:
                        found[name] = found.get(name, False) or may_be_leaf(node.value)
        return found

    @functools.cached_property
    def touched(self) -> frozenset[str]:
        """The attributes of ``self`` that it speaks of, as ``self.name``."""
        names = (
            _attribute_of_self(node) for node in self._walk() if isinstance(node, ast.Attribute)
        )
        return frozenset(SELF + name for name in names if name is not None)

    def holding(self, classes: Collection[str]) -> set[str]:
        """The attributes that hold objects of these classes, and the loop variables over them."""
        found = {name for name, made in self.layers.items() if made in classes}
        lists = {name for name, made in self.layers.items() if made in {"ModuleList", "Sequential"}}
        found |= lists
        for node in self._walk():
            if isinstance(node, (ast.For, ast.comprehension)):
                iterated: list[ast.expr] = (
                    node.iter.args if isinstance(node.iter, ast.Call) else [node.iter]
                )
                roots = {root_of(each) for each in iterated}
                if roots & {SELF + name for name in lists}:
                    inside = walk(node.target)
                    found |= {each.id for each in inside if isinstance(each, ast.Name)}
        return found

    def _walk(self) -> Iterator[ast.AST]:
        return iter(self._nodes)

    @functools.cached_property
    def _nodes(self) -> list[ast.AST]:
        return [inner for node in self.nodes for inner in walk(node)]


def _definitions_in(body: Sequence[ast.stmt]) -> Iterator[Function | ast.ClassDef]:
    for node in body:
        if isinstance(node, _DEFINITIONS):
            yield node
        elif isinstance(node, (ast.If, ast.Try)):
            yield from _definitions_in([*node.body, *node.orelse])


def _span(node: ast.stmt) -> tuple[int, int]:
    decorators = getattr(node, "decorator_list", [])
    first = min([node.lineno, *(each.lineno for each in decorators)])
    return first, node.end_lineno or node.lineno


def _attribute_of_self(target: ast.AST) -> str | None:
    if isinstance(target, ast.Attribute) and isinstance(target.value, ast.Name):
        return target.attr if target.value.id in {"self", "cls"} else None
    return None


def _last_name(node: ast.expr) -> str:
    if isinstance(node, ast.Subscript):
        node = node.value
    if isinstance(node, ast.Attribute):
        return node.attr
    return node.id if isinstance(node, ast.Name) else ""


class Groups:
    """The groups of a file."""

    def __init__(self, tree: ast.Module, lines: Sequence[str], imports: Imports) -> None:
        definitions: dict[str, list[ast.stmt]] = {}
        others: list[ast.stmt] = []
        for statement in tree.body:
            if isinstance(statement, _DEFINITIONS):
                definitions.setdefault(statement.name, []).append(statement)
            elif not isinstance(statement, (ast.Import, ast.ImportFrom)):
                others.append(statement)
        self._imports = imports
        self._others, self._lines = others, lines
        self._names: dict[tuple[str, ast.AST], FunctionNames] = {}
        self.by_name = {
            name: Group(name, tuple(nodes), lines) for name, nodes in definitions.items()
        }
        self.outside = _as_function(others, lines)
        """What stands outside of all groups, as one function."""

    @functools.cached_property
    def functions(self) -> frozenset[str]:
        """The names of all functions, methods and classes."""
        return frozenset(self.by_name).union(
            part.last_name for group in self.by_name.values() for part in group.parts
        )

    # --- history ---

    def has_history(self, group: Group) -> bool:
        """Whether anything in a group may surely require grad."""
        return group.name in self._with_history or (
            group is self.outside and self._has_history(group, self._with_history)
        )

    def _has_history(self, group: Group, known: Collection[str]) -> bool:
        return (
            HISTORY.search(group.text) is not None
            or not group.words.isdisjoint(known)
            or any(self._imports.may_speak_of(base, HISTORY) for base in group.bases)
        )

    @functools.cached_property
    def _with_history(self) -> frozenset[str]:
        """Groups and variables of the module in which something may surely require grad."""
        found: set[str] = set()
        while True:
            more = {
                name
                for name, group in self.by_name.items()
                if name not in found and self._has_history(group, found)
            }
            more |= {
                name
                for text, bound, read in self._variables
                if not bound <= found
                and (HISTORY.search(text) is not None or not found.isdisjoint(read))
                for name in bound
            }
            if more <= found:
                return frozenset(found)
            found |= more

    @functools.cached_property
    def _variables(self) -> list[tuple[str, set[str], set[str]]]:
        """Of each statement outside: its text, the names that it binds, and those that it reads."""
        found = []
        for statement in self._others:
            names = [node for node in walk(statement) if isinstance(node, ast.Name)]
            bound = {node.id for node in names if isinstance(node.ctx, ast.Store)}
            if bound:
                first, last = _span(statement)
                text = "\n".join(self._lines[first - 1 : last])
                found.append((text, bound, {node.id for node in names} - bound))
        return found

    # --- changes ---

    def names_in(self, part: Part, group: Group) -> FunctionNames:
        """What a function does to names."""
        key = (group.name, part.node)
        if key not in self._names:
            assert not isinstance(part.node, ast.ClassDef)
            reader = Reader(group.layers, self.changers, self.functions)
            self._names[key] = reader.read(part.node)
        return self._names[key]

    @functools.cached_property
    def changers(self) -> Mapping[str, Parameters]:
        """Functions, and attributes that hold objects, whose call changes its arguments."""
        found: dict[str, Parameters] = {}
        read: dict[ast.AST, Parameters] = {}
        for _ in range(3):
            before = dict(found)
            classes: dict[str, Parameters] = {}
            for name, group in self.by_name.items():
                reader = Reader(group.layers, found, self.functions)
                for part in group.parts:
                    if isinstance(part.node, ast.ClassDef) or not may_change(part, found):
                        continue
                    if part.node not in read or not part.words.isdisjoint(found):
                        read[part.node] = reader.read(part.node).changed_parameters()
                    changed = read[part.node]
                    if not changed.names:
                        continue
                    if part.last_name in _CALLED_BY_OBJECT:
                        classes[name] = changed
                    else:
                        key = name if part.last_name == "__init__" else part.last_name
                        found[key] = found[key].either(changed) if key in found else changed
            if classes:
                everything = functools.reduce(Parameters.either, classes.values())
                for group in self.by_name.values():
                    if not group.words.isdisjoint(classes):
                        for name in group.holding(classes):
                            found[name] = everything
            if found == before:
                break
        return found


def may_change(part: Part, changers: Collection[str]) -> bool:
    """Whether a function's text allows that it changes anything in place."""
    return WORDS[Sign.CHANGE].search(part.text) is not None or not part.words.isdisjoint(changers)


def _as_function(statements: Sequence[ast.stmt], lines: Sequence[str]) -> Group:
    if not statements:
        return Group("", (), lines)
    first, last = statements[0].lineno, statements[-1].end_lineno or statements[-1].lineno
    function = ast.parse("def outside(): pass").body[0]
    assert isinstance(function, ast.FunctionDef)
    function.body, function.lineno, function.end_lineno = list(statements), first, last
    kept = [""] * len(lines)
    for node in statements:
        for at in range(node.lineno, (node.end_lineno or node.lineno) + 1):
            kept[at - 1] = lines[at - 1]
    return Group("", (function,), kept)
