"""``.data``: who reads it, who changes numbers through it, and which backward is wrong by that."""

from __future__ import annotations

import ast
from collections.abc import Container, Hashable, Iterable, Iterator, Sequence
from typing import Final, NamedTuple

from tapelint.analyses.data_syntax import (
    differ,
    indices_of,
    is_conversion,
    is_sum,
    is_whole,
    lasts,
    makes_fresh,
    multiplies_by_masks,
    pairs_of,
    same,
    takes_part,
    writes_item,
    writes_part,
)
from tapelint.analyses.modes import evaluates
from tapelint.core.autograd.backward import Autograd
from tapelint.core.autograd.events import Backward, DataExchange, DataRead, Handed, Write
from tapelint.core.autograd.graph import (
    EXCHANGE,
    IS_LEAF,
    REQUIRES_GRAD,
    Change,
    DataOf,
    Node,
    Saved,
    Storage,
    Tensor,
)
from tapelint.core.code.code_object import Code
from tapelint.core.domain.certainty import Certainty, all_of, under
from tapelint.core.domain.fields import Contents, Field
from tapelint.core.domain.predicates import SHOWN, apart
from tapelint.core.domain.values import Const, Unknown, Value
from tapelint.core.machine.machine import Machine
from tapelint.core.models.torch.operations import DataOfUnknown
from tapelint.torch_api.families import families
from tapelint.torch_api.knowledge import knowledge
from tapelint.torch_api.names import changes_a_part, masks


def _on_each(contents: Contents[frozenset[Hashable]]) -> frozenset[Hashable]:
    """What holds on each of the ways that meet."""
    return frozenset.intersection(*(each for each, _ in contents))


APPLIED: Final = Field[frozenset[Hashable]]("applied", frozenset(), _on_each)
"""What was done to a storage that would change no number if it was done once more."""
_SHIFTS: Final = frozenset({"add_", "sub_"})
"""Changes that leave a gradient right, if what they add is constant."""
_MASKS: Final = frozenset({"masked_fill_", "index_fill_", "[...] ="})
"""Changes that fill a part, as what masks the input of a softmax does."""
_FILLS: Final = _MASKS | {"fill_"}
_MASKED_OUT: Final = -100.0
"""What a softmax makes nothing of: the gradient of such an input is zero by itself."""
_VIEWS: Final = knowledge().views | families().several_views | {"getitem_basic", "unbind"}
_WHERE_IT_IS: Final = families().same_numbers | families().attribute_views | _VIEWS
"""Operations that the gradient goes through as it is, whatever the numbers are."""


class ThroughData(NamedTuple):
    """A change of numbers through ``.data``.

    Attributes:
        change: The change.
        way: The ``.data`` that it goes through; ``None`` for an assignment to it.
        tensor: What it is read of; ``None`` where only a name or a use shows that it is a tensor.
        made: What has made what is assigned, if that is known.
        requires_grad: Whether the tensor requires grad.
        is_leaf: Whether it is a leaf.
        ends_gradient: Whether a gradient that has a history is written, which ends here.
        function: The name of the function that it stands in.
    """

    change: Change
    way: DataOf | None
    tensor: Tensor | None
    made: ast.AST | None
    requires_grad: Certainty
    is_leaf: Certainty
    ends_gradient: bool
    function: str


class Wrong(NamedTuple):
    """A backward that goes back through a history which has made other numbers.

    Attributes:
        event: The backward, or what a function hands out.
        change: What has changed them.
        made: The operation that made the old ones.
        certainty: How sure that is.
        keeps_gradient: Whether the gradient is right all the same.
        leaves_out: Whether a mask says what is changed, and each number is used by itself.
    """

    event: Backward | Handed
    change: Change
    made: Node
    certainty: Certainty
    keeps_gradient: bool
    leaves_out: bool


