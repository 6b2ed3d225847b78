"""Entries: a file's body, then each of its functions that nothing has called.

Each entry has a budget of its own, and what it changes is cut away. Whoever calls others is run
before these are, so that a function is seen with what it is given, if anybody gives it anything.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from functools import partial
from typing import Final, NamedTuple

from tapelint.core.autograd.backward import Autograd
from tapelint.core.autograd.events import Handed
from tapelint.core.autograd.graph import Tensor
from tapelint.core.autograd.recording import HAS_RUN, RECORDING
from tapelint.core.code.code_object import Code
from tapelint.core.code.instruction import Block, blocks_of
from tapelint.core.domain.alternatives import alternatives, one_of
from tapelint.core.domain.certainty import MAYBE, NO, YES
from tapelint.core.domain.fields import Items
from tapelint.core.domain.objects import (
    ITEMS,
    Class,
    Collection,
    Descriptor,
    Frame,
    Function,
    Instance,
)
from tapelint.core.domain.predicates import DOUBTFUL, OPEN
from tapelint.core.domain.state import Mark, Way
from tapelint.core.domain.values import TRUE, UNBOUND, Item, Unknown, Value
from tapelint.core.machine.machine import Machine
from tapelint.core.machine.world import Budget, Limit
from tapelint.core.running.duties import OF_A_LAYER, as_meant, handed_over, recording_in
from tapelint.core.running.given import GivenRoles
from tapelint.core.running.local_calls import is_only_called
from tapelint.core.running.order import callers_first
from tapelint.project.roles.recording import Meant, MeantToRecord
from tapelint.source.index import Function as IndexedFunction
from tapelint.source.index import Index, methods_of
from tapelint.torch_api.decorators import says_it_switches

OF_A_BODY: Final = Budget(steps=60_000, cells=200_000)
"""What running the file's own statements may cost."""
OF_TRAINING: Final = 16
"""How many instructions may be run for each one of what runs a backward.

Networks are made there and called, and each loop is gone round twice.
"""
LEAST_OF_TRAINING: Final = 3_000
"""How many it may run besides: the networks that are made there may stand in other files."""
OF_AN_EFFECT: Final = Budget(steps=2_500, cells=10_000, times=2)
"""What it may cost to see what a method changes for the others, or what another file gives."""
OF_A_FUNCTION: Final = Budget(steps=15_000, cells=50_000)
"""What running one of its functions may cost."""


class CutShort(NamedTuple):
    """An entry of which not all was run.

    Attributes:
        name: The function; "" for the file's body.
        line: Its line.
        limit: What was used up.
        steps: How many instructions were run until then.
    """

    name: str
    line: int
    limit: Limit
    steps: int


