"""Operations by their names: which row of the table a call is, and what its operands are."""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping, Sequence
from typing import Final

from tapelint.core.autograd.backward import Autograd
from tapelint.core.autograd.graph import IS_LEAF, REQUIRES_GRAD, DataOf, Tensor
from tapelint.core.autograd.recording import Detached
from tapelint.core.domain.alternatives import Condition, Either
from tapelint.core.domain.certainty import MAYBE, Certainty
from tapelint.core.domain.fields import Field, Items
from tapelint.core.domain.objects import Collection
from tapelint.core.domain.predicate import Guard
from tapelint.core.domain.predicates import DOUBTFUL, OPEN
from tapelint.core.domain.state import Way
from tapelint.core.domain.values import NONE, TRUE, UNBOUND, Const, Symbol, Unknown, Value
from tapelint.core.machine.machine import Machine
from tapelint.core.machine.protocol import Arguments
from tapelint.core.machine.world import CALLED
from tapelint.torch_api.families import families
from tapelint.torch_api.knowledge import InplaceFacts, OperationFacts, knowledge

UNSURE: Final = Condition(DOUBTFUL, DOUBTFUL)
"""A truth value of which nobody knows whether it is ever one or the other."""


class Number(Unknown):
    """A number of Python's, of which nobody knows which."""

    __slots__ = ()


class DataOfUnknown(Detached):
    """``.data`` of something of which nobody knows whether it is a tensor, or a part of that.

    Attributes:
        reads: Where it was read.
        is_named: Whether a name or a use shows that it is a tensor.
        is_item: Whether it is an item of what may be a list.
        may_be_copy: Whether it may be rows that were copied.
    """

    __slots__ = ("is_item", "is_named", "may_be_copy", "reads")

    def __init__(self, read: ast.AST, birth: int, is_named: bool, is_item: bool = False) -> None:
        super().__init__("data", birth)
        self.reads = [read]
        self.is_named: Final = is_named
        self.is_item: Final = is_item
        self.may_be_copy = False

    def alias(self, change: ast.AST) -> Tensor:
        """The tensor that it is, if it is one, by the read through which a change goes."""
        is_sure = self.is_named or not self.is_item
        written, all_of_it = set(ast.walk(changed_by(change))), set(ast.walk(change))
        direct = [each for each in self.reads if each in written]
        earlier = [each for each in self.reads if each not in all_of_it]
        read = (direct or earlier or self.reads)[-1]
        return Tensor(read, self.birth, data_of=DataOf(None, read, is_sure, self.may_be_copy))

    def part(self, *, is_named: bool, is_item: bool = False) -> DataOfUnknown:
        """A view of it, or an item."""
        made = DataOfUnknown(self.reads[-1], self.birth, is_named, is_item or self.is_item)
        made.reads = self.reads
        return made


def changed_by(node: ast.AST) -> ast.AST:
    """The expression that a change changes."""
    if isinstance(node, ast.AugAssign):
        return node.target
    if not isinstance(node, ast.Call):
        return node
    out = [each.value for each in node.keywords if each.arg == "out"]
    is_method = isinstance(node.func, ast.Attribute) and not isinstance(node.func.value, ast.Name)
    return out[0] if out else node.func if is_method or not node.args else node.args[0]


