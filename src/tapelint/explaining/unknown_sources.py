"""Where the values of a line come from that nothing in sight shows, and what comment would tell.

The names of a statement are followed back through the assignments of its function, to arguments
without a role, to what is imported, and to what unknown code gives back.
"""

from __future__ import annotations

import ast
import builtins
import sys
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from tapelint.project.roles.facts import Definition
from tapelint.source.shortening import shortened
from tapelint.torch_api.families import families
from tapelint.torch_api.knowledge import knowledge

_KNOWN_PACKAGES = frozenset({"torch", "torchvision", "numpy", "math", *sys.stdlib_module_names})
_OF_OPTIMISERS = frozenset({"step", "zero_grad", "param_groups"})
_OF_LOSSES = ("loss", "criterion", "objective")
_OF_OBJECTS = ("self", "cls")
_MOST = 200
"""How many names are followed."""
_MOST_TOLD = 5
_LONGEST = 40


@dataclass(frozen=True)
class Argument:
    """An argument of which nothing tells what it is.

    Attributes:
        name: Its name.
        function: The function that takes it.
        guess: The role that its uses fit best, as a comment says it.
    """

    name: str
    function: Definition = field(compare=False)
    guess: str


@dataclass(frozen=True)
class Sources:
    """What is not known of a line.

    Attributes:
        arguments: Arguments without a role: a comment can tell it.
        others: What no comment can tell, in words.
    """

    arguments: tuple[Argument, ...]
    others: tuple[str, ...]

    def told(self) -> str:
        """What is not known, in words; "" where all is."""
        names = _listed([f"`{each.name}`" for each in self.arguments])
        plural = "s" if len(self.arguments) > 1 else ""
        parts = [f"the argument{plural} {names}"] if names else []
        return _listed([*parts, *self.others])


def comments(arguments: Sequence[Argument]) -> Mapping[Definition, str]:
    """The comment for each function that tells what its arguments are."""
    found: dict[Definition, list[str]] = {}
    for each in arguments:
        found.setdefault(each.function, []).append(f"role({each.name})={each.guess}")
    return {where: f"# tapelint: {', '.join(said)}" for where, said in found.items()}


def _listed(parts: Sequence[str]) -> str:
    if len(parts) > _MOST_TOLD:
        parts = [*parts[:_MOST_TOLD], f"{len(parts) - _MOST_TOLD} more"]
    return " and ".join(filter(None, (", ".join(parts[:-1]), *parts[-1:])))


def sources_at(module: ast.Module, line: int, known: Collection[str]) -> Sources:
    """What is not known of the statement at a line.

    Args:
        module: The file.
        line: The line.
        known: The names that have a role, and the attributes, as ``self.net``.
    """
    return _Search(module, line, known).found()


class _Search:
    """One search, from a statement back."""

    def __init__(self, module: ast.Module, line: int, known: Collection[str]) -> None:
        self.module, self.line, self.known = module, line, known
        self.around, self.owner = _around(module, line)
        self.arguments: dict[tuple[str, int], Argument] = {}
        self.others: dict[str, None] = {}
        self.results: dict[str, None] = {}

    def found(self) -> Sources:
        """What was found."""
        scopes: list[ast.AST] = [*reversed(self.around), self.module]
        pending = list(_expressions_at(scopes[0], self.line))
        seen: set[str] = set()
        while pending and len(seen) < _MOST:
            for node in ast.walk(pending.pop()):
                if isinstance(node, ast.Call):
                    self._result(node)
                name = _name_of(node)
                if name and name not in seen:
                    seen.add(name)
                    pending += self._followed(name, scopes)
        others = [*self.others, *(self.results if not self.others else ())]
        return Sources(tuple(self.arguments.values()), tuple(others))

    def _result(self, call: ast.Call) -> None:
        """Note what something gives back of which no more is known than its role."""
        called = _name_of(call.func)
        of_torch = (_is_of_torch(_annotation(each, called)) for each in self.around)
        if called and (called in self.known or any(of_torch)):
            self.results[f"what `{shortened(ast.unparse(call), _LONGEST)}` returns"] = None

    def _followed(self, name: str, scopes: Sequence[ast.AST]) -> list[ast.expr]:
        """What a name is made of; what it is, where that is not known, is noted."""
        if name in self.known:
            return []
        if "." in name:
            return self._attribute(name.partition(".")[2])
        for scope in scopes:
            values = _values(scope, name)
            if values:
                return values
            if isinstance(scope, Definition) and name in _parameters(scope):
                if name not in _OF_OBJECTS:
                    self._argument(name, scope, name, scope)
                return []
        self._of_file(name)
        return []

    def _argument(self, name: str, function: Definition, used: str, within: ast.AST) -> None:
        if _is_of_torch(_annotation(function, name)):
            return
        guess = _guess(used, within)
        self.arguments.setdefault((name, function.lineno), Argument(name, function, guess))

    def _attribute(self, name: str) -> list[ast.expr]:
        """What an object of the class around has under a name."""
        if self.owner is None:
            return []
        for method in self.owner.body:
            if not isinstance(method, Definition):
                continue
            values = _values(method, f"self.{name}")
            for value in values:
                given = value.id if isinstance(value, ast.Name) else ""
                if given in _parameters(method) and given not in _OF_OBJECTS:
                    self._argument(given, method, f"self.{name}", self.owner)
            if values:
                return []
        defined = {getattr(each, "name", "") for each in self.owner.body}
        if name not in defined and not _values(self.owner, name):
            self.others[f"`self.{name}` (nothing in `{self.owner.name}` sets it)"] = None
        return []

    def _of_file(self, name: str) -> None:
        """Note a name that comes from another file, or from nowhere."""
        for node in ast.walk(self.module):
            if isinstance(node, (ast.Import, ast.ImportFrom)):
                for alias in node.names:
                    if (alias.asname or alias.name.partition(".")[0]) == name:
                        origin = getattr(node, "module", "") or alias.name
                        if origin.partition(".")[0] not in _KNOWN_PACKAGES:
                            self.others[f"`{name}` (imported from `{origin}`)"] = None
                        return
            if isinstance(node, (Definition, ast.ClassDef)) and node.name == name:
                return
        if not hasattr(builtins, name):
            self.others[f"`{name}` (nothing in the file makes it)"] = None


