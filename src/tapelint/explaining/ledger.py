"""What is known for sure: version counters, freed graphs, and what nobody can be sure of.

The tape keeps what may have happened. A rule wants that; whoever says "version 2" or "freed" must
know what has happened on every path. So the ledger counts along with the tape, and forgets a number
where paths meet that differ, where a loop is not followed to its end, or where somebody else may
have changed a tensor.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

from tapelint.explaining.many import Many
from tapelint.source import tree
from tapelint.tape.domain.domains import FREED, GRAD_MODE, GRADIENT, Domain, Lifetime, on_any
from tapelint.tape.domain.graph_nodes import Freed, GraphNode, NodeKind, Origin, Saved, Write
from tapelint.tape.domain.path_conditions import Condition
from tapelint.tape.domain.paths import Spans
from tapelint.tape.domain.powers import SigmaPower
from tapelint.tape.domain.state import State
from tapelint.tape.domain.terms import Truth, Use, WriteForm
from tapelint.tape.domain.values import (
    Container,
    Distribution,
    Instance,
    LibraryObject,
    Number,
    Tensor,
    TensorRecord,
    Value,
)
from tapelint.tape.events import Event
from tapelint.tape.machine.frames import Arguments
from tapelint.tape.syntax import dotted_name
from tapelint.tape.write_events import DataWrite, InPlace
from tapelint.torch_api.distribution_results import COMPUTED_FROM
from tapelint.torch_api.knowledge import knowledge
from tapelint.torch_api.project import Project

_OWN = frozenset({NodeKind.OPERATION, NodeKind.UNSEEN})
_HISTORY = "a backward with `create_graph` leaves gradients with a history"
_NOT_KNOWN = -1
_ONE_BY_ONE = frozenset({WriteForm.METHOD, WriteForm.AUGMENTED, WriteForm.SUBSCRIPT})
_DEEPEST = 3

VERSION = Domain(
    "version",
    _NOT_KNOWN,
    lambda left, right, _: left if left == right else _NOT_KNOWN,
    lambda one, two: two in (one, _NOT_KNOWN),
    Lifetime.FILE,
)
"""Of a version counter: how often it was raised."""


def _of_every_path(name: str) -> Domain[frozenset[Any]]:
    """A domain of what has happened on every path that leads here."""
    return Domain(
        name, frozenset(), lambda one, two, _: one & two, lambda one, two: one >= two, Lifetime.FILE
    )


SURELY_SAVED: Domain[frozenset[Saved]] = _of_every_path("surely saved")
"""What the graph keeps on every path."""
SURELY_FREED: Domain[frozenset[Freed]] = _of_every_path("surely freed")
"""The backwards that have run on every path."""
DOUBTED: Domain[frozenset[int]] = Domain(
    "doubted",
    frozenset(),
    lambda left, right, _: left | right,
    lambda one, two: one <= two,
    Lifetime.FILE,
)
"""The counters and tensors of which nothing is sure."""
CREATED = Domain("created graph", False, on_any, lambda one, two: one <= two, Lifetime.FILE)
"""Whether a backward with `create_graph` has run."""

DOMAINS: tuple[Domain[Any], ...] = (VERSION, SURELY_SAVED, SURELY_FREED, DOUBTED, CREATED)
"""The domains of the ledger."""


class Ledger(Many):
    """A machine that also keeps what is sure.

    Attributes:
        on_made: The tensors that are made while a line is looked at, by identity.
        inference: Whether the code at hand runs under ``inference_mode``.
        is_copying: Whether the call at hand copies tensors by Python's means.
    """

    def __init__(self, project: Project) -> None:
        super().__init__(project)
        self.on_made: list[tuple[int, tree.Node | None]] = []
        self.on_item: dict[tree.Subscript, Tensor] = {}
        """The items of lists of unknown length that a line asks for."""
        self.inference = Truth.NO
        self.is_copying = False
        self.doubts: dict[int, tuple[str, tree.Node | None]] = {}
        """Why a counter or a tensor is doubted."""
        self._rounds: list[int] = []
        self._perhaps_one: dict[int, set[int]] = {}
        self._saved_at: dict[Saved, int | None] = {}
        self._reached: dict[tree.Node, set[GraphNode]] = {}
        self._marks: set[Freed] = set()
        self._made_at: dict[int, int | None] = {}
        self._of_inference: set[int] = set()
        """The memory of tensors that were made under ``inference_mode``."""
        self._behind_counter: dict[int, set[int]] = {}
        self._is_unclear_change = False
        self._has_differentiated = False
        self._owner_of_gradient: Tensor | None = None
        self.is_alone = False
        """Whether the function at hand is executed as if called from anywhere."""
        self.hooks: frozenset[str] = frozenset()
        """The names of functions that a backward calls, which may be with autograd switched off."""
        self.several: set[int] = set()
        """The memory of what counts as one tensor and is a tuple of some."""
        self.makers_of_several: set[int] = set()
        """Layers that give a tuple."""
        self.unsure: set[GraphNode] = set()
        """Operations that may give the tensor that they are given, and record nothing then."""
        # Nothing is sure where one path alone says so: each path has to say something.
        self.state.set_fact(SURELY_SAVED, None, frozenset())
        self.state.set_fact(SURELY_FREED, None, frozenset())

    @property
    def grad_mode(self) -> Truth:
        """Whether autograd records operations now: under ``inference_mode`` nothing is recorded."""
        mode = self.state.fact(GRAD_MODE)
        most = {Truth.YES: Truth.NO, Truth.NO: Truth.YES}.get(self.inference, Truth.UNKNOWN)
        return min(mode, most)

    @grad_mode.setter
    def grad_mode(self, mode: Truth) -> None:
        self.state.set_fact(GRAD_MODE, None, mode)

    # --- doubts ---

    def doubt(self, counters: Iterator[int] | set[int], why: str, node: tree.Node | None) -> None:
        """From here on nothing is sure of these tensors or of what shares these counters."""
        found = set(counters)
        for each in found:
            self.doubts.setdefault(each, (why, node))
            for identity in {each, *self._behind_counter.get(each, ())}:
                record = self.state.get(identity)
                if isinstance(record, TensorRecord):
                    # What is computed from it must be doubted, too: so the tape forgets it.
                    forgotten = replace(
                        record,
                        requires_grad=Truth.UNKNOWN,
                        is_leaf=Truth.UNKNOWN,
                        trained_on_a_path=False,
                    )
                    self.state.set(identity, forgotten)
        self.state.set_fact(DOUBTED, None, self.state.fact(DOUBTED) | found)

    def doubt_of(self, identity: int, record: TensorRecord) -> tuple[str, tree.Node | None] | None:
        """Why nothing is sure of a tensor; ``None`` where there is no such reason."""
        doubted = self.state.fact(DOUBTED)
        for each in (identity, record.counter, record.storage):
            if each in doubted:
                return self.doubts.get(each, ("", None))
        return None

    def may_be_one(self, one: Value, other: Value) -> None:
        """Two tensors may be one and the same, or share their memory, or not."""
        records = [self.tensor_record(each) for each in (one, other)]
        counters = {record.counter for record in records if record is not None}
        for each in counters:
            self._perhaps_one.setdefault(each, set()).update(counters)

    def may_be_given_one(self, given: Tensor, result: Tensor, *, is_other: bool) -> None:
        """A call may give the tensor itself that it is given, or a view (``is_other``)."""
        one, other = self.tensor_record(given), self.tensor_record(result)
        if one is None or other is None or one.graph is other.graph is not None:
            return
        if self.grad_mode is not Truth.YES and one.requires_grad is not Truth.NO:
            # Even where autograd does not record, the tensor itself and its views say that.
            super().update_tensor(result, requires_grad=Truth.UNKNOWN, is_leaf=Truth.UNKNOWN)
        if is_other:
            return
        if other.graph is not None:
            self.unsure.add(other.graph)
        if one.is_leaf is not Truth.NO and one.requires_grad is not Truth.NO:
            super().update_tensor(result, is_leaf=Truth.UNKNOWN)

    def is_several(self, tensor: Tensor, node: tree.Node) -> None:
        """What counts as a tensor is a tuple of several."""
        record = self.tensor_record(tensor)
        if record is not None:
            self.several.add(record.storage)
            self.doubt({tensor.identity, record.counter}, "it is no tensor, it holds some", node)

    def given_new_memory(self, parameters: Sequence[Value], node: tree.Node) -> None:
        """A network has been moved or converted: its parameters may have other memory."""
        for each in parameters:
            record = self.tensor_record(each)
            if record is None or not isinstance(each, Tensor):
                continue
            others = self._behind_counter.get(record.counter, set()) - {each.identity}
            self.doubt(others, "the parameter's memory may be another one since", node)
            memory = self.new_identity()
            super().update_tensor(each, storage=memory, counter=memory)

    # --- gradients ---

    def use(self, value: Value, kind: Use, node: tree.Node, depth: int = 0) -> None:
        """Remember whose gradient is asked for."""
        if kind is Use.GRADIENT_ASKED and isinstance(value, Tensor):
            self._owner_of_gradient = value
        super().use(value, kind, node, depth)

    def note_created_graph(self, node: tree.Node) -> None:
        """A backward has left gradients that may have a history."""
        self.state.set_fact(CREATED, None, True)
        grads = {
            value.identity
            for layer in _layers(self.state)
            for key, value in layer.cells.items()
            if isinstance(key, tuple) and key[0] is GRADIENT and isinstance(value, Tensor)
        }
        self.doubt(grads, _HISTORY, node)

    def note_gradient(self, leaf: int, has_one: bool) -> None:
        """A gradient comes or goes: what ``.grad`` was before is not what it is then."""
        record = self.tensor_record(Tensor(leaf))
        if self.has_gradient(leaf) is not has_one and record is not None:
            self.state.set_fact(GRADIENT, record.storage, None)
        super().note_gradient(leaf, has_one)

    def _doubt_gradient(self, grad: Tensor, node: tree.Attribute) -> None:
        """Whether there is a gradient, and one without history."""
        if self.state.fact(CREATED):
            self.doubt({grad.identity}, _HISTORY, None)
        owner = self._owner_of_gradient
        record = self.tensor_record(owner) if owner is not None else None
        if owner is None or record is None:
            return
        leaves = {owner.identity, *(each.identity for each in record.members)}
        if not any(self.has_gradient(each) for each in leaves):
            self.doubt({grad.identity}, "no backward is seen that fills it", node)

    # --- distributions ---

    def made_distribution(self, made: Distribution) -> Distribution:
        """Where autograd does not record, parameters that are computed have no history."""
        if self.grad_mode is Truth.YES:
            return made
        arguments = [
            (name, self.new_tensor(None, Truth.UNKNOWN, Truth.UNKNOWN, is_guess=True))
            if isinstance(value, Tensor)
            else (name, value)
            for name, value in made.arguments
        ]
        return Distribution(made.kind, tuple(arguments))

    def told_by_distribution(
        self, told: Value, distribution: Distribution, name: str, node: tree.BaseExpression
    ) -> Value:
        """What a distribution tells is computed from some of its parameters, or is one of them."""
        while distribution.kind == "Independent":
            base = distribution.argument("base_distribution")
            if not isinstance(base, Distribution):
                break
            distribution = base
        given = self._parameters_of(distribution)
        record = self.tensor_record(told)
        if not isinstance(told, Tensor) or record is None or not given:
            return told
        truths = {name: truth for name, _, truth in given}
        used = COMPUTED_FROM.get((distribution.kind, name))
        if used is not None and record.made_at is node:
            if max((truths[each] for each in used if each in truths), default=None) is not (
                record.requires_grad
            ):
                self.doubt({told.identity}, "it depends on which parameters require grad", node)
            return told
        if record.made_at is not node:
            told = self.new_tensor(node, Truth.UNKNOWN, Truth.UNKNOWN)
        if all(truth is Truth.NO for truth in truths.values()):
            super().update_tensor(told, requires_grad=Truth.NO, is_leaf=Truth.YES, graph=None)
        else:
            self.doubt({told.identity}, "it may be a parameter, or computed from some", node)
        for _, value, _ in given:
            self.may_be_one(value, told)
        return told

    def _parameters_of(
        self, distribution: Distribution, depth: int = 0
    ) -> list[tuple[str, Value, Truth]]:
        found: list[tuple[str, Value, Truth]] = []
        for name, value in distribution.arguments:
            if isinstance(value, Distribution) and depth < _DEEPEST:
                found += self._parameters_of(value, depth + 1)
            elif name != "validate_args":
                record = self.tensor_record(value)
                truth = Truth.NO if isinstance(value, Number) else Truth.UNKNOWN
                found.append((name, value, record.requires_grad if record else truth))
        return found

    def pass_on(self, arguments: Arguments, node: tree.Node, *, may_replace: bool = True) -> None:
        """What goes into a call that is not followed may come back changed."""
        super().pass_on(arguments, node, may_replace=may_replace)
        name = dotted_name(node.func) if isinstance(node, tree.Call) else ""
        found: set[int] = set()
        for value in arguments.values:
            found |= self._held_in(value, 0)
        self.doubt(found, f"given to `{name or '...'}`, which is not followed", node)

    def _held_in(self, value: Value, depth: int) -> set[int]:
        record = self.tensor_record(value)
        if record is not None and isinstance(value, Tensor):
            return {value.identity, record.counter, *({record.base} if record.base else ())}
        if depth > _DEEPEST:
            return set()
        held = self.container_record(value)
        inner = list(held.held) if held is not None else []
        found: set[int] = set()
        if isinstance(value, (Instance, LibraryObject)):
            found.add(value.identity)
            attributes = self.attributes(value)
            inner += [each for _, each in attributes.attributes] if attributes else []
        if isinstance(value, Container):
            found.add(value.identity)
        return found.union(*(self._held_in(each, depth + 1) for each in inner))

    def is_object_doubted(self, value: Value) -> bool:
        """Whether an object was given away, so that its attributes may be others."""
        identity = getattr(value, "identity", None)
        return identity in self.state.fact(DOUBTED)

    # --- versions ---

    @contextmanager
    def repeating(self) -> Iterator[None]:
        """What is run here runs an unknown number of times."""
        self._rounds.append(self.state.identities[0])
        try:
            yield
        finally:
            self._rounds.pop()

    def new_tensor(
        self,
        node: tree.Node | None,
        requires_grad: Truth,
        is_leaf: Truth,
        *,
        power: SigmaPower | None = None,
        **facts: Any,
    ) -> Tensor:
        """A tensor; where torch begins its counter at zero for sure, so does the ledger."""
        origin: Origin | None = facts.get("origin")
        if origin is not None and origin.node is node and _has_no_derivative(origin.operation):
            requires_grad = is_leaf = Truth.UNKNOWN  # torch gives it a `grad_fn` that raises
            facts["origin"] = None
        tensor = super().new_tensor(node, requires_grad, is_leaf, power=power, **facts)
        self.on_made.append((tensor.identity, node))
        if isinstance(node, tree.Attribute) and node.attr.value == "grad":
            self._doubt_gradient(tensor, node)
        if isinstance(node, tree.Attribute) and node.attr.value == "real":
            made = self.tensor_record(tensor)
            if made is not None and made.graph is not None:
                self.unsure.add(made.graph)  # of a real tensor it is the tensor itself
                super().update_tensor(tensor, is_leaf=Truth.UNKNOWN)
        is_new = "counter" not in facts or facts["counter"] == facts.get("data_of")
        record = self.tensor_record(tensor)
        if record is not None:
            self._behind_counter.setdefault(record.counter, set()).add(tensor.identity)
        is_own = record is not None and record.counter == tensor.identity
        is_data = isinstance(node, tree.Attribute) and node.attr.value == "data"
        if "counter" in facts:
            self._made_at[tensor.identity] = self.version(facts["counter"])
        if self.inference is not Truth.NO and record is not None:
            self._of_inference.add(record.storage)
        if facts.get("is_guess") or self.is_copying or self.inference is not Truth.NO:
            return tensor
        if is_data and record is not None:
            self.state.set_fact(VERSION, record.counter, 0)
        elif is_new and is_own and _is_fresh(node):
            self.state.set_fact(VERSION, tensor.identity, 0)
        return tensor

    def version(self, counter: int) -> int | None:
        """How often the memory behind a counter was changed, where that is known."""
        found = self.state.fact(VERSION, counter)
        is_old = counter <= self.era and self.era > 0
        doubted = counter in self.state.fact(DOUBTED)
        return None if found == _NOT_KNOWN or is_old or doubted else found

    def forget_versions(self, owner: Value) -> None:
        """Whether what an object holds was changed is not known."""
        for each in self._held_in(owner, 0):
            self.state.set_fact(VERSION, each, _NOT_KNOWN)

    def note_moved_buffers(self, owner: Value) -> None:
        """A network's buffers may be other tensors now; one that requires grad may be computed."""
        self.forget_versions(owner)
        for each in self._held_in(owner, 0):
            record = self.state.get(each)
            if not isinstance(record, TensorRecord) or record.is_parameter:
                continue
            if record.requires_grad is not Truth.NO:
                super().update_tensor(Tensor(each), is_leaf=Truth.UNKNOWN)

    def note_computed(self, given: Sequence[Value], result: Tensor) -> None:
        """A copy of what was made under ``inference_mode`` may be filled in place."""
        for value in given:
            record = self.tensor_record(value)
            if record is None:
                continue
            members = [self.state.get(each.identity) for each in record.members]
            memory = {each.storage for each in (record, *members) if each is not None}
            made = self.tensor_record(result)
            if memory & self._of_inference and made is not None:
                self.state.set_fact(VERSION, made.counter, _NOT_KNOWN)

    def as_parameter(self, value: Value, node: tree.Node) -> Value:
        """What ``nn.ParameterList`` makes of a tensor: a parameter of its memory."""
        record = self.tensor_record(value)
        held = self.container_record(value) if isinstance(value, Container) else None
        if held is not None:
            items = tuple(self.as_parameter(each, node) for each in held.items)
            rest = tuple(self.as_parameter(each, node) for each in held.rest)
            return self.new_container(held.kind, items, rest, held.keys, held.is_open)
        if record is None or record.is_parameter:
            return value
        made = self.new_tensor(
            node, Truth.YES, Truth.YES, is_parameter=True, storage=record.storage
        )
        if record.requires_grad is not Truth.NO:
            super().update_tensor(made, requires_grad=Truth.UNKNOWN)
        self.may_be_one(value, made)
        return made

    def is_as_made(self, identity: int, record: TensorRecord) -> bool:
        """Whether the memory of a view is known not to have changed since the view was made."""
        before = self._made_at.get(identity)
        return before is not None and before == self.version(record.counter)

    def emit(
        self,
        event_type: type[Event],
        node: tree.Node,
        conditions: frozenset[Condition] = frozenset(),
        **facts: Any,
    ) -> None:
        """Look at what is said of a change before the change is noted."""
        if event_type is InPlace:
            record: TensorRecord = facts["record"]
            is_refused = facts["is_refused"] and self.grad_mode is not Truth.NO
            is_several = bool(record.members) and not self.is_item(record.counter)
            self._is_unclear_change = is_refused or record.may_be_copy or is_several
            if self._is_unclear_change:
                self.doubt({record.counter}, "perhaps changed here", node)
        if event_type is DataWrite and facts["form"] is WriteForm.ASSIGNMENT:
            owner: TensorRecord | None = facts["owner_record"]
            if owner is not None:
                self._perhaps_one.setdefault(owner.counter, set()).add(owner.counter)
        super().emit(event_type, node, conditions, **facts)

    def note_write(self, write: Write, storage: int, elsewhere: Spans | None = None) -> None:
        """Count a change. One that holds on some path alone (``elsewhere``) makes it unknown."""
        super().note_write(write, storage, elsewhere or ())
        before = self.state.fact(VERSION, write.counter)
        is_known = before != _NOT_KNOWN and elsewhere is None and not self._is_unclear_change
        is_known = is_known and _moves_by_one(write) and not self.is_of_many(write.counter)
        is_known = is_known and not (self._rounds and write.counter <= self._rounds[-1])
        self.state.set_fact(VERSION, write.counter, before + 1 if is_known else _NOT_KNOWN)
        others = self._perhaps_one.get(write.counter)
        if others:
            self.doubt(set(others), "perhaps changed here", write.node)
        if elsewhere is None:
            self._is_unclear_change = False

    def update_tensor(self, value: Tensor, **changes: Any) -> None:
        """What switches one tensor switches what may be the same."""
        record = self.tensor_record(value)
        super().update_tensor(value, **changes)
        if record is None or not ("requires_grad" in changes or "is_leaf" in changes):
            return
        is_gradient_asked = value == self._owner_of_gradient and (
            record.requires_grad is Truth.UNKNOWN and changes.get("requires_grad") is Truth.YES
        )
        if set(changes) == {"requires_grad"} and record.is_parameter and is_gradient_asked:
            self.doubt({value.identity}, "taken for trained, because its `.grad` is used", None)
        others = self._perhaps_one.get(record.counter, set()) - {record.counter}
        self.doubt(others, "perhaps switched here", None)
        for identity, other in self._standing_for(value.identity):
            if other.requires_grad is not changes.get("requires_grad", Truth.UNKNOWN):
                super().update_tensor(
                    Tensor(identity), requires_grad=Truth.UNKNOWN, trained_on_a_path=False
                )

    def _standing_for(self, member: int) -> list[tuple[int, TensorRecord]]:
        """The tensors that may be one, where paths have met or a loop goes over several."""
        found: dict[int, TensorRecord] = {}
        for layer in _layers(self.state):
            for key, value in layer.cells.items():
                if isinstance(key, int) and isinstance(value, TensorRecord):
                    found.setdefault(key, value)
        self.spend(len(found))
        return [
            (identity, record)
            for identity, record in found.items()
            if identity != member and any(each.identity == member for each in record.members)
        ]

    def note_saved(self, saved: Saved) -> None:
        """Remember at which version a tensor was saved."""
        super().note_saved(saved)
        self._saved_at[saved] = self.version(saved.counter)
        self.state.set_fact(SURELY_SAVED, None, self.state.fact(SURELY_SAVED) | {saved})

    def is_saved_on_every_path(self, saved: Saved) -> bool:
        """Whether all paths that lead here have come by the operation that saves it."""
        return saved in self.state.fact(SURELY_SAVED)

    def saved_at(self, saved: Saved) -> int | None:
        """The version at which a tensor was saved, where that is known."""
        return self._saved_at.get(saved)

    # --- freed graphs ---

    def note_trained(self, roots: list[GraphNode], node: tree.Node) -> None:
        """A backward begins: remember which operations it reaches on every path."""
        super().note_trained(roots, node)
        self._has_differentiated = True
        reached = self._reached.setdefault(node, set())
        pending = list(roots) if len(roots) == 1 else []
        while pending:
            each = pending.pop()
            if each in reached or each.kind not in _OWN or not each.is_certain:
                continue
            self.spend()
            reached.add(each)
            pending.extend(each.inputs)

    def note_freed(self) -> None:
        """After a statement: the backwards in it have happened for sure, on this path."""
        if not self._has_differentiated:
            return
        self._has_differentiated = False
        found = {
            mark
            for key, marks in self.state.cells.items()
            if isinstance(key, tuple) and key[0] is FREED
            for mark in marks
            if mark not in self._marks and mark.is_certain
        }
        self._marks |= found
        self.state.set_fact(SURELY_FREED, None, self.state.fact(SURELY_FREED) | found)

    def surely_freed(self, graph: GraphNode) -> Freed | None:
        """The backward that has freed what an operation kept, on every path that leads here."""
        sure = self.state.fact(SURELY_FREED)
        for mark in self.freed(graph) if graph.frees and graph not in self.unsure else ():
            is_met = mark in sure and mark.era == self.era
            if is_met and graph in self._reached.get(mark.node, ()):
                return mark
        return None


