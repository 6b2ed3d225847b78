"""What a file holds as a whole: its imports, classes and values."""

from __future__ import annotations

import ast
from collections.abc import Sequence

from tapelint.source.python_forms import (
    FUNCTIONS,
    is_constant,
    is_plain_value,
    key_of,
    last_name,
    names_bound,
    names_in,
    put_into,
    puts_together,
    statements_of,
    top_level,
)


class Surroundings:
    """What the functions of a file are read with in mind.

    Attributes:
        defined: The names of its functions.
        bases: For each class, the last names of its bases.
        held: For each name or attribute, the classes of this file or of others that objects kept
            under it may be of.
        imports: What each imported name stands for.
        values: The names that its top level gives objects.
        plain_attributes: The attributes that are given numbers, texts, lists and dicts.
        other_attributes: Those that are given something else.
    """

    def __init__(self, module: ast.Module) -> None:
        self._module = module
        self.defined: set[str] = set()
        self.bases: dict[str, tuple[str, ...]] = {}
        self.held: dict[str, set[str]] = {}
        self.imports: dict[str, str] = {}
        self.values: set[str] = set()
        self.plain_attributes: set[str] = set()
        self.other_attributes: set[str] = set()
        self._look_around()

    def _look_around(self) -> None:
        """Imports, classes and values: functions are read with them in mind."""
        classes: set[str] = set()
        assigned: list[tuple[Sequence[ast.expr], ast.expr]] = []
        added: list[tuple[Sequence[ast.expr], ast.expr]] = []
        top = set(map(id, top_level(self._module.body)))
        for node in statements_of(self._module):
            if isinstance(node, FUNCTIONS):
                self.defined.add(node.name)
            elif isinstance(node, ast.ClassDef):
                classes.add(node.name)
                bases = self.bases.get(node.name, ())
                self.bases[node.name] = (*bases, *filter(None, map(last_name, node.bases)))
            elif isinstance(node, ast.Import):
                for each in node.names:
                    name = each.asname or each.name.partition(".")[0]
                    self.imports[name] = each.name if each.asname else name
            elif isinstance(node, ast.ImportFrom):
                module = "." * node.level + (node.module or "")
                for each in node.names:
                    dot = "" if module.endswith(".") else "."
                    self.imports[each.asname or each.name] = f"{module}{dot}{each.name}"
            elif isinstance(node, ast.Assign):
                assigned.append((node.targets, node.value))
                if id(node) in top and not is_constant(node.value):
                    self.values.update(
                        each.id for target in node.targets for each in names_bound(target)
                    )
            elif isinstance(node, ast.AnnAssign) and node.value is not None:
                assigned.append(((node.target,), node.value))
                if id(node) in top and not is_constant(node.value):
                    self.values.update(each.id for each in names_bound(node.target))
            elif isinstance(node, ast.AugAssign):
                added.append(((node.target,), node.value))
            elif isinstance(node, ast.Expr):
                added += put_into(node.value)
        known = classes | self.imports.keys()
        for targets, value in assigned:
            self._note_assigned(targets, value, known)
        for targets, value in added:
            self._note_held(targets, names_in(value) & known)
        self._hand_on([*assigned, *added])

    def _hand_on(self, given: Sequence[tuple[Sequence[ast.expr], ast.expr]]) -> None:
        """What a list holds is held by what is made of it: ``nn.Sequential(*layers)``."""
        if not self.held:
            return
        ways: dict[str, list[Sequence[ast.expr]]] = {}
        for targets, value in given:
            if puts_together(value):
                for name in names_in(value):
                    ways.setdefault(name, []).append(targets)
        pending = [name for name in ways if name in self.held]
        while pending:
            name = pending.pop()
            for targets in ways[name]:
                if self._note_held(targets, self.held[name]):
                    pending += [each for each in map(key_of, targets) if each in ways]

    def _note_held(self, targets: Sequence[ast.expr], made: set[str]) -> bool:
        """Note which classes what is kept under a name may be of; whether any is new."""
        is_new = False
        for name in filter(None, map(key_of, targets)) if made else ():
            held = self.held.setdefault(name, set())
            is_new = is_new or not made <= held
            held |= made
        return is_new

    def _note_assigned(self, targets: Sequence[ast.expr], value: ast.expr, known: set[str]) -> None:
        attributes = [each.attr for each in targets if isinstance(each, ast.Attribute)]
        is_plain = is_plain_value(value, frozenset())
        (self.plain_attributes if is_plain else self.other_attributes).update(attributes)
        if any(map(key_of, targets)):
            self._note_held(targets, names_in(value) & known)