def _around(module: ast.Module, line: int) -> tuple[list[Definition], ast.ClassDef | None]:
    """The functions around a line, the outermost first, and the innermost class."""
    functions: list[Definition] = []
    owner: ast.ClassDef | None = None
    for node in ast.walk(module):
        if isinstance(node, (Definition, ast.ClassDef)) and node.body:
            if node.body[0].lineno <= line <= (node.end_lineno or line):
                if isinstance(node, ast.ClassDef):
                    owner = node
                else:
                    functions.append(node)
    return functions, owner


def _expressions_at(scope: ast.AST, line: int) -> Iterator[ast.expr]:
    """The expressions of the statements at a line: of one with a block, those of its head."""
    for node in ast.walk(scope):
        if isinstance(node, ast.stmt) and node.lineno <= line <= (node.end_lineno or line):
            for child in ast.iter_child_nodes(node):
                parts = [child.context_expr] if isinstance(child, ast.withitem) else [child]
                for part in parts:
                    if isinstance(part, ast.expr) and (
                        not hasattr(node, "body")
                        or part.lineno <= line <= (part.end_lineno or line)
                    ):
                        yield part


def _name_of(node: ast.AST) -> str:
    """``net`` and ``self.net`` for such a node; "" for any other."""
    if isinstance(node, ast.Name):
        return "" if node.id in _OF_OBJECTS else node.id
    if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
        return f"self.{node.attr}" if node.value.id == "self" else ""
    return ""


def _parameters(function: Definition) -> set[str]:
    given = function.args
    ends = [each for each in (given.vararg, given.kwarg) if each is not None]
    return {each.arg for each in (*given.posonlyargs, *given.args, *given.kwonlyargs, *ends)}


def _annotation(function: Definition, name: str) -> str:
    given = function.args
    for each in (*given.posonlyargs, *given.args, *given.kwonlyargs):
        if each.arg == name and each.annotation is not None:
            return ast.unparse(each.annotation)
    return ""


def _is_of_torch(annotation: str) -> bool:
    """``nn.LSTM``, ``torch.Tensor``: more than a comment could tell."""
    return annotation.partition(".")[0] in {"torch", "nn", "Tensor", "Module"}


def _values(scope: ast.AST, name: str) -> list[ast.expr]:
    """What a name is bound to in a scope."""
    found: list[ast.expr] = []
    pending = list(ast.iter_child_nodes(scope))
    while pending:
        node = pending.pop()
        if isinstance(node, (Definition, ast.ClassDef, ast.Lambda)):
            continue
        pending += ast.iter_child_nodes(node)
        targets: Sequence[ast.expr] = ()
        value: ast.expr | None = None
        if isinstance(node, ast.Assign):
            targets, value = node.targets, node.value
        elif isinstance(node, (ast.AnnAssign, ast.AugAssign, ast.NamedExpr)):
            targets, value = [node.target], node.value
        elif isinstance(node, (ast.For, ast.AsyncFor, ast.comprehension)):
            targets, value = [node.target], node.iter
        elif isinstance(node, ast.withitem) and node.optional_vars is not None:
            targets, value = [node.optional_vars], node.context_expr
        if value is not None and any(
            _name_of(each) == name and isinstance(getattr(each, "ctx", None), ast.Store)
            for target in targets
            for each in ast.walk(target)
        ):
            found.append(value)
    return found


def _guess(name: str, within: ast.AST) -> str:
    """The role that the uses of a name fit best."""
    for node in ast.walk(within):
        if isinstance(node, ast.Attribute) and _name_of(node.value) == name:
            if node.attr in _OF_OPTIMISERS:
                return "optimizer"
            if node.attr in families().module_methods - knowledge().tensor_methods:
                return "module"
        if isinstance(node, ast.Call) and _name_of(node.func) == name:
            return "loss" if any(each in name.lower() for each in _OF_LOSSES) else "module"
        if isinstance(node, (ast.For, ast.AsyncFor)) and _name_of(node.iter) == name:
            return "loader"
    return "tensor"
