"""The abstract machine: state, identities, the recording, and what to do when paths meet.

It knows values and records, no syntax and no library. The evaluators of expressions and
statements drive it; what torch, numpy and Python do to it stands in modules of their own.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

import libcst as cst

from tapelint.tape import powers
from tapelint.tape.events import Event
from tapelint.tape.frames import Arguments, Frame
from tapelint.tape.state import NO_SIDE, PATHWISE, Side, Sides, Spans, State
from tapelint.tape.values import (
    UNKNOWN,
    Array,
    Condition,
    Container,
    ContainerKind,
    ContainerRecord,
    Distribution,
    Freed,
    Function,
    GradModeContext,
    GraphNode,
    Instance,
    LibraryObject,
    Member,
    NodeKind,
    NoneValue,
    Number,
    ObjectRecord,
    Origin,
    SampleFact,
    SampleRole,
    Saved,
    Tensor,
    TensorRecord,
    Text,
    Trace,
    Truth,
    Unknown,
    Use,
    Value,
    Write,
    join_truth,
)
from tapelint.torch_api.project import Project

GRAD_MODE = ("grad mode",)
ERA = ("era",)
HOOKED = ("hooked",)
MOST_IN_A_BAG = 8
"""How many different values of unknown place a container is followed with."""


MOST_CHANGES = 8
"""How many changes of one saved tensor are told apart."""
MOST_SPANS = 48
"""How many stretches of other paths a joined tensor remembers."""
MOST_SAVED = 256
"""How many places that save one memory are followed."""


_STANDING_FOR_OTHERS = frozenset({NodeKind.JOIN, NodeKind.ELEMENT})
_NO_SIDES: Sides = (NO_SIDE, NO_SIDE)


class BudgetExhaustedError(Exception):
    """The analysis of a function has cost what it may; what was found so far stands."""


class Machine:
    """State, identities and the recording of one file's execution."""

    def __init__(self, budget: int, project: Project) -> None:
        self.project = project
        self.state = State()
        self.alive = True
        """Whether the statement at hand can be reached at all."""
        self.events: list[Event] = []
        self.is_recording = True
        self.frames: list[Frame] = []
        self.assigned_name = ""
        """What the value at hand is about to be assigned to, as text."""
        self.budget = budget
        self.has_changed_powers = False
        self.conditions: frozenset[Condition] = frozenset()
        """The branches that the statement at hand stands in."""
        self.call: Callable[[Value, Arguments, cst.CSTNode], Value] = lambda *_: UNKNOWN
        """Calls any value; set by the evaluator of calls."""
        self._sides = _NO_SIDES
        self.sample_facts: dict[frozenset[GraphNode], set[SampleFact]] = {}
        """What was done with samples, by where their distribution's parameters come from."""
        self.state.set(GRAD_MODE, Truth.YES)

    # --- bookkeeping ---

    @property
    def frame(self) -> Frame:
        """The function that is being executed."""
        return self.frames[-1]

    def new_identity(self) -> int:
        """An identity that nothing has yet."""
        return self.state.new_identity()

    def spend(self, cost: int = 1) -> None:
        """Pay for a step.

        Raises:
            BudgetExhaustedError: Nothing is left.
        """
        self.budget -= cost
        if self.budget < 0:
            raise BudgetExhaustedError

    def emit(self, event_type: type[Event], node: cst.CSTNode, **facts: Any) -> None:
        """Record an event."""
        if self.is_recording:
            self.events.append(
                event_type(
                    node=node,
                    grad_mode=self.grad_mode,
                    function=self.frame.name if self.frames else "",
                    **facts,
                )
            )

    # --- grad mode ---

    @property
    def grad_mode(self) -> Truth:
        """Whether autograd records operations now."""
        mode: Truth = self.state.get(GRAD_MODE, Truth.YES)
        return mode

    @grad_mode.setter
    def grad_mode(self, mode: Truth) -> None:
        self.state.set(GRAD_MODE, mode)

    @contextmanager
    def under_no_grad(self) -> Iterator[None]:
        """What torch does under a ``no_grad`` of its own: an initialiser, a step."""
        before = self.grad_mode
        self.grad_mode = Truth.NO
        try:
            yield
        finally:
            self.grad_mode = before

    # --- eras ---

    @property
    def era(self) -> int:
        """The stretch of the execution at hand.

        A call that is not followed may replace what objects hold: what has happened to the graph
        before may then have happened to values that nobody holds any more.
        """
        era: int = self.state.get(ERA, 0)
        return era

    def begin_era(self) -> None:
        """Something has been called that may have changed the objects of this file."""
        self.state.set(ERA, self.new_identity())

    # --- records ---

    def tensor_record(self, value: Value) -> TensorRecord | None:
        """The record of a tensor, or ``None`` for any other value."""
        if not isinstance(value, Tensor):
            return None
        record: TensorRecord | None = self.state.get(value.identity)
        if record is not None and record.base is not None:
            rebased = self.state.get(("rebased", record.base))
            if rebased is not None and rebased is not record.rebased_by:
                return self._view_again(record, rebased)
        return record

    def _view_again(self, view: TensorRecord, rebased: GraphNode) -> TensorRecord:
        """A view of a tensor whose history has changed since: it has that history, too."""
        base: TensorRecord | None = self.state.get(view.base)
        if base is None:
            return view
        graph = GraphNode("view", (rebased,), (), rebased.node, rebased.is_certain)
        return replace(
            view,
            requires_grad=base.requires_grad,
            trained_on_a_path=base.trained_on_a_path,
            is_leaf=base.is_leaf,
            graph=graph,
            rebased_by=rebased,
            origin=None,
        )

    def container_record(self, value: Value) -> ContainerRecord | None:
        """The record of a container, or ``None`` for any other value."""
        if not isinstance(value, Container):
            return None
        record: ContainerRecord | None = self.state.get(value.identity)
        return record

    def attributes(self, value: Value) -> ObjectRecord | None:
        """The attributes of an object of this file's or of torch's."""
        if not isinstance(value, (Instance, LibraryObject)):
            return None
        record: ObjectRecord = self.state.get(value.identity, ObjectRecord())
        return record

    def set_attribute(self, owner: Value, name: str, value: Value) -> None:
        """Assign an attribute of an object."""
        record = self.attributes(owner)
        if record is None or not isinstance(owner, (Instance, LibraryObject)):
            return
        kept = tuple(pair for pair in record.attributes if pair[0] != name)
        self.state.set(owner.identity, ObjectRecord((*kept, (name, value))))

    def new_tensor(
        self,
        node: cst.CSTNode | None,
        requires_grad: Truth,
        is_leaf: Truth,
        *,
        power: powers.SigmaPower | None = None,
        **facts: Any,
    ) -> Tensor:
        """A tensor with memory and a version counter of its own, unless ``facts`` say whose."""
        identity = self.new_identity()
        facts.setdefault("storage", identity)
        facts.setdefault("counter", identity)
        if requires_grad is not Truth.NO:
            facts.setdefault("requires_grad_at", node)
        self.state.set(
            identity,
            TensorRecord(requires_grad=requires_grad, is_leaf=is_leaf, made_at=node, **facts),
        )
        return Tensor(identity, power=power)

    def update_tensor(self, value: Tensor, **changes: Any) -> None:
        """Change what is known of a tensor."""
        record = self.tensor_record(value)
        if record is not None:
            self.state.set(value.identity, replace(record, **changes))

    def new_container(
        self,
        kind: ContainerKind,
        items: tuple[Value, ...] = (),
        rest: tuple[Value, ...] = (),
        keys: tuple[object, ...] = (),
        is_open: bool = False,
    ) -> Container:
        """A container with these values."""
        identity = self.new_identity()
        self.state.set(identity, ContainerRecord(kind, items, rest, keys, is_open))
        return Container(identity)

    def new_object(self, kind: str) -> LibraryObject:
        """An instance of a class of torch's."""
        return LibraryObject(kind, self.new_identity())

    # --- writes and saved tensors ---

    def note_saved(self, saved: Saved) -> None:
        """Remember that the graph keeps this memory, on this path."""
        key = ("saved", saved.storage)
        self.state.set(key, (*self.state.get(key, ()), saved))

    def note_write(self, write: Write, storage: int, elsewhere: Spans = ()) -> None:
        """Remember a change of memory for all that was saved of it on this path before.

        A version counter counts for the whole memory; unseen by it, a change of one part leaves
        another part right.
        """
        kept: tuple[Saved, ...] = self.state.get(("saved", storage), ())
        for saved in kept:
            self.spend()
            if any(start < saved.moment <= end for start, end in elsewhere):
                continue
            is_seen = saved.counter == write.counter
            is_elsewhere = saved.is_part and write.is_part and not is_seen
            lives_on = write.replaces and not saved.is_itself
            if not is_elsewhere and not lives_on:
                key = ("stale", saved)
                before: tuple[Write, ...] = self.state.get(key, ())
                if len(before) < MOST_CHANGES and all(
                    write.node is not each.node for each in before
                ):
                    self.state.set(key, (*before, write))
        if len(kept) > MOST_SAVED:
            self.state.set(("saved", storage), kept[-MOST_SAVED // 2 :])

    def stale(self, saved: Saved) -> tuple[Write, ...]:
        """The changes of a saved tensor's memory since it was saved."""
        changes: tuple[Write, ...] = self.state.get(("stale", saved), ())
        return changes

    def graph_node(self, value: Value) -> GraphNode | None:
        """The ``grad_fn`` of a value."""
        record = self.tensor_record(value)
        return record.graph if record else None

    def note_gradient(self, leaf: int, has_one: bool) -> None:
        """Remember whether a leaf's ``grad`` is filled: an optimiser's step passes it by if not."""
        self.state.set(("has gradient", leaf), has_one)

    def has_gradient(self, leaf: int) -> bool:
        """Whether a backward has filled a leaf's ``grad`` on this path."""
        return bool(self.state.get(("has gradient", leaf), False))

    def freed(self, graph: GraphNode) -> tuple[Freed, ...]:
        """The backwards that have run through a node of the graph."""
        marks: tuple[Freed, ...] = self.state.get(("freed", graph), ())
        return marks

    def is_consumed(self, graph: GraphNode | None) -> bool:
        """Whether a backward has run through that node."""
        if graph is not None and graph.kind in _STANDING_FOR_OTHERS:
            return bool(graph.inputs) and all(self.is_consumed(each) for each in graph.inputs)
        return graph is not None and bool(self.state.get(("freed", graph)))

    def was_passed(self, graph: GraphNode | None) -> bool:
        """Whether a call that is not known has seen that node: it may have run backward."""
        if graph is not None and graph.kind in _STANDING_FOR_OTHERS:
            return any(self.was_passed(each) for each in graph.inputs)
        return graph is not None and bool(self.state.get(("passed", graph), False))

    def one_of(self, value: Value, depth: int = 0) -> Value:
        """A value that stands for many, such as an element of a list, as one of them.

        What happens to the graph of one element has not happened to that of the next.
        """
        record = self.tensor_record(value)
        if record is not None and record.graph is not None:
            graph = GraphNode(
                "element", (record.graph,), (), record.graph.node, kind=NodeKind.ELEMENT
            )
            identity = self.new_identity()
            self.state.set(identity, replace(record, graph=graph))
            return Tensor(identity, power=value.power)
        held = self.container_record(value)
        if held is not None and held.kind is ContainerKind.TUPLE and depth < 2:
            items = tuple(self.one_of(each, depth + 1) for each in held.items)
            rest = tuple(self.one_of(each, depth + 1) for each in held.rest)
            if items != held.items or rest != held.rest:
                return self.new_container(held.kind, items, rest, (), held.is_open)
        return value

    def note_hook(self) -> None:
        """From here on a hook may give what a layer gives a history after all."""
        self.state.set(HOOKED, True)

    @property
    def is_hooked(self) -> bool:
        """Whether a forward hook is registered on any module."""
        return bool(self.state.get(HOOKED, False))

    # --- uses ---

    def use(self, value: Value, kind: Use, node: cst.CSTNode, depth: int = 0) -> None:
        """Note where the numbers of a value went."""
        record = self.tensor_record(value)
        if record is not None:
            for cut in record.cuts:
                cut.uses.setdefault(kind, node)
            if kind is Use.PASSED and record.graph is not None:
                self.state.set(("passed", record.graph), True)
        held = self.container_record(value)
        if held is not None and depth < 3:
            for each in held.held:
                self.use(each, kind, node, depth + 1)

    def use_all(self, arguments: Arguments, kind: Use, node: cst.CSTNode) -> None:
        """Note the same use of all arguments."""
        for value in arguments.values:
            self.use(value, kind, node)

    def pass_on(self, arguments: Arguments, node: cst.CSTNode) -> None:
        """Arguments go into a call that is not known; it may change the objects among them."""
        self.use_all(arguments, Use.PASSED, node)
        if any(isinstance(value, Instance) for value in arguments.values):
            self.begin_era()

    # --- joins ---

    def join_cells(self, state: State, key: Hashable, left: Any, right: Any, sides: Sides) -> Any:
        """Join two values of a cell where two paths meet."""
        self.spend()
        if isinstance(key, tuple) and isinstance(key[0], str):
            if key == GRAD_MODE:
                return join_truth(left, right)
            if key == ERA:
                return max(left, right)
            if key[0] == "saved" or key[0] in PATHWISE:
                return left + tuple(each for each in right if each not in left)
            return left or right
        previous, self.state = self.state, state
        self._sides = sides
        try:
            if isinstance(left, Value):
                return self.join(left, right)
            return self.join_records(left, right)
        finally:
            self.state = previous
            self._sides = _NO_SIDES

    def join_of_paths(self, left: Value, right: Value, sides: Sides) -> Value:
        """The value that may be either, as one of two paths leads to it."""
        self._sides = sides
        try:
            return self.join(left, right)
        finally:
            self._sides = _NO_SIDES

    def join(self, left: Value, right: Value) -> Value:
        """The value that may be either.

        ``None`` and numbers give way to tensors and objects: code that uses the value as such has
        come along the path where it is one.
        """
        if left == right:
            return left
        power = powers.join(left.power, right.power)
        if isinstance(left, NoneValue):
            return self._of_side(right, self._sides[1])
        if isinstance(right, NoneValue):
            return self._of_side(left, self._sides[0])
        if isinstance(left, Tensor) and isinstance(right, Tensor):
            return self._join_tensors(left, right, power)
        if isinstance(left, Tensor) and isinstance(right, Number):
            return self._of_side(left, self._sides[0])
        if isinstance(left, Number) and isinstance(right, Tensor):
            return self._of_side(right, self._sides[1])
        if isinstance(left, Container) and isinstance(right, Container):
            return self._join_containers(left, right)
        if isinstance(left, GradModeContext) != isinstance(right, GradModeContext):
            return GradModeContext(Truth.UNKNOWN)
        for one, other in ((left, right), (right, left)):
            held = self.container_record(one)
            if held is not None and held.kind is ContainerKind.ARRAY and isinstance(other, Array):
                return one
        if type(left) is type(right):
            if isinstance(left, Number):
                return Number(None, power=power, origin=left.origin or _origin_of(right))
            if isinstance(left, Text):
                return Text(None)
            if isinstance(left, Array):
                return Array(power=power, origin=left.origin or _origin_of(right))
            if isinstance(left, GradModeContext) and isinstance(right, GradModeContext):
                return GradModeContext(join_truth(left.enabled, right.enabled))
            if isinstance(left, Distribution) and isinstance(right, Distribution):
                return self._join_distributions(left, right)
            if isinstance(left, Instance) and isinstance(right, Instance):
                return left if left.unit is right.unit else UNKNOWN
            if isinstance(left, LibraryObject) and isinstance(right, LibraryObject):
                return self.new_object(left.kind) if left.kind == right.kind else UNKNOWN
            if isinstance(left, Function) and isinstance(right, Function):
                return left if left.unit is right.unit else UNKNOWN
        return Unknown(power=power) if power else UNKNOWN

    def _of_side(self, value: Value, side: Side, depth: int = 0) -> Value:
        """A value that only one of two paths leads to: what the other did is not met behind it."""
        if side is NO_SIDE or not (side.not_happened or side.conditions):
            return value
        record = self.tensor_record(value)
        if record is not None and record.graph is not None:
            identity = self.new_identity()
            self.state.set(identity, replace(record, graph=_path_to(record.graph, side)))
            return Tensor(identity, power=value.power)
        held = self.container_record(value)
        if held is not None and held.kind is ContainerKind.TUPLE and depth < 2:
            items = tuple(self._of_side(each, side, depth + 1) for each in held.items)
            if items != held.items:
                return self.new_container(held.kind, items, held.rest, held.keys, held.is_open)
        return value

    def _join_distributions(self, left: Distribution, right: Distribution) -> Value:
        if left.kind != right.kind:
            return Distribution("Distribution")
        theirs = dict(right.arguments)
        both = tuple(
            (name, self.join(value, theirs[name]))
            for name, value in left.arguments
            if name in theirs
        )
        return Distribution(left.kind, both)

    def _join_tensors(self, left: Tensor, right: Tensor, power: powers.SigmaPower | None) -> Value:
        if left.identity == right.identity:
            return Tensor(left.identity, power=power)
        one, two = self.tensor_record(left), self.tensor_record(right)
        if one is None or two is None:
            return UNKNOWN
        identity = self.new_identity()
        found: dict[int, Member] = {}
        for tensor, record, side in zip((left, right), (one, two), self._sides, strict=True):
            for member in record.members or (Member(tensor.identity),):
                elsewhere = (*member.elsewhere, *side.elsewhere)[-MOST_SPANS:]
                conditions = member.conditions | side.conditions
                known = found.get(member.identity)
                if known is not None:
                    elsewhere = tuple(span for span in elsewhere if span in known.elsewhere)
                    conditions &= known.conditions
                found[member.identity] = Member(member.identity, elsewhere, conditions)
        members = tuple(found.values())
        self.state.set(identity, self._either(one, two, identity, members))
        return Tensor(identity, power=power)

    def _either(
        self, one: TensorRecord, two: TensorRecord, identity: int, members: tuple[Member, ...]
    ) -> TensorRecord:
        graph = one.graph
        if one.graph is not two.graph:
            graphs = tuple(
                _path_to(each, side)
                for each, side in zip((one.graph, two.graph), self._sides, strict=True)
                if each is not None
            )
            graph = GraphNode("join", graphs, (), one.made_at, kind=NodeKind.JOIN)
        same_memory = one.storage == two.storage
        return TensorRecord(
            requires_grad=join_truth(one.requires_grad, two.requires_grad),
            is_leaf=join_truth(one.is_leaf, two.is_leaf),
            storage=one.storage if same_memory else identity,
            counter=one.counter if one.counter == two.counter else identity,
            made_at=one.made_at,
            graph=graph,
            requires_grad_at=one.requires_grad_at or two.requires_grad_at,
            base=one.base if one.base == two.base else None,
            data_of=one.data_of if one.data_of is two.data_of else None,
            is_parameter=one.is_parameter and two.is_parameter,
            cuts=one.cuts | two.cuts,
            samples=joined_traces(one.samples, two.samples),
            members=members,
            trained_on_a_path=one.may_train or two.may_train,
            shares=tuple(dict.fromkeys((*one.shares, *two.shares))),
            is_part=one.is_part or two.is_part,
            is_guess=one.is_guess or two.is_guess,
            origin=one.origin or two.origin,
        )

    def _join_containers(self, left: Container, right: Container) -> Value:
        one, two = self.container_record(left), self.container_record(right)
        if one is None or two is None or one.kind is not two.kind:
            return UNKNOWN
        identity = self.new_identity()
        self.state.set(identity, self._join_held(one, two))
        return Container(identity)

    def _join_held(self, one: ContainerRecord, two: ContainerRecord) -> ContainerRecord:
        is_open = one.is_open or two.is_open
        one, two = self._held_by_sides(one, two)
        if one.items == two.items and one.keys == two.keys:
            return ContainerRecord(one.kind, one.items, bag(one.rest + two.rest), one.keys, is_open)
        if one.kind is ContainerKind.DICT:
            return self._join_dicts(one, two, is_open)
        if one.kind is ContainerKind.TUPLE and len(one.items) == len(two.items):
            joined = tuple(self.join(*pair) for pair in zip(one.items, two.items, strict=True))
            return ContainerRecord(one.kind, joined, bag(one.rest + two.rest), (), is_open)
        return ContainerRecord(one.kind, (), bag(one.held + two.held), (), is_open)

    def _held_by_sides(
        self, one: ContainerRecord, two: ContainerRecord
    ) -> tuple[ContainerRecord, ContainerRecord]:
        """What two containers hold, each as the path leads to it that it is held on alone."""
        common = set(one.held) & set(two.held)
        parts = []
        for record, side in zip((one, two), self._sides, strict=True):
            items, rest = (
                tuple(each if each in common else self._of_side(each, side) for each in values)
                for values in (record.items, record.rest)
            )
            parts.append(replace(record, items=items, rest=rest))
        return parts[0], parts[1]

    def _join_dicts(
        self, one: ContainerRecord, two: ContainerRecord, is_open: bool
    ) -> ContainerRecord:
        entries = dict(zip(one.keys, one.items, strict=False))
        for key, value in zip(two.keys, two.items, strict=False):
            entries[key] = self.join(entries[key], value) if key in entries else value
        return ContainerRecord(
            one.kind, tuple(entries.values()), bag(one.rest + two.rest), tuple(entries), is_open
        )

    def join_records(self, one: Any, two: Any) -> Any:
        """Join what is known of one identity on two paths."""
        if one == two:
            return one
        if isinstance(one, ContainerRecord) and isinstance(two, ContainerRecord):
            return self._join_held(one, two)
        if isinstance(one, ObjectRecord) and isinstance(two, ObjectRecord):
            merged = dict(one.attributes)
            for name, value in two.attributes:
                merged[name] = self.join(merged[name], value) if name in merged else value
            return ObjectRecord(tuple(merged.items()))
        if isinstance(one, TensorRecord) and isinstance(two, TensorRecord):
            if one.is_held is not two.is_held:
                return one if one.is_held else two
            return replace(
                self._either(one, two, one.storage, one.members),
                storage=one.storage,
                counter=one.counter,
            )
        return one


def _origin_of(value: Value) -> Origin | None:
    return value.origin if isinstance(value, (Number, Array)) else None


def _path_to(graph: GraphNode, side: Side) -> GraphNode:
    """A node of the graph as one of the paths that meet leads to it."""
    return GraphNode(
        "path",
        (graph,),
        (),
        graph.node,
        kind=NodeKind.JOIN,
        not_happened=side.not_happened,
        conditions=side.conditions,
    )


def joined_traces(one: frozenset[Trace], other: frozenset[Trace]) -> frozenset[Trace]:
    """The traces of a tensor that is a sample on one path, and something else on another.

    Which of the two paths is the one for training is not known, unless a branch says so.
    """
    return frozenset(
        trace
        for trace in one | other
        if (trace in one and trace in other)
        or trace.role is not SampleRole.NUMBERS
        or trace.sample.is_training
    )


def bag(values: tuple[Value, ...]) -> tuple[Value, ...]:
    """The different values of ``values``, as many as are followed."""
    return tuple(dict.fromkeys(values))[:MOST_IN_A_BAG]