class Data:
    """What happens to numbers behind the back of autograd.

    Attributes:
        reads: Where ``.data`` of a tensor is read.
        changes: What is changed through it.
        wrong: The backwards that go through a history which does not know.
    """

    def __init__(self, machine: Machine, autograd: Autograd) -> None:
        """Listen to a machine that has not run yet."""
        self._machine, self._autograd = machine, autograd
        self.reads: Final[dict[ast.AST, DataRead]] = {}
        self.changes: Final[dict[Hashable, ThroughData]] = {}
        self.wrong: Final[dict[Hashable, Wrong]] = {}
        self._void: Final[set[Change]] = set()
        self._own: Final[set[Change]] = set()
        self._kept: Final[set[Change]] = set()
        self._zeroing: Final[set[Change]] = set()
        self._parts: Final[set[Change]] = set()
        self._through: Final[dict[Change, Tensor | None]] = {}
        self._backwards: Final[set[ast.AST]] = set()
        self._assigned: Final[dict[ast.AST, ast.expr]] = {}
        self._searched: Final[set[Code]] = set()
        self._applied: Final[set[Storage]] = set()
        machine.listen(DataRead, self._read)
        machine.listen(Write, self._written)
        machine.listen(DataExchange, self._exchanged)
        machine.listen(Backward, self._ran)
        machine.listen(Handed, self._needed)

    def _read(self, event: DataRead) -> None:
        if SHOWN not in event.guard:
            self.reads.setdefault(event.node, event)

    def _written(self, event: Write) -> None:
        change, tensor = event.change, event.tensor
        self._note_applied(event)
        way = tensor.data_of
        if way is None or SHOWN in event.guard:
            return
        if way.may_be_copy and not writes_item(change.node):
            self._void.add(change)
            return
        if change.name in knowledge().inplace_metadata_methods:
            return  # the shape of the alias alone is changed
        if _is_part(tensor) or (way.tensor is not None and _is_part(way.tensor)):
            self._parts.add(change)
        self._through[change] = way.tensor
        if self._keeps_gradient(change, event.operands):
            self._kept.add(change)
        if _zeroes(change, event.operands):
            self._zeroing.add(change)
        self._note(change, way, way.tensor, None, event.operands)

    def _exchanged(self, event: DataExchange) -> None:
        if SHOWN in event.guard:
            return
        made = event.value.node if isinstance(event.value, Tensor) else None
        if not event.change.since and _is_own(event):
            self._own.add(event.change)
        self._note(event.change, None, event.tensor, made, [event.value])

    def _note(
        self,
        change: Change,
        way: DataOf | None,
        tensor: Tensor | None,
        made: ast.AST | None,
        operands: Sequence[Value],
    ) -> None:
        state = self._machine.state
        requires, is_leaf = Certainty(True, False), Certainty(True, False)
        if tensor is not None:
            requires, is_leaf = state.get(tensor, REQUIRES_GRAD), state.get(tensor, IS_LEAF)
        ends = self._holds_gradient(operands)
        function = self._machine.active[-1].name
        done = ThroughData(change, way, tensor, made, requires, is_leaf, ends, function)
        read = None if way is None else way.read
        key = change.node, read, change.recording, tensor is None, change.calls
        self.changes.setdefault(key, done)

    def _holds_gradient(self, operands: Iterable[Value]) -> bool:
        """Whether something is computed of a gradient that has a history: by ``create_graph``."""
        pending = [edge.node for each in operands for edge in self._autograd.edges(each)]
        seen = set(pending)
        while pending:
            node = pending.pop()
            made = node.node if node.leaf is None else node.leaf.node
            if made in self._backwards:
                return True
            new = [edge.node for edge in node.edges if edge.node not in seen]
            seen.update(new)
            pending += new
        return False

    # What leaves numbers, or gradients, as they are.

    def _note_applied(self, event: Write) -> None:
        """Remember what a change does, and what still holds of what others have done."""
        state, storage = self._machine.state, event.tensor.storage
        if event.tensor.data_of is None and storage not in self._applied:
            return
        key, zeroes = _applied(event, self._machine.active[-1].node)
        before = state.get(storage, APPLIED)
        if key is not None and key in before:
            self._void.add(event.change)
            return
        kept = frozenset(each for each in before if zeroes and _is_of_zeros(each))
        state.put(storage, APPLIED, kept if key is None else kept | {key})
        self._applied.add(storage)

    def _keeps_gradient(self, change: Change, operands: Sequence[Value]) -> bool:
        """Whether the gradient may stay right though backward knows nothing of a change.

        What is added must be no function of anything that is trained.
        """
        name = change.name
        last = [one for one, _ in self._machine.alternatives(operands[-1])] if operands else []
        if name in _FILLS and last and all(_masks_out(each, name) for each in last):
            return True
        trains = any(self._autograd.requires(each).must for each in operands)
        return name in _SHIFTS and not trains

    # Backwards.

    def _ran(self, event: Backward) -> None:
        self._backwards.add(event.node)
        self._needed(event)

    def _needed(self, event: Backward | Handed) -> None:
        if not self.changes or SHOWN in event.guard:
            return
        for node, ways in event.passed.items():
            change = node.change
            if change is None or change in self._void or change in self._kept:
                continue
            before = _made_before(node, change)
            if not before or (self.changes_part(change) and _takes_other_parts(event, node)):
                continue
            wrong = [each for each in before if not self._is_right(each, change)]
            for way in ways:
                guard = way.guard | node.guard | change.guard
                if apart(guard, event.guard) or (isinstance(event, Handed) and evaluates(guard)):
                    continue
                sure = under(guard, all_of([way.certainty, node.certainty, change.certainty]))
                leaves_out = masks(change.name) and not _is_normalised(event, node)
                made = (wrong or before)[0]
                told = Wrong(event, change, made, sure, not wrong, leaves_out)
                key = change.node, change.calls, event.node
                known = self.wrong.get(key)
                if known is None or _doubt(told) < _doubt(known):
                    self.wrong[key] = told

    def _is_right(self, made: Node, change: Change) -> bool:
        """Whether the gradient goes through an operation as if nothing had changed."""
        return self.stops_at_zero(made, change) or _is_moved_leaf(made)

    def stops_at_zero(self, made: Node, change: Change) -> bool:
        """Whether a change masks the result of what lets no gradient through its zeros."""
        plain = made.operation.rstrip("_")
        return change in self._zeroing and plain in families().stopping_at_zero

    def is_unseen(self, change: Change, saved: Saved) -> bool:
        """Whether the version counter of what was saved has missed a change."""
        return change.form == EXCHANGE or change.counter is not saved.counter

    def keeps(self, event: Backward | Handed, node: Node, saved: Saved, change: Change) -> bool:
        """Whether the gradient is right though what was saved has changed."""
        if saved.operand is not None or not self.stops_at_zero(node, change):
            return False
        return _is_behind(event, node, change)

    def is_unharmed(self, saved: Saved, change: Change) -> bool:
        """Whether what was saved has the numbers that it had, after a change of its storage."""
        if change in self._void:
            return True
        is_part = saved.tensor is not None and _is_part(saved.tensor)
        is_same = saved.tensor is self._through.get(change)
        return is_part and not is_same and self.changes_part(change)

    def changes_part(self, change: Change) -> bool:
        """Whether a change may leave some of the numbers as they are."""
        return change in self._parts or writes_part(change.node) or changes_a_part(change.name)

    # Facts.

    @property
    def has_found(self) -> bool:
        """Whether there is anything to tell."""
        return bool(self.reads or self.changes)

    def is_conversion(self, change: Change, torch: Container[str]) -> bool:
        """Whether an assignment only gives a tensor its own numbers back, converted or moved."""
        target = change.node
        if change.form != EXCHANGE or not isinstance(target, ast.Attribute):
            return False
        expression = self.assigned(target)
        if expression is None:
            return False
        return change in self._own or is_conversion(target.value, expression, torch)

    def adds(self, change: Change) -> bool:
        """Whether an assignment adds something, so that the gradient may stay right."""
        return change.form == EXCHANGE and is_sum(self.assigned(change.node))

    def assigned(self, target: ast.AST) -> ast.expr | None:
        """What is assigned to a target."""
        if target not in self._assigned:
            for code in self._machine.ran - self._searched:
                if isinstance(code.node, ast.Module):
                    self._searched.add(code)
                    for each in ast.walk(code.node):
                        if isinstance(each, ast.Assign):
                            for one in each.targets:
                                self._assigned.update(pairs_of(one, each.value))
        return self._assigned.get(target)

    def has_other_shape(self, done: ThroughData) -> bool:
        """Whether what is assigned is known to have another shape than the tensor has."""
        return done.tensor is not None and differ(done.tensor.node, done.made)