class Entries:
    """Runs what a file defines.

    Attributes:
        cut_short: The entries of which not all was run.
        steps: How many instructions each entry has run, by its name and line.
    """

    def __init__(
        self,
        machine: Machine,
        autograd: Autograd,
        roles: GivenRoles,
        index: Index,
        needed: Container[int] | None = None,
        *,
        is_elsewhere: bool = False,
        runs_all: bool = False,
        elsewhere: Callable[[str], Iterable[Sequence[IndexedFunction]]] = lambda owner: (),
        training_elsewhere: Iterable[int] = (),
    ) -> None:
        """Run nothing yet.

        Args:
            machine: The machine.
            autograd: Its autograd.
            roles: Makes what nobody gives.
            index: What the functions of the file hold.
            needed: The lines of the functions that can matter; ``None`` where all do.
            is_elsewhere: Whether it is another file than the one at hand: less is run of it.
            runs_all: Whether each function is run as if called from anywhere, whoever calls it.
            elsewhere: The methods of each class that derives from one of the file in another.
            training_elsewhere: The lines of the functions that call what trains in other files.
        """
        self._machine: Final = machine
        self._autograd: Final = autograd
        self._roles: Final = roles
        self._index: Final = index
        self._methods: Final = methods_of(index)
        self._meant: Final = MeantToRecord(index)
        self._needed: Final = needed
        self._is_elsewhere: Final = is_elsewhere
        self._runs_all: Final = runs_all
        self._elsewhere: Final = elsewhere
        self._leading: Final = self._meant.calling((*self._meant.training, *training_elsewhere))
        self._done: Final[set[Code]] = set()
        self._whole: Final[set[Code]] = set()  # run for their own sake, to the end
        self._derived: Final[dict[Value, list[Class]]] = {}
        self.cut_short: Final[list[CutShort]] = []
        self.steps: Final[dict[tuple[str, int], int]] = {}

    def run(self, frame: Frame) -> None:
        """Run a file's body in a frame that was made for it, and then what it defines."""
        budget = _of_training(OF_A_BODY) if self._leading else OF_A_BODY
        self._bounded(frame.code, budget, lambda: self._machine.run_body(frame))
        self._machine.models.importer.has_made(frame)
        self.run_defined(frame.code.file)

    def run_defined(self, file: str) -> None:
        """Run what was defined and not run yet; what that defines as well."""
        defined = self._machine.defined
        pending = [each for code, each in defined.items() if code.file == file]
        while pending:
            self._run_each(pending)
            pending = [
                each
                for code, each in defined.items()
                if code.file == file and code not in self._done
            ]

    def _run_each(self, pending: list[Function | Class]) -> None:
        classes = {each.code: each for each in pending if isinstance(each, Class)}
        methods: dict[Code, list[Function]] = {code: [] for code in classes}
        single: list[Function | Class] = []
        for each in pending:
            self._done.add(each.code)
            if isinstance(each.code.node, (ast.Lambda, ast.GeneratorExp)):
                continue
            if isinstance(each, Function) and each.scope.code in methods:
                methods[each.scope.code].append(each)
            else:
                single.append(each)
        for cls in classes.values():
            for base in cls.mro[1:]:
                self._derived.setdefault(base, []).append(cls)
        ordered = callers_first(single, self._index)
        self._assume_globals(ordered)
        for each in sorted(ordered, key=self._may_not_record):  # what is sure is told first
            if isinstance(each, Class):
                self._run_class(each, methods[each.code])
            else:
                self._run_function(each, _bound(each))

    def _may_not_record(self, definition: Function | Class) -> bool:
        """Whether nothing tells that autograd records in a function, or in a method of a class."""
        lines = [getattr(definition.code.node, "lineno", 0)]
        if isinstance(definition, Class):
            lines = [each.line for each in self._methods.get(_last(definition.code), ())]
        return all(self._meant.of(line) is not Meant.YES for line in lines)

    def _trains(self, function: Function) -> bool:
        """Whether a backward is written in a function: most that can be found is found there."""
        return function.code.node.lineno in self._meant.training

    def _records(self, function: Function) -> bool:
        """Whether autograd records in a function, whatever its decorators do.

        A backward is written in it, and no decorator says that it switches recording off.
        """
        decorators = map(ast.unparse, function.code.node.decorator_list)
        return self._trains(function) and not any(map(says_it_switches, decorators))

    def _is_due(self, function: Function) -> bool:
        """Whether a function can matter, and nobody has called it so that all of it was run."""
        code: Code = function.code
        if self._runs_all and _last(code) != "__init__":  # the constructor was run for its class
            return self._can_matter(function)
        if code in self._machine.ran and self._machine.ended.issuperset(_parts(code.body)):
            return False
        return self._can_matter(function) and not self._is_dead(function)

    def _is_dead(self, function: Function) -> bool:
        """Whether all calls of a local function were seen: the one around it gives it to nobody."""
        around = function.scope.code
        return around in self._whole and is_only_called(_last(function.code), around.node)

    def _can_matter(self, function: Function) -> bool:
        """Whether a function can matter, or leaves something behind for one that does."""
        return self._needed is None or function.code.node.lineno in self._needed

    def _run_function(
        self, function: Function, bound: Value, receiver: Value | None = None
    ) -> None:
        """Run a function by what its name is bound to, and cut away what it changes."""
        if self._is_due(function):
            state = self._machine.state
            mark = state.fork()
            leads = function.code.node.lineno in self._leading
            budget = _of_training(OF_A_FUNCTION) if leads else OF_A_FUNCTION
            work = partial(self._call, function, bound, receiver)
            if self._bounded(function.code, budget, work) is None:
                self._whole.add(function.code)
            state.cut(mark)
            state.close(mark)

    def _call(self, function: Function, bound: Value, receiver: Value | None) -> None:
        """Call a function as whoever is meant to run it does."""
        machine, autograd, node = self._machine, self._autograd, function.code.node
        owner, name = function.owner, _last(function.code)
        given = self._roles.of(function, receiver)
        value, first = _undescribed(bound, receiver)
        mode, tensors = machine.state.get(autograd.mode, RECORDING), _tensors_of(receiver)
        mark = machine.state.here()
        machine.state.put(autograd.mode, HAS_RUN, NO)
        own_mode = recording_in(machine, owner, name)
        if own_mode is None and mode == TRUE:
            own_mode = as_meant(self._meant.of(getattr(node, "lineno", 0)))
        if own_mode is not None:
            autograd.switch(autograd.told(own_mode))
        if value is function or (type(value) is Unknown and self._records(function)):
            result = machine.invoke(function, given, node, first)
        else:
            whole = given if first is None else given.behind(first)
            result = machine.models.call(value, whole, node)
            if function.code not in machine.ran:  # by an unknown decorator: in whatever mode
                autograd.switch(machine.unknown("mode"))
                result = machine.invoke(function, given, node, first)
        if function.code.is_generator:
            machine.models.items(result, node)  # somebody takes what it yields
        autograd.switch(mode)
        handed = handed_over(machine, owner, name, result)
        if handed is not None:
            machine.file = function.code.file
            value, certainty = handed
            if self._keeps_input(receiver, tensors):
                certainty = MAYBE  # the next backward would go back through this round
            if owner is not None and self._roles.is_layer(owner, name):
                held = Items((value, *self._kept(receiver, mark)))
                value = Collection("tuple", held, machine.state.tick())
            passed = autograd.passed(value, None, certainty)
            machine.emit(Handed(node, result, certainty == YES, passed))

    def _kept(self, owner: Value | None, mark: Mark) -> list[Value]:
        """What was put on an object since a mark, or into a container that it keeps."""
        if not isinstance(owner, Instance):
            return []
        state, found = self._machine.state, list[Value]()
        held = [state.attribute(owner, key) for key in owner.cells if isinstance(key, str)]
        for (obj, key), before in state.changed(mark).items():
            if obj is owner or obj in held:
                if isinstance(key, (str, Item)):
                    found.append(state.attribute(obj, key))
                elif isinstance(before, Items):
                    known, now = _each(before), _each(state.get(obj, ITEMS))
                    found += [each for each in now if each not in known]
        return found

    def _keeps_input(self, owner: Value | None, names: Iterable[object]) -> bool:
        """Whether an object keeps some tensor with the history of what its layer was given."""
        if not isinstance(owner, Instance):
            return False
        kept = (self._machine.state.attribute(owner, each) for each in names)
        return any(OF_A_LAYER in self._autograd.requires(each).why for each in kept)

    def _run_class(self, cls: Class, methods: list[Function]) -> None:
        """Run the methods of a class on an object that its constructor has made."""
        due = [each for each in methods if self._is_due(each)]
        if not due:
            return
        state = self._machine.state
        mark = state.fork()
        ordered = callers_first(methods, self._index)
        bound = [state.attribute(cls, _last(each.code)) for each in due]
        made = Instance(cls, state.tick()) if all(map(_is_static, bound)) else self._made(cls)
        self._loosen(cls, made)
        if not self._is_elsewhere:
            named = [(_last(each.code), each) for each in ordered]
            self._assume_called(
                (each, state.attribute(cls, name), made)
                for name, each in named
                if not name.startswith("__") and self._can_matter(each)
            )
        for each in ordered:
            self._run_function(each, state.attribute(cls, _last(each.code)), made)
        state.cut(mark)
        state.close(mark)

    def _loosen(self, cls: Class, made: Instance) -> None:
        """An object stands for those of derived classes, of which some have more of their own."""
        state, machine = self._machine.state, self._machine
        own: set[str] = set()
        for each in self._derived.get(cls, ()):
            own |= {key for key in each.cells if isinstance(key, str) and key[:2] != "__"}
            for function in self._methods.get(_last(each.code), ()):
                own |= {word[1:] for word in function.changes if word[:1] == "."}
        elsewhere = list(self._elsewhere(_last(cls.code)))
        for method in (method for each in elsewhere for method in each):
            own |= {word[1:] for word in method.changes if word[:1] == "."}
        for name in sorted(own):
            value = state.attribute(made, name)
            value = state.attribute(cls, name) if value is UNBOUND else value
            if isinstance(value, Function):
                state.set_attribute(made, name, machine.unknown(name))
            elif value is not UNBOUND:
                state.set_attribute(made, name, one_of(value, machine.unknown(name)))
        for key, held in cls.cells.items():
            if isinstance(held, Function) and isinstance(key, str) and _gives_back(held):
                if elsewhere and all(key in {m.name for m in several} for several in elsewhere):
                    state.set_attribute(made, key, machine.unknown(key))

    def _assume_called(
        self, calls: Iterable[tuple[Function, Value, Value | None]], frame: Frame | None = None
    ) -> None:
        """Before a function is run others may have been, and nobody knows which.

        Args:
            calls: The others: each with what its name is bound to, and its object.
            frame: Whose names alone they change, as far as it matters; ``None`` for everything.
        """
        machine, state = self._machine, self._machine.state
        ran, machine.is_muted = machine.ran.copy(), True
        mark, ways = state.fork(), [Way({}, OPEN)]
        for function, bound, receiver in calls:
            if function.code not in ran:
                state.path |= DOUBTFUL
                work = partial(self._call, function, bound, receiver)
                mode = state.get(self._autograd.mode, RECORDING)
                budget = OF_AN_EFFECT
                if self._trains(function):
                    budget = budget._replace(times=OF_TRAINING)
                machine.bounded(budget, function.code, work)
                self._autograd.switch(mode)  # one that is cut short may stand in a ``with``
                way = state.cut(mark)
                delta = {cell: each for cell, each in way.delta.items() if cell[0] is frame}
                ways.append(way if frame is None else Way(delta, way.guard))
        files = {each for each in machine.ran if isinstance(each.node, ast.Module)}  # run once
        machine.ran.clear()
        machine.ran.update(ran | files)
        machine.is_muted = False
        state.meet(mark, ways)

    def _assume_globals(self, definitions: Iterable[Function | Class]) -> None:
        """The names of the file that functions bind may be bound by them, or not yet."""
        several = [each for each in definitions if isinstance(each, Function)]
        changing = [each for each in several if each.code.shared and _has_globals(each.code)]
        if changing and not self._is_elsewhere:
            calls = ((each, _bound(each), None) for each in changing)
            self._assume_called(calls, changing[0].scope)

    def _made(self, cls: Class) -> Instance:
        """An object, as its constructor leaves it."""
        machine = self._machine
        found: list[Value] = []
        self._bounded(
            cls.code,
            OF_A_FUNCTION,
            lambda: found.append(
                machine.models.call(cls, self._roles.of_constructor(cls), cls.code.node)
            ),
        )
        value = found[0] if found else UNBOUND
        return value if isinstance(value, Instance) else Instance(cls, machine.state.tick())

    def _bounded(self, code: Code, budget: Budget, work: Callable[[], object]) -> Limit | None:
        """Do some work with a budget; what was used up, if it was cut short."""
        began = self._machine.steps
        budget = OF_AN_EFFECT if self._is_elsewhere else budget
        limit = self._machine.bounded(budget, code, work)
        line = getattr(code.node, "lineno", 0)
        spent = self._machine.steps - began
        if limit is not None:
            self.cut_short.append(CutShort(code.name, line, limit, spent))
        self.steps[code.name, line] = self.steps.get((code.name, line), 0) + spent
        return limit