class Operations:
    """Runs operations by name.

    Attributes:
        world: The machine.
        autograd: What records them.
    """

    def __init__(self, world: Machine, autograd: Autograd) -> None:
        self.world: Final = world
        self.autograd: Final = autograd

    def is_tensor(self, value: Value | None) -> bool:
        """Whether a value may be a tensor."""
        if value is None or isinstance(value, Tensor):
            return value is not None
        return any(isinstance(each, Tensor) for each, _ in self.world.alternatives(value))

    def may_be_tensor(self, value: Value) -> bool:
        """Whether a value is a tensor, or nobody knows what it is."""
        return self._told_tensor(value) is not False

    def _told_tensor(self, value: Value) -> bool | None:
        """Whether a value is a tensor, on one way at least; ``None`` where nobody knows."""
        if self.is_tensor(value):
            return True
        several = [one for one, _ in self.world.alternatives(value)]
        is_open = any(isinstance(one, Unknown) and not isinstance(one, Number) for one in several)
        return None if is_open else False

    def proved(self, obj: Unknown, node: ast.AST | None = None) -> Tensor:
        """An unknown value turns out to be a tensor: all names of it are bound to that.

        Args:
            obj: The value.
            node: The backward that shows it; what a call has given is no leaf then.
        """
        told = self.world.state.attribute(obj, "requires_grad")
        requires = MAYBE if told is UNBOUND else Certainty.of(self.world.is_true(told))
        if node is not None and obj.of == (CALLED,):
            made = self.autograd.computed(node)
        else:
            made = self.autograd.leaf(None, requires)
            made.cells[IS_LEAF] = MAYBE
        self._rebind(obj, made)
        return made

    def leaf_of(self, value: Value) -> Value:
        """What an optimiser is given, be it one of several: unknown values are tensors."""
        if type(value) is Unknown:
            return self.proved(value)
        if not isinstance(value, Either):
            return value
        several = [(self.leaf_of(one), guard) for one, guard in value.alternatives]
        made = Either(several) if dict(several) != dict(value.alternatives) else value
        self._rebind(value, made)
        return made

    def _rebind(self, before: Value, now: Value) -> None:
        """All names of one value are bound to another one, that it turns out to be."""
        for frame in self.world.frames:
            for at, value in enumerate(frame.slots):
                if value is before or (isinstance(before, Either) and value == before):
                    self.world.state.set_slot(frame, at, now)

    def spelled(self, path: str, given: Arguments, node: ast.AST) -> Value | None:
        """An operation by one of its spellings; ``None`` for what is none."""
        known = knowledge().spellings.get(path)
        return None if known is None else self.run(known[0], known[1], given, node)

    def run(self, name: str, first: int, given: Arguments, node: ast.AST) -> Value:
        """An operation by its name in the table.

        Args:
            name: The name.
            first: Which of its arguments stands first in this spelling.
            given: What it is given.
            node: Where it stands.
        """
        known = knowledge().operations
        facts = known.get(name)
        if facts is None:
            return self.autograd.operation(name, self.operands(given), node, None)
        chosen, *others = self._rows(name, first, given)
        row, rest = known[chosen], [known[each] for each in others]
        by_name = self._by_name(row, first, given)
        missing = self.world.unknown("argument") if given.is_open else NONE
        operands = self._in_order(row, by_name, missing)
        parameters = knowledge().functional_parameters.get(name, ())
        if "max_norm" in parameters:
            limit = given.get(parameters.index("max_norm"), "max_norm")
            self.renormalise(by_name.get("weight", NONE), limit, node)
        return self.autograd.operation(chosen, operands, node, row, others=rest)

    def _rows(self, name: str, first: int, given: Arguments) -> list[str]:
        """The rows that a call may be recorded by; first that for unknown operands as tensors."""
        known = knowledge().operations
        sure, asked = name, list[str]()
        for way in known[name].ways:
            told = self._holds(known[way], first, given)
            if told and _told(known[way]) > _told(known[sure]):
                sure = way
            if told is None and not known[way].refuses_backward:
                asked.append(way)
        asked = [each for each in asked if _told(known[each]) >= _told(known[sure])]
        tensors = [each for each in asked if {*known[each].when.values()} == {"tensor"}]
        return list(dict.fromkeys([*tensors, sure, *asked]))

    def _by_name(self, facts: OperationFacts, first: int, given: Arguments) -> dict[str, Value]:
        names = facts.arguments
        if 0 < first < len(names):
            names = (names[first], *names[:first], *names[first + 1 :])
        found: dict[str, Value] = {}
        for at, value in enumerate(given.positional):
            name = names[at] if at < len(names) else f"{at}"
            if name.startswith("*"):
                found[name[1:]] = self._gathered(given.positional[at:])
                break
            found[name] = value
        for name, value in given.keywords.items():
            found[facts.renamed.get(name, name)] = value
        return found

    def _gathered(self, values: Sequence[Value]) -> Value:
        if len(values) == 1 and isinstance(values[0], Collection):
            return values[0]
        return Collection("tuple", Items(tuple(values)), self.world.state.tick())

    def operands(self, given: Arguments) -> list[Value]:
        """All that an operation is given, also by a ``*`` or ``**`` of which not all is known."""
        return [*given.all, *([self.world.unknown("argument")] if given.is_open else [])]

    def _in_order(
        self, facts: OperationFacts, given: Mapping[str, Value], missing: Value
    ) -> list[Value]:
        operands = [given.get(name, missing) for name in facts.parameters]
        known = {*facts.parameters}
        return operands + [
            value for name, value in given.items() if name not in known and self.is_tensor(value)
        ]

    def _holds(self, way: OperationFacts, first: int, given: Arguments) -> bool | None:
        """Whether a call is made in some way; ``None`` where nobody knows."""
        names = self._by_name(way, first, given)
        several = [
            None if given.is_open and name not in names else self._is_so(told, names.get(name))
            for name, told in way.when.items()
        ]
        return None if None in several and False not in several else all(several)

    def _is_so(self, told: str | tuple[object, ...], value: Value | None) -> bool | None:
        if value is None or value == NONE:
            return told == "absent"
        if isinstance(told, tuple):
            return isinstance(value, Const) and value.v in told
        is_tensor = False if told == "absent" else self._told_tensor(value)
        return is_tensor if told in ("tensor", "absent") or is_tensor is None else not is_tensor

    # Changes in place.

    def change(
        self,
        tensor: Value,
        name: str,
        others: Sequence[Value],
        node: ast.AST,
        form: str,
        measured: str = "",
        *,
        is_recorded: bool = True,
        is_open: bool = False,
        given: Sequence[Value] = (),
    ) -> None:
        """A change in place of each tensor that a value may be.

        Args:
            tensor: What is changed.
            name: The operation, as people write it.
            others: Its other operands.
            node: Where it stands.
            form: How it is written; see :class:`~tapelint.core.autograd.graph.Change`.
            measured: Its name in the table, if that is another one.
            is_recorded: Whether autograd sees it.
            is_open: Whether not all of its operands are known, and so not what it saves.
            given: All that it is given, numbers too, if these are not among its operands.
        """
        rows = knowledge().inplace_operations
        own = measured or name
        scalar = rows.get(f"{own.removesuffix('_')}_scalar_")
        facts, ways = None if is_open else rows.get(own), list[InplaceFacts]()
        if facts is not None and scalar is not None:
            operands = zip(facts.parameters[1:], others, strict=False)
            numbers = [one for name, one in operands if name not in scalar.parameters]
            told = [*map(self._told_tensor, numbers)]
            if True not in told:
                facts, ways = (facts, [scalar]) if None in told else (scalar, [])

        def changed(one: Value) -> Value:
            if isinstance(one, DataOfUnknown):
                one = one.alias(node)
            if isinstance(one, Tensor):
                self._on_ways(
                    one.base or one,
                    (REQUIRES_GRAD, IS_LEAF),
                    lambda: self.autograd.write(
                        one, name, others, node, form, facts, ways, given, is_recorded=is_recorded
                    ),
                )
            return one

        self.world.each(tensor, changed)

    def _on_ways(
        self,
        tensor: Tensor,
        fields: Sequence[Field[Certainty]],
        work: Callable[[], None],
        way: Guard = OPEN,
    ) -> None:
        """Do something with a tensor on each of the ways on which it is another one.

        Where fields are told apart on the same ``way``, what they are there belongs together.
        """
        if not fields:
            work()
            return
        state, (field, *others) = self.world.state, fields
        several = state.get(tensor, field).on_ways(state.path)
        several = [each for each in several if way and each[1] == way] or several
        if len(several) == 1:
            if several[0][1]:
                state.put(tensor, field, several[0][0])
            self._on_ways(tensor, others, work, way)
            return
        mark, ways = state.fork(), list[Way]()
        for certainty, guard in several:
            state.path |= guard
            state.put(tensor, field, certainty)
            self._on_ways(tensor, others, work, guard)
            ways.append(state.cut(mark))
        state.meet(mark, ways)

    def chance(self, value: Value | None) -> Value:
        """Whether something happens at all that has a chance; of one that is given, who knows."""
        is_told = value is None or value is UNBOUND or isinstance(value, Const)
        return UNSURE if not is_told else value if isinstance(value, Const) else TRUE

    def if_true(self, tests: Sequence[Value], work: Callable[[], None]) -> None:
        """Do something on the way where several values are all true; of a number nobody knows."""
        guard = OPEN
        for each in tests:
            true, false = self.world.truth(each)
            if true is None:
                return
            if false is not None:
                guard |= true
        self.under(guard, work)

    def under(self, guard: Guard, work: Callable[[], None]) -> None:
        """Do something on one way, and on the others nothing."""
        state = self.world.state
        mark = state.fork()
        state.path |= guard
        work()
        way = state.cut(mark)
        state.meet(mark, [way, Way({}, OPEN)] if guard else [way])

    def change_by(
        self,
        operation: str,
        first: Value,
        tests: Sequence[Value],
        node: ast.AST,
        module: str = "",
    ) -> bool:
        """``F.relu(x, inplace=True)``; whether there is such an operation.

        Args:
            operation: Its name, as that of a function.
            first: What is changed.
            tests: What must be true, or nothing is changed.
            node: Where it stands.
            module: The class of the layer that does it, if one does.
        """
        row, name = f"F.{operation}(inplace)", f"{operation}_"
        form = "function"
        if module:
            name, form = f"nn.{module}(inplace=True)", "module"
        if row not in knowledge().inplace_operations:
            return False
        self.if_true(tests, lambda: self.change(first, name, [], node, form, row))
        return True

    def renormalise(self, weight: Value, limit: Value | None, node: ast.AST) -> None:
        """``max_norm``: a lookup shortens rows of the weight before it takes them.

        Where nobody knows the limit, it may be none, as it is by default.
        """
        if limit is not None and limit is not UNBOUND and limit != NONE and not _is_unknown(limit):
            self.change(weight, "renorm_", [], node, "max_norm", is_recorded=False)

    def wants(self, given: Value | None) -> bool:
        """Whether a flag such as ``inplace=`` is surely on."""
        return given == TRUE


def is_whole_number_type(value: Value) -> bool:
    """Whether a value is a type of numbers that no gradient flows to: ``torch.long``."""
    return isinstance(value, Symbol) and value.path.rpartition(".")[2] in (
        families().whole_number_types
    )


def _is_unknown(value: Value) -> bool:
    """Whether nothing is known of a value, not even what it is computed from."""
    return isinstance(value, Unknown) and not isinstance(value, Number) and not value.of


def _told(facts: OperationFacts) -> int:
    return sum(2 if isinstance(each, tuple) else 1 for each in facts.when.values())