def is_fresh(read: ast.AST) -> bool:
    """Whether a tensor was made by the expression before its ``.data``."""
    return isinstance(read, ast.Attribute) and makes_fresh(read.value)


def _is_part(tensor: Tensor) -> bool:
    """Whether a tensor is a view of a part of another one."""
    return tensor.base is not None and takes_part(tensor.node)


def _is_own(event: DataExchange) -> bool:
    value, target = event.value, event.node
    if isinstance(value, Tensor) and event.tensor is not None:
        return value.storage is event.tensor.storage
    reads = value.reads if isinstance(value, DataOfUnknown) else ()
    owners = [each.value for each in reads if isinstance(each, ast.Attribute)]
    owner = target.value if isinstance(target, ast.Attribute) else None
    return owner is not None and any(same(each, owner) for each in owners)


def _takes_other_parts(event: Backward | Handed, node: Node) -> bool:
    """Whether all that a backward comes from to a node are views of a part."""
    above = [each for each in event.passed if any(edge.node is node for edge in each.edges)]
    is_view = (each.operation in _VIEWS and takes_part(each.node) for each in above)
    return bool(above) and all(is_view)


def _doubt(wrong: Wrong) -> tuple[bool, bool, int]:
    return wrong.keeps_gradient, not wrong.certainty.must, len(wrong.certainty.why)