def _of_training(budget: Budget) -> Budget:
    """The same budget for what runs a backward, or leads to one."""
    return budget._replace(times=OF_TRAINING, least=LEAST_OF_TRAINING)


def _parts(block: Block) -> Iterator[int]:
    """What stands for each block of instructions in one, itself included."""
    yield id(block)
    for instruction in block:
        for each in blocks_of(instruction):
            if each:
                yield from _parts(each)


def _bound(function: Function) -> Value:
    """What the name of a function is bound to, in the scope around it or further out."""
    name, scope = _last(function.code), function.scope
    while name not in scope.code.names:  # it is ``global`` or ``nonlocal`` there
        if scope.outer is None:
            return function
        scope = scope.outer
    bound: Value = scope.slots[scope.code.names[name]]
    return bound


def _has_globals(code: Code) -> bool:
    """Whether a function binds names of the file."""
    return any(isinstance(each, ast.Global) for each in ast.walk(code.node))


def _tensors_of(owner: Value | None) -> list[object]:
    """The names under which an object keeps tensors."""
    cells = owner.cells if isinstance(owner, Instance) else {}
    return [key for key, each in cells.items() if isinstance(each, Tensor)]


def _each(items: Items) -> list[Value]:
    """Whatever may be among some items."""
    return [one for value in items.all for one, _ in alternatives(value)]


def _undescribed(bound: Value, receiver: Value | None) -> tuple[Value, Value | None]:
    """What is called, and the object that stands first."""
    if not isinstance(bound, Descriptor):
        return bound, receiver
    if bound.kind == "staticmethod":
        return bound.function, None
    if bound.kind == "classmethod" and isinstance(receiver, Instance):
        return bound.function, receiver.cls
    return bound.function, receiver


def _is_static(bound: Value) -> bool:
    """Whether a method is called without an object."""
    return isinstance(bound, Descriptor) and bound.kind == "staticmethod"


def _gives_back(function: Function) -> bool:
    """Whether a method only gives back what it is given, for others to fill."""
    node = function.code.node
    if not isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)) or len(node.args.args) < 2:
        return False
    last = node.body[-1]
    value = last.value if isinstance(last, ast.Return) else None
    is_first = isinstance(value, ast.Name) and value.id == node.args.args[1].arg
    return is_first and len(node.body) - (ast.get_docstring(node) is not None) == 1


def _last(code: Code) -> str:
    return code.name.rpartition(".")[2]
