"""The roles of what stands in the scope of a file or a function and is no parameter.

A snippet uses a ``model`` that nothing in it binds; a function gets one from a call of something
that is not known. What the code does with such a name tells of it as of a parameter.
"""

from __future__ import annotations

import ast
import builtins
import collections
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence

from tapelint.project.roles.facts import Definition, Facts, facts_of, is_made_of, subject
from tapelint.project.roles.inference import inferred, is_called
from tapelint.project.roles.owners import with_owners
from tapelint.project.roles.role import PROMISING, Role
from tapelint.torch_api.names import makes

_INNER = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
_LIBRARIES = frozenset({"numpy", "torch", "torchvision", "tqdm", *sys.stdlib_module_names})
"""Packages in which nobody keeps a network of a project's."""
_EVERYBODY = frozenset({*dir(builtins), "__file__", "__name__", "__doc__"})


def unbound_in(module: ast.Module) -> Mapping[str, int]:
    """The names that a file reads and that nothing in it binds, each with a line that does.

    There are none where a star may bind them.
    """
    read: dict[str, int] = {}
    bound: set[str] = set()
    for node in ast.walk(module):
        if isinstance(node, ast.Name):
            if isinstance(node.ctx, ast.Load):
                read.setdefault(node.id, node.lineno)
            else:
                bound.add(node.id)
        elif isinstance(node, ast.arg):
            bound.add(node.arg)
        elif isinstance(node, _INNER):
            bound.add(node.name)
        elif isinstance(node, (ast.Import, ast.ImportFrom)):
            names = [each.asname or each.name.partition(".")[0] for each in node.names]
            if "*" in names:
                return {}
            bound.update(names)
        elif isinstance(node, (ast.ExceptHandler, ast.MatchAs, ast.MatchStar)):
            bound.add(node.name or "")
    return {name: line for name, line in read.items() if name not in bound | _EVERYBODY}


def imported_in(module: ast.Module) -> Mapping[str, ast.ImportFrom]:
    """The names that ``from`` imports bind, and nothing else in a file, each with its import.

    There are none of libraries, of classes, and of functions that make something.
    """
    found: dict[str, ast.ImportFrom] = {}
    bound: collections.Counter[str] = collections.Counter()
    for node in ast.walk(module):
        if isinstance(node, ast.ImportFrom):
            if (node.module or "").partition(".")[0] not in _LIBRARIES:
                found.update((each.asname or each.name, node) for each in node.names)
        elif isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load):
            bound[node.id] += 1
        elif isinstance(node, ast.arg):
            bound[node.arg] += 1
        elif isinstance(node, _INNER):
            bound[node.name] += 1
    return {
        name: node
        for name, node in found.items()
        if not bound[name] and name.islower() and not makes(name)
    }


def roles_of_unbound(module: ast.Module, names: Mapping[str, int]) -> Mapping[str, Role]:
    """The roles of names that nothing in a file binds but imports, each with a line.

    Whoever reads one means the same.
    """
    facts = facts_of(module)
    roles = {name: inferred(name, line, facts.get(name, Facts())) for name, line in names.items()}
    bodies = [module.body, *(each.body for each in _functions(module))]
    return _owning(roles, facts, bodies)


def roles_of_results(scope: ast.Module | Definition) -> Mapping[str, Role]:
    """The networks, optimisers and losses among the variables that one call alone has made.

    They are those of a file or a function. A function in it that binds a name itself means another
    variable by it.
    """
    calls = _made_once(scope)
    if not calls:
        return {}
    facts: dict[str, Facts] = {}
    for statement in scope.body:
        own = _own_names(statement) if isinstance(statement, _INNER) else frozenset()
        for name, found in facts_of(statement).items():
            if name not in own:
                facts.setdefault(name, Facts()).add(found)
    roles = {}
    for name in sorted(calls):
        found = facts.get(name, Facts())
        if len(found.rebound) == 1:
            (made,) = found.rebound
            found.rebound = []
            roles[name] = inferred(name, getattr(made, "lineno", 1), found)
    own_statements = [each for each in scope.body if not isinstance(each, _INNER)]
    told = _owning(roles, facts, [own_statements])
    return {name: role for name, role in told.items() if role.kind in PROMISING}


def _owning(
    roles: Mapping[str, Role], facts: Mapping[str, Facts], bodies: Sequence[Sequence[ast.stmt]]
) -> Mapping[str, Role]:
    """The known roles, with what optimisers train."""
    called = {name for name, role in roles.items() if is_called(role, facts.get(name, Facts()))}
    found = with_owners(roles, {}, bodies, called)
    return {name: role for name, role in found.items() if role.is_known}


def assigned_calls(scope: ast.Module | Definition) -> Iterator[tuple[str, ast.Call]]:
    """The calls whose results a file or a function binds, each with the subject."""
    for node in _outside_of_functions(scope.body):
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Call):
            yield from ((subject(target), node.value) for target in node.targets)


def made_by_calls(classes: Iterable[ast.ClassDef]) -> set[str]:
    """The attributes that one call alone has made, in all methods of some classes."""
    bound: collections.Counter[str] = collections.Counter()
    called: set[str] = set()
    for each in (node for owner in classes for node in ast.walk(owner)):
        targets = each.targets if isinstance(each, ast.Assign) else ()
        for name in (subject(target) for target in targets):
            if name.startswith("self.") and isinstance(each, ast.Assign):
                bound[name[5:]] += 1
                called |= {name[5:]} if isinstance(each.value, ast.Call) else set()
    return {name for name in called if bound[name] == 1}


def _made_once(scope: ast.Module | Definition) -> frozenset[str]:
    """The names that one assignment of a call binds, and nothing else in a scope.

    ``model = model.cuda()`` binds the same thing again.
    """
    bound: collections.Counter[str] = collections.Counter()
    called: set[str] = set()
    for node in _outside_of_functions(scope.body):
        if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load):
            bound[node.id] += 1
    for name, value in assigned_calls(scope):
        again = is_made_of(value, name)
        called |= set() if again else {name}
        bound.subtract([name] if again else ())
    return frozenset(name for name in called if bound[name] == 1)


def _outside_of_functions(body: Sequence[ast.stmt]) -> Iterator[ast.AST]:
    pending: list[ast.AST] = [each for each in body if not isinstance(each, _INNER)]
    while pending:
        node = pending.pop()
        yield node
        pending += [each for each in ast.iter_child_nodes(node) if not isinstance(each, _INNER)]


def _own_names(function: ast.AST) -> frozenset[str]:
    """The names that a definition binds for itself."""
    shared = {
        name for each in ast.walk(function) if isinstance(each, ast.Global) for name in each.names
    }
    bound = {
        each.arg if isinstance(each, ast.arg) else each.id
        for each in ast.walk(function)
        if isinstance(each, ast.arg)
        or (isinstance(each, ast.Name) and not isinstance(each.ctx, ast.Load))
    }
    return frozenset(bound - shared)


def _functions(module: ast.Module) -> Iterator[Definition]:
    for node in ast.walk(module):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            yield node