def _layers(state: State) -> Iterator[State]:
    """A state's layers, the newest first."""
    layer: State | None = state
    while layer is not None:
        yield layer
        layer = layer.parent


def _is_fresh(node: tree.Node | None) -> bool:
    """Whether an expression gives a tensor of its own, with a counter at zero."""
    if isinstance(node, tree.BinaryOperation):
        # A product of a vector and a matrix is cut to shape in place.
        return not isinstance(node.operator, tree.MatrixMultiply)
    if isinstance(node, tree.Comparison):
        return True
    if isinstance(node, tree.UnaryOperation):
        return isinstance(node.operator, tree.Minus)
    if not isinstance(node, tree.Call):
        return False
    if any(each.keyword is not None and each.keyword.value == "out" for each in node.args):
        return False
    name = node.func.attr if isinstance(node.func, tree.Attribute) else node.func
    return isinstance(name, tree.Name) and name.value in knowledge().fresh_results


def _has_no_derivative(operation: str) -> bool:
    """Whether an operation gives what requires grad though no gradient flows through it."""
    facts = knowledge().operations.get(operation)
    return facts is not None and facts.refuses_backward


def _moves_by_one(write: Write) -> bool:
    """Whether a change moves the version by exactly one."""
    if write.form not in _ONE_BY_ONE:
        return False
    if write.form is WriteForm.METHOD:
        return write.operation in knowledge().changes_counted_once
    is_item = isinstance(write.target, tree.Subscript) or (
        isinstance(write.node, tree.AugAssign) and isinstance(write.node.target, tree.Subscript)
    )
    return write.form is WriteForm.SUBSCRIPT or not is_item
