"""Names that come from other files of the project: their definitions, executed when asked for.

A file is never executed whole. A name of it that the execution meets is looked up in the file's
outline, the one statement that binds it is parsed and executed in a scope of that file's own, and
what it says of other names is looked up in the same way. Functions and classes made so are
followed as if they stood in the file at hand.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager

from tapelint.project.roles.callers import is_always_overridden
from tapelint.project.roles.classes import ProjectClasses
from tapelint.source import tree
from tapelint.source.definition import parsed
from tapelint.source.neighbours import (
    MOST_HOPS,
    Neighbours,
    Outline,
    ProjectFile,
    definition,
)
from tapelint.source.registries import Registering
from tapelint.source.targets import Settings, targets
from tapelint.tape.domain.domains import GRAD_MODE
from tapelint.tape.domain.frozen import replace
from tapelint.tape.domain.program import ClassUnit, FunctionUnit
from tapelint.tape.domain.state import State
from tapelint.tape.domain.terms import Truth
from tapelint.tape.domain.values import (
    Class,
    Container,
    ContainerKind,
    Either,
    Function,
    Instance,
    NoneValue,
    Number,
    Partial,
    Symbol,
    Text,
    Value,
)
from tapelint.tape.interpreter import tables
from tapelint.tape.interpreter.worth import Worth
from tapelint.tape.machine.budgets import Budgets
from tapelint.tape.machine.frames import Frame
from tapelint.tape.machine.machine import Machine

MOST_DEFINITIONS = 400
"""How many definitions of other files are executed for one file."""
MOST_MEMBERS = 40
"""How many names a file may define of which one is chosen by a name that is not known."""
MOST_LINES = 3_000
"""How long a definition of another file may be."""

_NEVER = frozenset({"torch", "numpy", "builtins", "math", "typing", "collections", "functools"})
_CONSTANT = (Class, Function, Partial, Symbol, Number, Text, NoneValue)
"""What a variable at the top level of another file is taken for; others may have been changed."""


class OtherFiles:
    """Gives the values of names that stand in other files.

    Attributes:
        calls: For each function of another file that was followed, the calls in the file at hand
            that have led to it.
        is_needed: Whether it matters what the names of other files stand for.
        worth: Tells which functions of other files are worth following; ``None`` for all.
        classes: Tells which class of the project has what is asked for.
        spent: How many steps executing definitions has cost. Whoever meets a name first does not
            pay for it, so that a function comes equally far whenever it is executed.
    """

    def __init__(
        self,
        machine: Machine,
        neighbours: Neighbours | None,
        home: int,
        execute: Callable[[tree.Node], None],
        run: Callable[[FunctionUnit, Instance], object],
        budgets: Budgets,
        worth: Worth | None,
    ) -> None:
        """Look up names for one file.

        Args:
            machine: Executes the definitions.
            neighbours: Finds the files; ``None`` where other files are not to be looked into.
            home: The scope of the file at hand.
            execute: Executes a statement on the machine.
            run: Executes a function of an object as if called from anywhere.
            budgets: How many steps a definition may take.
            worth: Tells which functions are worth following; ``None`` for all.
        """
        self.machine = machine
        self.calls: dict[FunctionUnit, set[tree.Node]] = {}
        self.spent = 0
        self.is_needed = True
        self.worth = worth
        self.assigned: set[str] = set()
        """The variables of other files that any function gives a value."""
        self.classes = ProjectClasses(neighbours) if neighbours is not None else None
        self._left_at: tree.Node | None = None
        self._neighbours = neighbours
        self._execute = execute
        self._execute_function = run
        self._budget = budgets.definition
        self._root = machine.state
        self._files: dict[int, ProjectFile] = {}
        self._scopes: dict[str, int] = {}
        self._asked: set[tuple[int, str]] = set()
        self._known: dict[str, Value | None] = {}
        self._defined = 0
        self._hops = 0
        self._without_example: set[ClassUnit] = set()
        self._overridden: dict[tuple[ClassUnit, str], bool] = {}
        if neighbours is not None:
            self._files[home] = neighbours.here
            self._scopes[neighbours.here.path] = home
        self._home = home

    def let_go(self) -> None:
        """Forget all definitions, once the execution is over."""
        self._root = State()
        self._known.clear()

    @property
    def is_full(self) -> bool:
        """Whether no further definition is looked up: there were too many."""
        return self._defined >= MOST_DEFINITIONS

    def note_call(self, unit: FunctionUnit, node: tree.Node) -> None:
        """Note from where in the file at hand a function of another file is called."""
        machine = self.machine
        if not self.is_elsewhere(unit) or (machine.is_for_caller and not machine.is_within):
            return
        if not self.is_other(machine.frame.module_scope):
            self._left_at = node
        if self._left_at is not None:
            self.calls.setdefault(unit, set()).add(self._left_at)

    def is_worth(self, unit: FunctionUnit, given: Iterable[Value], levels: int) -> bool:
        """Whether anything can come of a call of a function of another file."""
        if self.worth is None:
            return True
        return self.worth.following(unit, self._files[unit.enclosing[-1]], given, levels)

    def is_elsewhere(self, unit: FunctionUnit) -> bool:
        """Whether a function stands in another file."""
        return bool(unit.enclosing) and self.is_other(unit.enclosing[-1])

    def is_other(self, scope: int) -> bool:
        """Whether a scope is that of another file."""
        return scope != self._home and scope in self._files

    def full_name(self, name: str) -> str:
        """The canonical and absolute name for one that an import gives."""
        return self.absolute(self.machine.project.canonical(name))

    def absolute(self, name: str) -> str:
        """The absolute name for a relative one, as the file that is being executed means it."""
        if self._neighbours is None or not name.startswith("."):
            return name
        return self._neighbours.absolute(name, self._importer())

    def value_of(self, value: Value) -> Value:
        """What an imported name is: a function or class of another file, or the symbol itself.

        Any other value is given back as it is.
        """
        if self._neighbours is None or not self.is_needed:
            return value
        if isinstance(value, Either):
            options = tuple(map(self.value_of, value.options))
            return value if options == value.options else replace(value, options=options)
        if not isinstance(value, Symbol):
            return value
        name = value.name
        root = name.partition(".")[0]
        if root in _NEVER or not root or "." not in name:
            return value
        module, _, last = name.rpartition(".")
        if last in self.assigned:
            file = self._neighbours.find(module, self._importer())
            given: Value | None = (
                self.machine.state.get((self.scope_of(file), last)) if file else None
            )
            if given is not None:
                return given
        if name not in self._known:
            self._known[name] = None  # where it leads back to itself, it stays unknown
            self._known[name] = self._resolve(name)
        found = self._known[name]
        return value if found is None else found

    def assign(self, owner: Symbol, name: str, value: Value) -> None:
        """``module.name = value``: the state keeps what a variable of another file is given."""
        if self._neighbours is not None and owner.name.partition(".")[0] not in _NEVER:
            file = self._neighbours.find(owner.name, self._importer())
            if file is not None:
                self.assigned.add(name)
                self.machine.state.set((self.scope_of(file), name), value)

    def _resolve(self, name: str) -> Value | None:
        assert self._neighbours is not None
        module, _, last = name.rpartition(".")
        file = self._neighbours.find(module, self._importer())
        if file is None or self._hops >= MOST_HOPS:
            return None
        self._hops += 1
        try:
            return self.defined(self.scope_of(file), last)
        finally:
            self._hops -= 1

    def defined(self, scope: int, name: str) -> Value | None:
        """What a name at the top level of a file is, if that can be told without running it."""
        key = (scope, name)
        if scope == self._home:
            found: Value | None = self._root.get(key)
            return found if isinstance(found, (Class, Function)) else None
        if key not in self._asked:
            self._asked.add(key)
            self._define(scope, name)
        value: Value | None = self._root.get(key)
        return None if value is None else self.value_of(value)

    def from_star(
        self, module: str, name: str, importer: ProjectFile | None = None
    ) -> Value | None:
        """What a name is after ``from module import *``, if ``module`` is of the project.

        Args:
            module: The module's absolute name.
            name: The name.
            importer: The file that says so; ``None`` for the one that is being executed.
        """
        if self._neighbours is None or module.partition(".")[0] in _NEVER:
            return None
        file = self._neighbours.find(module, importer or self._importer())
        outline = self._neighbours.outline(file) if file is not None else None
        if file is None or outline is None or not outline.exports(name):
            return None
        return self.defined(self.scope_of(file), name)

    def example_of(self, unit: ClassUnit) -> Instance | None:
        """An object of a class of another file, as its ``__init__`` leaves it.

        It is made once, and stands for what anybody may have made: no method has changed it.
        """
        first = unit.method("__init__")
        if first is None or not self.is_elsewhere(first) or unit in self._without_example:
            return None
        self._without_example.add(unit)  # where making it leads back to itself
        made = Instance(unit, self.machine.new_identity())
        unit.stands_for = made.identity
        with self._at_top_level(first.enclosing[-1]):
            self._execute_function(first, made)
        unit.example = made
        return made

    def has_method(self, name: str) -> bool:
        """Whether a file that the one at hand imports from has a class with such a method."""
        if self._neighbours is None:
            return False
        here = self._neighbours.here
        own = self._neighbours.outline(here)
        for full in sorted(set(own.index.imports.values())) if own is not None else ():
            found = definition(self._neighbours, full, here)
            functions = found[0].index.functions.values() if found is not None else ()
            if any(each.name == name and each.owner for each in functions):
                return True
        return False

    def is_always_overridden(self, unit: ClassUnit, name: str) -> bool:
        """Whether classes of other files derive from one of the file at hand, all with a method."""
        key = (unit, name)
        if key not in self._overridden:
            self._overridden[key] = self._neighbours is not None and is_always_overridden(
                self._neighbours, unit.name, name
            )
        return self._overridden[key]

    def _importer(self) -> ProjectFile:
        assert self._neighbours is not None
        for frame in reversed(self.machine.frames):
            file = self._files.get(frame.module_scope)
            if file is not None:
                return file
        return self._neighbours.here

    def scope_of(self, file: ProjectFile) -> int:
        """The scope in which the names at the top level of a file are kept."""
        scope = self._scopes.get(file.path)
        if scope is None:
            scope = self._scopes[file.path] = self.machine.new_identity()
            self._files[scope] = file
        return scope

    def _define(self, scope: int, name: str) -> None:
        """Execute the statement that binds a name in the scope of its file."""
        assert self._neighbours is not None
        file = self._files[scope]
        outline = self._neighbours.outline(file)
        if outline is None:
            return
        spans = outline.definitions.get(name, [])
        if not spans:
            self._take_from_stars(scope, file, outline, name)
        elif len(spans) == 1:
            self._run(scope, file, outline, spans[0], name)

    def _take_from_stars(self, scope: int, file: ProjectFile, outline: Outline, name: str) -> None:
        """Bind a name that a file can have from ``from ... import *`` alone."""
        assert self._neighbours is not None
        for module in outline.star_imports:
            found = self.from_star(self._neighbours.absolute(module, file), name, file)
            if isinstance(found, _CONSTANT):
                self._root.cells.setdefault((scope, name), found)
                return

    def _run(
        self, scope: int, file: ProjectFile, outline: Outline, span: tuple[int, int], name: str
    ) -> None:
        if self._defined >= MOST_DEFINITIONS or span[1] - span[0] >= MOST_LINES:
            return
        definition = parsed(file.path, outline, span)
        if definition is None:
            return
        statement = definition.statement
        is_definition = isinstance(statement, (tree.FunctionDef, tree.ClassDef))
        if name in outline.rebound and not is_definition:
            return
        table = tables.written(statement)
        if table is not None:
            self._table(scope, file, outline, name, statement)
        if table is None and not tables.is_plain(statement):
            self._object(scope, file, outline, name, statement)
        if table is not None or not tables.is_plain(statement):
            return
        self._defined += 1
        with self._at_top_level(scope):
            self._execute(statement)
        bound = self._root.cells.get((scope, name))
        if bound is not None and not isinstance(bound, _CONSTANT):
            del self._root.cells[scope, name]

    def _table(
        self, scope: int, file: ProjectFile, outline: Outline, name: str, statement: tree.Node
    ) -> None:
        """Bind a table of classes and functions that nobody changes, but for decorators."""
        assert self._neighbours is not None
        self._defined += 1
        if name not in outline.filled:
            with self._at_top_level(scope):
                self._execute(statement)
            bound = self._root.cells.get((scope, name))
            held = self.machine.container_record(bound) if bound is not None else None
            if held is None or not held.held or not all(map(_is_constant, held.held)):
                self._root.cells.pop((scope, name), None)
            return
        found = [
            (each.key, self.defined(self.scope_of(other), each.name))
            for other, each in tables.registrations(self._neighbours, file, outline, name)
        ]
        with self._at_top_level(scope):
            made = self._registry(found)
            if made is not None:
                self.machine.state.set((scope, name), made)

    def _registry(self, found: Sequence[tuple[str | None, Value | None]]) -> Container | None:
        """A table of what is registered; ``None`` where that is not known for all of it."""
        known = [(key, value) for key, value in found if isinstance(value, (Class, Function))]
        if not known or len(known) < len(found):
            return None
        # What is registered under a key that is not known may be what a known key leads to.
        is_named = all(key is not None for key, _ in known)
        keys = tuple(key for key, _ in known if key is not None) if is_named else ()
        values = tuple(value for _, value in known)
        return self.machine.new_container(
            ContainerKind.DICT,
            values if is_named else (),
            () if is_named else values,
            keys=keys,
        )

    def _object(
        self, scope: int, file: ProjectFile, outline: Outline, name: str, statement: tree.Node
    ) -> None:
        """Bind an object with which classes are registered: ``MODELS = Registry("models")``."""
        assert self._neighbours is not None
        made_of = tables.object_of(statement)
        kind = self.defined(scope, made_of) if made_of.isidentifier() else None
        how = self._registering(kind.unit) if isinstance(kind, Class) else None
        if how is None:
            return
        entries = tables.registered_with_object(self._neighbours, file, outline, name, how)
        found = [
            (each.key, self.defined(self.scope_of(other), each.name)) for other, each in entries
        ]
        self._defined += 1
        with self._at_top_level(scope):
            self._execute(statement)
            bound = self.machine.state.get((scope, name))
            registry = self._registry(found)
            if registry is not None and not how.table:
                self.machine.state.set((scope, name), registry)
            elif registry is not None and isinstance(bound, Instance):
                self.machine.set_attribute(bound, how.table, registry)
        if registry is None:
            self._root.cells.pop((scope, name), None)

    def _registering(self, unit: ClassUnit | None) -> Registering | None:
        """How the objects of a class register."""
        assert self._neighbours is not None
        classes: list[tuple[Outline, str]] = []
        for each in unit.lineage if unit is not None else ():
            scopes = {method.enclosing[-1] for method in each.methods.values() if method.enclosing}
            files = [self._files[scope] for scope in scopes if scope in self._files]
            outlines = [self._neighbours.outline(file) for file in files]
            classes += [(outline, each.name) for outline in outlines if outline is not None]
        return tables.registering_of(classes)

    def members(self, module: str) -> tuple[Value, ...]:
        """The classes of a file, by its dotted name, one of which a name may choose."""
        if self._neighbours is None or module.partition(".")[0] in _NEVER:
            return ()
        file = self._neighbours.find(module, self._importer())
        return () if file is None else self._members(file)

    def members_here(self) -> tuple[Value, ...]:
        """The classes of the file that is being executed, one of which a name may choose."""
        return () if self._neighbours is None else self._members(self._importer())

    def _members(self, file: ProjectFile) -> tuple[Value, ...]:
        found = [self._bound(scope, name) for scope, name in self._names_of(file, MOST_HOPS)]
        classes = tuple(each for each in found if isinstance(each, Class))
        networks = tuple(each for each in classes if each.unit is not None and each.unit.is_module)
        return networks or classes  # beside networks, nobody chooses what is none

    def _names_of(self, file: ProjectFile, hops: int) -> list[tuple[int, str]]:
        """What a file exports and where it is defined, modules of ``import *`` included."""
        assert self._neighbours is not None
        outline = self._neighbours.outline(file)
        if outline is None or len(outline.definitions) > MOST_MEMBERS:
            return []
        scope = self.scope_of(file)
        found = [(scope, name) for name in outline.definitions if outline.exports(name)]
        for star in outline.star_imports if hops else ():
            other = self._neighbours.find(self._neighbours.absolute(star, file), file)
            found += [] if other is None else self._names_of(other, hops - 1)
        return list(dict.fromkeys(found)) if len(found) <= MOST_MEMBERS else []

    def _bound(self, scope: int, name: str) -> Value | None:
        """What a name of a file is; of the file at hand, also one that it imports."""
        if scope != self._home:
            return self.defined(scope, name)
        found = self._root.get((scope, name))
        return None if found is None else self.value_of(found)

    def targets(self, word: str, asked: tuple[str, ...]) -> tuple[Settings, ...]:
        """The settings of the project that name what is to be made under some keys."""
        if self._neighbours is None or not self.is_needed or not asked:
            return ()
        found = targets(self._neighbours.here.path, word, asked)
        return tuple(each.settings for each in found[:MOST_MEMBERS])

    @contextmanager
    def _at_top_level(self, scope: int) -> Iterator[None]:
        """Execute for a while what stands at the top level of another file."""
        machine = self.machine
        layer = State(self._root)
        layer.set_fact(GRAD_MODE, None, Truth.YES)
        with machine.bounded(self._budget) as bound:
            machine.state, machine.alive, machine.is_recording = layer, True, False
            machine.frames = [Frame("", scope)]
            machine.conditions = frozenset()
            yield
        self.spent += bound.spent
        del layer.cells[GRAD_MODE.of()]
        for key, value in layer.cells.items():
            self._root.cells.setdefault(key, value)


def _is_constant(value: Value) -> bool:
    """Whether it is what it is, whoever uses it."""
    return isinstance(value, _CONSTANT)