def _masks_out(value: Value, name: str) -> bool:
    """Whether a part is filled with minus infinity, or what may stand for it before a softmax."""
    if isinstance(value, Unknown):
        return name in _MASKS
    number = value.v if isinstance(value, Const) else None
    return isinstance(number, (int, float)) and number <= _MASKED_OUT


def _zeroes(change: Change, operands: Sequence[Value]) -> bool:
    """Whether a change masks: what it multiplies by is a mask, or a part becomes zero."""
    if change.name.rstrip("_") in families().products and multiplies_by_masks(change.node):
        return True
    last = operands[-1] if operands else None
    is_zero = isinstance(last, Const) and last.v == 0
    return change.name in _MASKS and is_zero and not is_whole(change.node)


def _applied(event: Write, function: ast.AST) -> tuple[Hashable, bool]:
    """What a change does that would do nothing a second time, and whether it makes zeros.

    ``None`` where a second time may do more.
    """
    change, operands = event.change, event.operands
    stem, node = change.name.rstrip("_"), change.node
    is_product = stem in families().products and multiplies_by_masks(node)
    is_item = change.form == "index"
    if not (is_product or is_item or stem in families().idempotent):
        return None, False
    called = node.func if isinstance(node, ast.Call) else node
    target = called.target if isinstance(called, ast.AugAssign) else called
    if not all(lasts(each, function) for each in indices_of(target)):
        return None, False
    keys = [_key(each, is_product) for each in operands]
    if None in keys:
        return None, False
    last = operands[-1] if operands else None
    is_zero = isinstance(last, Const) and last.v == 0
    zeroes = is_product or is_zero or (last is None and stem in families().overwriting)
    return (ast.dump(node), tuple(keys), zeroes), zeroes


def _key(value: Value, is_product: bool) -> Hashable:
    """What tells that the same is given again; ``None`` where nothing does."""
    if isinstance(value, Const):
        return "number", repr(value.v)
    if isinstance(value, Tensor) and is_product:
        return value.storage
    return value if isinstance(value, Unknown) and is_product else None


def _is_of_zeros(key: Hashable) -> bool:
    return isinstance(key, tuple) and key[-1] is True


def _made_before(node: Node, change: Change) -> list[Node]:
    """The operations that made what a change replaces, on the ways on which it happens."""
    pending, found = list(node.edges), list[Node]()
    while pending:
        edge = pending.pop(0)
        if apart(edge.guard | edge.node.guard, change.guard):
            continue
        if edge.node.change is not None:
            pending += edge.node.edges
        elif edge.node.leaf is None:
            found.append(edge.node)
    return found


def _is_moved_leaf(node: Node) -> bool:
    """Whether a history is that of a leaf that was only moved, converted or viewed.

    The gradient goes through it as it is: an attack clamps its image so.
    """
    pending, seen = [node], {node}
    while pending:
        each = pending.pop()
        is_move = each.change is not None or (
            each.operation in _WHERE_IT_IS and len(each.edges) == 1
        )
        if each.leaf is None and not (is_move and each.edges):
            return False
        further = [edge.node for edge in each.edges if edge.node not in seen]
        pending += further
        seen.update(further)
    return True


def _is_behind(event: Backward | Handed, node: Node, change: Change) -> bool:
    """Whether a backward comes to a node over a change alone: nothing was made of it before."""
    while True:
        above = [
            each
            for each in event.passed
            if any(edge.node is node and not apart(edge.guard, change.guard) for edge in each.edges)
        ]
        if len(above) != 1 or above[0].change is None:
            return False
        (node,) = above
        if node.change is not None and node.change.node is change.node:
            return True


def _is_normalised(event: Backward | Handed, node: Node) -> bool:
    """Whether a softmax stands between a node and what a backward starts at."""
    normalisers = families().normalisers | families().log_normalisers
    above: dict[Node, list[Node]] = {}
    for each in event.passed:
        for edge in each.edges:
            above.setdefault(edge.node, []).append(each)
    return any(each.operation in normalisers for each in _upwards(node, above))


def _upwards(node: Node, above: dict[Node, list[Node]]) -> Iterator[Node]:
    pending, seen = [node], {node}
    while pending:
        for each in above.get(pending.pop(), ()):
            if each not in seen:
                seen.add(each)
                pending.append(each)
                yield each
