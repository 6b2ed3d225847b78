"""Where paths meet, and where one value stands for many: what is known of either.

Up to the identities that it gives, the join is a semilattice: associative, commutative,
idempotent and monotone. ``docs/how-it-works.md`` names the exceptions.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from functools import partial, reduce
from typing import Any

from tapelint.tape.domain import counts, powers
from tapelint.tape.domain.alike import are_alike
from tapelint.tape.domain.alternatives import MOST_OPTIONS, is_option, what_tells
from tapelint.tape.domain.domains import CHANCES
from tapelint.tape.domain.frozen import replace
from tapelint.tape.domain.graph_nodes import GraphNode, NodeKind, Origin
from tapelint.tape.domain.path_conditions import Condition
from tapelint.tape.domain.paths import MOST_SPANS, NO_SIDE, Side, Sides, path_to
from tapelint.tape.domain.records import Records
from tapelint.tape.domain.state import lasting
from tapelint.tape.domain.summary_items import MOST_IN_A_BAG, as_orders, bag
from tapelint.tape.domain.tensor_joins import data_of_either, either_tensor
from tapelint.tape.domain.terms import Truth
from tapelint.tape.domain.values import (
    UNKNOWN,
    Array,
    Container,
    ContainerKind,
    ContainerRecord,
    DataOfUnknown,
    Distribution,
    Either,
    Function,
    GradModeContext,
    Instance,
    LibraryObject,
    Member,
    NoneValue,
    Number,
    ObjectRecord,
    Tensor,
    TensorRecord,
    Text,
    Unknown,
    Value,
    count_of,
    join_truth,
    options_of,
)

MOST_MEMBERS = 64
"""Of how many tensors, those that came last, a joined one is known to be one."""
MOST_CONDITIONS = 256
"""How many branches of the way to each of these tensors are remembered; of more, half as many."""
_DEEPEST_TUPLE = 2
"""How deep tuples within tuples are rebuilt."""
_DEEPEST_OBJECT = 3
"""How deep objects within objects are joined; behind that their attributes are not known."""
_NO_WAY: frozenset[Condition] = frozenset()
_NO_SIDES: Sides = (NO_SIDE, NO_SIDE)


class Joins(Records):
    """Records, and what becomes of them where paths meet."""

    def __init__(self) -> None:
        super().__init__()
        self._sides = _NO_SIDES
        self._is_mixing = False
        """Whether the values at hand stand beside each other, not on different paths."""
        self._objects_deep = 0
        self.perhaps_none: set[int] = set()
        """The tensors that are ``None`` on one of the paths that have met."""

    @property
    def is_in_loop(self) -> bool:
        """Whether the statement at hand stands in a loop."""
        return False

    def join_in(self, left: Any, right: Any, sides: Sides) -> Any:
        """Join two values, or two records of one identity, as the sides lead to them."""
        self._sides = sides
        try:
            if isinstance(left, Value):
                return self.join(left, right)
            return self.join_records(left, right)
        finally:
            self._sides = _NO_SIDES

    def join_of_paths(self, left: Value, right: Value, sides: Sides) -> Value:
        """The value that may be either, as one of two paths leads to it."""
        joined: Value = self.join_in(left, right, sides)
        return joined

    def join_paths(self, values: Sequence[Value], sides: Sequence[Side]) -> Value:
        """The value that may be any of several, each as its path leads to it."""
        joined, before = values[0], sides[0]
        for value, side in zip(values[1:], sides[1:], strict=True):
            joined, before = self.join_of_paths(joined, value, (before, side)), NO_SIDE
        return joined

    def one_chosen(self, values: tuple[Value, ...]) -> Value:
        """The one of several objects or functions that a setting chooses: ``LAYERS[name]``."""
        return reduce(self.join, values) if values else UNKNOWN

    def any_of(self, values: tuple[Value, ...]) -> Value:
        """One of several values of a container, which one is not known.

        Code that tells tensors from numbers may follow: what is a number beside a tensor may be
        either.
        """
        if not values:
            return UNKNOWN
        before, self._is_mixing = self._is_mixing, True
        try:
            joined = values[0]
            for each in values[1:]:
                joined = self.join(joined, each)
            return joined
        finally:
            self._is_mixing = before

    def one_of(self, value: Value) -> Value:
        """A value that stands for many, such as an element of a list, as one of them.

        What happens to the graph of one element has not happened to that of the next.
        """
        return self._behind(value, _element_of)

    def join(self, left: Value, right: Value) -> Value:
        """The value that may be either.

        ``None`` and numbers give way to tensors and objects: code that uses the value as such has
        come along the path where it is one.
        """
        if left == right:
            return left
        return self._join_different(left, right)

    def _join_different(self, left: Value, right: Value) -> Value:
        power = powers.join(left.power, right.power)
        for none, other, side in ((left, right, self._sides[1]), (right, left, self._sides[0])):
            if isinstance(none, NoneValue):
                found = self._of_side(other, side, is_begun_anew=none.is_reset)
                if isinstance(found, Tensor):
                    self.perhaps_none.add(found.identity)
                return found
        if isinstance(left, Tensor) and isinstance(right, Tensor):
            return self._join_tensors(left, right, power)
        if isinstance(left, Tensor) and isinstance(right, Number):
            return self._beside_number(left, self._sides[0])
        if isinstance(left, Number) and isinstance(right, Tensor):
            return self._beside_number(right, self._sides[1])
        if isinstance(left, Container) and isinstance(right, Container):
            return self._join_containers(left, right)
        if isinstance(left, GradModeContext) != isinstance(right, GradModeContext):
            return GradModeContext(Truth.UNKNOWN)
        for one, other in ((left, right), (right, left)):
            if isinstance(one, DataOfUnknown) and isinstance(other, Unknown):
                return data_of_either(one, other)
            held = self.container_record(one)
            if held is not None and held.kind is ContainerKind.ARRAY and isinstance(other, Array):
                return one
        if type(left) is type(right):
            joined = self._join_same_type(left, right, power)
            if joined is not None:
                return joined
        if not self._is_mixing and is_option(left) and is_option(right):
            return self._join_options(left, right)
        if isinstance(left, Distribution) and isinstance(right, Distribution):
            return Distribution("Distribution")
        return Unknown(power=power) if power else UNKNOWN

    def _join_options(self, left: Value, right: Value) -> Value:
        """One of several objects or functions of different classes, as long as they are few."""
        options: dict[Hashable, Value] = {}
        ways: dict[Hashable, frozenset[Condition]] = {}
        for value, side in zip((left, right), self._sides, strict=True):
            each_of = options_of(value)
            before = value.ways if isinstance(value, Either) else ()
            for each, way in zip(each_of, before or (_NO_WAY,) * len(each_of), strict=True):
                key, holds = what_tells(each), lasting(side.conditions) | way
                known = options.get(key)
                options[key] = each if known is None else self.join(known, each)
                ways[key] = holds if known is None else ways[key] & holds
        found = tuple(options.values())
        if len(found) > MOST_OPTIONS or UNKNOWN in found:
            return UNKNOWN
        if len(found) == 1:
            return found[0]
        told = tuple(ways.values()) if any(ways.values()) else ()
        return Either(found, self.new_identity(), ways=told)

    def _join_same_type(
        self, left: Value, right: Value, power: powers.SigmaPower | None
    ) -> Value | None:
        """Two values of one type; ``None`` where nothing is known of either."""
        if isinstance(left, Number):
            one, two = count_of(left), count_of(right)
            count = counts.either(one, two) if one is not None and two is not None else None
            return Number(
                None,
                power=power,
                origin=left.origin or _origin_of(right),
                count=count if count and count.distances else None,
            )
        if isinstance(left, Text):
            return Text(None)
        if isinstance(left, Array):
            return Array(power=power, origin=left.origin or _origin_of(right))
        if isinstance(left, GradModeContext) and isinstance(right, GradModeContext):
            before = left.before if left.before is right.before else Truth.UNKNOWN
            is_inference = left.is_inference or right.is_inference
            enabled = join_truth(left.enabled, right.enabled)
            return GradModeContext(enabled, before, is_inference)
        if isinstance(left, Distribution) and isinstance(right, Distribution):
            return self._join_distributions(left, right)
        if isinstance(left, Instance) and isinstance(right, Instance):
            return self._join_objects(left, right) if left.unit is right.unit else None
        if isinstance(left, LibraryObject) and isinstance(right, LibraryObject):
            return self._join_objects(left, right) if left.kind == right.kind else None
        if isinstance(left, Function) and isinstance(right, Function):
            return self._join_functions(left, right)
        return None

    # --- what is behind a value ---

    def _behind(
        self, value: Value, wrap: Callable[[GraphNode], GraphNode], depth: int = 0
    ) -> Value:
        """A value with a node in front of its graph; of a tuple, each of the values in it."""
        record = self.tensor_record(value)
        if record is not None and record.graph is not None:
            identity = self.new_identity()
            self.state.set(identity, replace(record, graph=wrap(record.graph)))
            chances = (
                self.state.fact(CHANCES, value.identity) if isinstance(value, Tensor) else None
            )
            if chances is not None:
                self.state.set_fact(CHANCES, identity, chances)
            return Tensor(identity, power=value.power)
        held = self.container_record(value)
        if not isinstance(value, Container) or held is None or depth >= _DEEPEST_TUPLE:
            return value
        if held.kind is ContainerKind.TUPLE:
            items = tuple(self._behind(each, wrap, depth + 1) for each in held.items)
            rest = tuple(self._behind(each, wrap, depth + 1) for each in held.rest)
            if items != held.items or rest != held.rest:
                return self.new_container(held.kind, items, rest, (), held.is_open)
        return value

    def _of_side(self, value: Value, side: Side, *, is_begun_anew: bool = False) -> Value:
        """A value that only one of two paths leads to: what the other did is not met behind it.

        Where a round of a loop begins a state anew, that may go with what else it does.
        """
        if side is NO_SIDE or not (side.not_happened or side.conditions or is_begun_anew):
            return value
        is_certain = not (is_begun_anew and self.is_in_loop)
        return self._behind(value, lambda graph: path_to(graph, side, is_certain=is_certain))

    def _beside_number(self, tensor: Tensor, side: Side) -> Value:
        """A tensor that a number gives way to; within a container it may be that number."""
        if not self._is_mixing:
            return self._of_side(tensor, side)
        record = self.tensor_record(tensor)
        if record is None or record.is_guess:
            return tensor
        identity = self.new_identity()
        guess = replace(
            record,
            requires_grad=Truth.UNKNOWN,
            trained_on_a_path=record.may_train,
            is_guess=True,
            members=record.members or (Member(tensor.identity),),
        )
        self.state.set(identity, guess)
        return Tensor(identity, power=tensor.power)

    # --- each kind of value ---

    def _join_distributions(self, left: Distribution, right: Distribution) -> Value | None:
        if left.kind != right.kind:
            return None
        theirs = dict(right.arguments)
        both = tuple(
            (name, self.join(value, theirs[name]))
            for name, value in left.arguments
            if name in theirs
        )
        return Distribution(left.kind, both)

    def _join_functions(self, left: Function, right: Function) -> Value | None:
        if left.unit is not right.unit:
            return None
        if left.receiver is None or right.receiver is None:
            return Function(left.unit)
        return Function(left.unit, self.join(left.receiver, right.receiver))

    def _join_objects(
        self, left: Instance | LibraryObject, right: Instance | LibraryObject
    ) -> Value:
        """An object that may be either of two of one class."""
        one, two = self.attributes(left), self.attributes(right)
        if isinstance(left, LibraryObject) and one is not None and two is not None:
            one, two = _without_absent(one, two), _without_absent(two, one)
        identity = self.new_identity()
        if one is not None and two is not None and self._objects_deep < _DEEPEST_OBJECT:
            self._objects_deep += 1
            try:
                members = self._members_of((left, right), (one.members, two.members))
                members = members[:MOST_IN_A_BAG]
                self.state.set(identity, replace(self._join_attributes(one, two), members=members))
            finally:
                self._objects_deep -= 1
        return replace(left, identity=identity, power=None)

    def _join_attributes(self, one: ObjectRecord, two: ObjectRecord) -> ObjectRecord:
        merged = dict(one.attributes)
        for name, value in two.attributes:
            merged[name] = self.join(merged[name], value) if name in merged else value
        return ObjectRecord(tuple(merged.items()), one.members or two.members)

    def _join_tensors(self, left: Tensor, right: Tensor, power: powers.SigmaPower | None) -> Value:
        if left.identity == right.identity:
            return Tensor(left.identity, power=power)
        one, two = self.tensor_record(left), self.tensor_record(right)
        if one is None or two is None:
            return UNKNOWN
        identity = self.new_identity()
        if left.identity in self.perhaps_none or right.identity in self.perhaps_none:
            self.perhaps_none.add(identity)
        members = self._members_of((left, right), (one.members, two.members))[-MOST_MEMBERS:]
        self.state.set(identity, self._either(one, two, identity, members))
        return Tensor(identity, power=power)

    def _members_of(
        self,
        owners: Sequence[Tensor | Instance | LibraryObject],
        known: Sequence[tuple[Member, ...]],
    ) -> tuple[Member, ...]:
        """The tensors or objects that a joined one may be, each with the way that leads to it."""
        found: dict[int, Member] = {}
        for owner, members, side in zip(owners, known, self._sides, strict=True):
            beside = side.elsewhere
            is_plain = not beside and not side.conditions
            for member in members or (Member(owner.identity),):
                if is_plain and member.identity not in found:
                    found[member.identity] = member
                    continue
                elsewhere = member.elsewhere
                if beside:
                    elsewhere = (*elsewhere, *beside)[-MOST_SPANS:]
                conditions = member.conditions | side.conditions
                if len(conditions) > MOST_CONDITIONS:
                    conditions = frozenset(sorted(conditions)[-MOST_CONDITIONS // 2 :])
                before = found.get(member.identity)
                if before is not None:
                    if elsewhere != before.elsewhere:
                        both = set(before.elsewhere)
                        elsewhere = tuple(span for span in elsewhere if span in both)
                    conditions &= before.conditions
                self.state.shared.hold(len(conditions) + len(elsewhere))
                found[member.identity] = Member(member.identity, elsewhere, conditions)
        return tuple(found.values())

    def _either(
        self, one: TensorRecord, two: TensorRecord, identity: int, members: tuple[Member, ...]
    ) -> TensorRecord:
        is_in_loop, is_mixing = self.is_in_loop, self._is_mixing
        return either_tensor(
            one, two, identity, members, self._sides, is_in_loop=is_in_loop, is_mixing=is_mixing
        )

    def _join_containers(self, left: Container, right: Container) -> Value:
        one, two = map(self._container_on, (left, right), self._sides)
        if one is None or two is None or one.kind is not two.kind:
            return UNKNOWN
        members = (*(one.members or (left.identity,)), *(two.members or (right.identity,)))
        identity = self.new_identity()
        held = replace(
            self._join_held(one, two), members=tuple(dict.fromkeys(members))[:MOST_IN_A_BAG]
        )
        self.state.set(identity, held)
        return Container(identity)

    def _container_on(self, container: Container, side: Side) -> ContainerRecord | None:
        """What a container holds on the side that it comes from: the other may have filled it."""
        if side.find is None or self._is_mixing:
            return self.container_record(container)
        record: ContainerRecord | None = side.find(container.identity)
        return record

    def _join_held(self, one: ContainerRecord, two: ContainerRecord) -> ContainerRecord:
        is_open = one.is_open or two.is_open
        orders = self._join_orders(one.sequences, two.sequences)
        one, two = self._held_by_sides(one, two)
        if one.items == two.items and one.keys == two.keys:
            return replace(
                one,
                rest=bag(one.rest + two.rest),
                is_open=is_open,
                default=one.default if one.default == two.default else None,
                orders=orders if one.rest or two.rest else (),
            )
        if one.kind is ContainerKind.DICT:
            return replace(self._join_dicts(one, two, is_open), orders=orders)
        if one.kind is ContainerKind.TUPLE and len(one.items) == len(two.items):
            joined = tuple(self.join(*pair) for pair in zip(one.items, two.items, strict=True))
            return ContainerRecord(one.kind, joined, bag(one.rest + two.rest), (), is_open)
        rest = bag(one.held + two.held)
        return ContainerRecord(one.kind, (), rest, (), is_open, orders=orders)

    def set_attribute(self, owner: Value, name: str, value: Value) -> None:
        """Assign an attribute; the objects that the owner may be have it then, or not."""
        super().set_attribute(owner, name, value)
        record = self.attributes(owner)
        for member in record.members if record is not None else ():
            before: ObjectRecord = self.state.get(member.identity, ObjectRecord())
            known, way = before.get(name), Side(conditions=member.conditions)
            given = value if known is None else self.join_of_paths(known, value, (NO_SIDE, way))
            after = {**dict(before.attributes), name: given}
            self.state.set(member.identity, replace(before, attributes=tuple(after.items())))

    def _join_orders(
        self, one: tuple[tuple[Value, ...], ...], two: tuple[tuple[Value, ...], ...]
    ) -> tuple[tuple[Value, ...], ...]:
        """The ways in which either of two containers is filled, if they are known and few.

        Two ways with layers that are alike are one, in which each layer may be either.
        """
        ways: list[tuple[Value, ...]] = []
        for order in (*one, *two) if one and two else ():
            for at, known in enumerate(ways):
                if len(known) == len(order) and all(map(partial(are_alike, self), known, order)):
                    if known != order:
                        ways[at] = tuple(map(self.join, known, order))
                    break
            else:
                ways.append(order)
        return as_orders(ways)

    def _held_by_sides(
        self, one: ContainerRecord, two: ContainerRecord
    ) -> tuple[ContainerRecord, ContainerRecord]:
        """What two containers hold, each as the path leads to it that it is held on alone."""
        if not any(side.not_happened or side.conditions for side in self._sides):
            return one, two
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
            one.kind,
            tuple(entries.values()),
            bag(one.rest + two.rest),
            tuple(entries),
            is_open,
            one.default if one.default == two.default else None,
        )

    def join_records(self, one: Any, two: Any) -> Any:
        """Join what is known of one identity on two paths."""
        if one == two:
            return one
        if isinstance(one, ContainerRecord) and isinstance(two, ContainerRecord):
            return self._join_held(one, two)
        if isinstance(one, ObjectRecord) and isinstance(two, ObjectRecord):
            return self._join_attributes(one, two)
        if isinstance(one, TensorRecord) and isinstance(two, TensorRecord):
            if one.is_held is not two.is_held:
                return one if one.is_held else two
            older = one if one.storage <= two.storage else two
            return replace(
                self._either(one, two, older.storage, one.members),
                storage=older.storage,
                counter=older.counter,
            )
        return one


def _without_absent(record: ObjectRecord, other: ObjectRecord) -> ObjectRecord:
    """A layer's attributes, less what it lacks (``bias=False``) and another has, once asked for."""
    kept = tuple(
        (name, value)
        for name, value in record.attributes
        if not isinstance(value, NoneValue) or other.get(name) is not None
    )
    return replace(record, attributes=kept)


def _element_of(graph: GraphNode) -> GraphNode:
    """A node of the graph as one of many."""
    return GraphNode("element", (graph,), (), graph.node, kind=NodeKind.ELEMENT)


def _origin_of(value: Value) -> Origin | None:
    return value.origin if isinstance(value, (Number, Array)) else None
