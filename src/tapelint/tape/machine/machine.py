"""The abstract machine: state, identities, the recording, and what to do when paths meet.

It knows values, records and joins, no syntax and no library. The evaluators of expressions and
statements drive it; what torch, numpy and Python do to it stands in modules of their own.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from tapelint.source import tree
from tapelint.tape.domain.deeds import HANDED
from tapelint.tape.domain.domains import (
    FREED,
    GRADIENT,
    HAS_GRADIENT,
    HOOKED,
    PASSED,
    SAVED,
    STALE,
    TAKEN,
)
from tapelint.tape.domain.frozen import dataclass
from tapelint.tape.domain.graph_nodes import (
    Freed,
    GraphNode,
    NodeKind,
    Origin,
    Saved,
    Write,
)
from tapelint.tape.domain.path_conditions import Condition
from tapelint.tape.domain.paths import Spans
from tapelint.tape.domain.signals import Regressed, Weighed
from tapelint.tape.domain.state import State
from tapelint.tape.domain.terms import SampleFact, Truth, Use, WriteForm
from tapelint.tape.domain.values import (
    UNKNOWN,
    ContainerKind,
    Instance,
    LibraryObject,
    Tensor,
    Value,
    options_of,
)
from tapelint.tape.machine.execution import Execution
from tapelint.tape.machine.frames import Arguments
from tapelint.tape.machine.held import Held
from tapelint.torch_api.project import Project

if TYPE_CHECKING:
    from tapelint.tape.domain.program import ClassUnit, FunctionUnit

MOST_CHANGES = 8
"""How many changes of one saved tensor are told apart."""
MOST_SAVED = 256
"""How many places that save one memory are followed."""


_STANDING_FOR_OTHERS = frozenset({NodeKind.JOIN, NodeKind.ELEMENT})


@dataclass(frozen=True)
class DeadTerm:
    """An operand of a sum whose history was ended.

    Attributes:
        node: Its expression.
        origin: What has ended it.
        conditions: The branches that the sum stands in.
        is_distance: Whether something is held against it, which makes it no term of its own.
    """

    node: tree.BaseExpression
    origin: Origin
    conditions: frozenset[Condition]
    is_distance: bool


@dataclass(frozen=True)
class AskedArray:
    """An array that was asked of a tensor which may have a history.

    Attributes:
        node: The call.
        conditions: The branches that it stands in.
        facts: What else is to be told of it, once a backward shows that there is one.
    """

    node: tree.Node
    conditions: frozenset[Condition]
    facts: Mapping[str, Any]


_FILLED = frozenset({ContainerKind.DICT, ContainerKind.LIST})
"""What others may put something else into."""


class Machine(Execution):
    """State, identities and the recording of one file's execution."""

    def __init__(self, project: Project) -> None:
        super().__init__(project)
        self.left_by_others: set[GraphNode] = set()
        """The histories that a method has read from ``self``, and that other methods have made."""
        self.gradients_read: set[int] = set()
        """The memories of gradients that were read."""
        self.from_gradients: dict[int, frozenset[int]] = {}
        """The leaves from whose gradients the numbers in a memory come."""
        self.made_at: dict[int, tree.Node] = {}
        """Where optimisers were made, by their identities."""
        self.made_anew: dict[int, Any] = {}
        """The step before, of optimisers that were made again where it had its own."""
        self.anew_at: dict[tree.Node, dict[tree.Node, Any]] = {}
        """Where such were made, with the step before, by where they step."""
        self.old_at: set[tree.Node] = set()
        """The steps that an optimiser takes which has stepped before."""
        self.steps_begun: list[Any] = []
        """The steps of the function at hand before which it has cleared nothing."""
        self.enumerated: set[int] = set()
        """The lists of parameters, and their optimisers, of which all are known for sure."""
        self.picked: set[int] = set()
        """What stands for some of the tensors that it may be, and not for each of them."""
        self.many: set[int] = set()
        """What stands for all parameters of a network of unknown layers."""
        self.may_create_graphs: Callable[[], bool] = lambda: False
        """Whether the file has a backward that gives gradients a history (``create_graph``)."""
        self.has_wrapped = False
        """Whether a network was wrapped or converted: its layers may be of other classes then."""
        self.has_own_tensors = False
        """Whether the file has tensors that are not torch's, with a ``requires_grad``."""
        self.asked_early: list[ClassUnit] = []
        """The classes of which an example was asked for before there was one."""
        self.has_changed_powers = False
        self.has_chances = False
        """Whether any tensor is known to hold probabilities, or logarithms of such."""
        self.asks: dict[str, str] = {}
        """What tests ask about, by their texts; "" of those whose parts are tests of their own."""
        self.containers_of: dict[tuple[ClassUnit, str], tree.Attribute] = {}
        """Where methods of modules assign containers to attributes, by class and name."""
        self.constructed: set[int] = set()
        """The modules that a constructor has made, and no join of paths, copy or guess."""
        self.copied: set[int] = set()
        """The objects that `copy.deepcopy` has made."""
        self.trained: dict[GraphNode, tree.Node] = {}
        """The operations that some backward passes, on whatever path, and that backward."""
        self.call: Callable[[Value, Arguments, tree.Node], Value] = lambda *_: UNKNOWN
        """Calls any value; set by the evaluator of calls."""
        self.keepers: dict[Hashable, None] = {}
        """The variables and attributes that have been given weights of networks to keep."""
        self.started: dict[GraphNode, tree.Node] = {}
        """Where a backward starts that frees what it passes, and that backward."""
        self.freeing: set[tree.Node] = set()
        """Those backwards."""
        self.retained_by: dict[
            GraphNode, dict[tree.Node, tuple[int, FunctionUnit | None, bool]]
        ] = {}
        """The backwards that were told to keep what an operation has saved: in which execution and
        function, and whether they pass what something unknown has given."""
        self.needed_again: set[tree.Node] = set()
        """Those of them whose graph another backward passes, on whatever path."""
        self.calling_themselves: set[str] = set()
        """The functions of which a call leads to another call of them."""
        self.handed_on: dict[GraphNode, None] = {}
        self.emptied: set[int] = set()
        """The containers of which something is taken out."""
        self.given_back: dict[GraphNode, None] = {}
        """The histories of what others get, who may run a backward."""
        self.inline_uses: set[tree.Node] = set()
        """What leaves are used in that were made right there."""
        self.leaf_nodes: dict[tuple[int, bool], GraphNode] = {}
        """The ends of the graph, by the leaf and whether it trains: the same on all paths."""
        self.held = Held()
        self.passing: dict[GraphNode, dict[tree.Node, bool]] = {}
        """The backwards that pass what was cut in vain, and whether it is a term of their loss."""
        self.dead_terms: dict[GraphNode, list[DeadTerm]] = {}
        """The terms that train nothing, by the sum that they stand in."""
        self.weighed: list[Weighed] = []
        """The signals that backwards have passed, and that no regression has trained with them."""
        self.regressed: list[Regressed] = []
        """The regressions that backwards have passed."""
        self.arrays_asked: dict[GraphNode, list[AskedArray]] = {}
        """Where numpy was given what may have a history, by that history."""
        self.sample_facts: dict[frozenset[int | GraphNode], set[SampleFact]] = {}
        """What was done with samples, by where their distribution's parameters come from."""

    # --- bookkeeping ---

    def let_go(self) -> None:
        """Forget the state, once the execution is over."""
        self.state, self.frames = State(), []

    # --- alternatives ---

    # --- grad mode ---

    # --- eras ---

    # --- writes and saved tensors ---

    def note_saved(self, saved: Saved) -> None:
        """Remember that the graph keeps this memory, on this path."""
        kept = self.state.fact(SAVED, saved.storage)
        self.state.set_fact(SAVED, saved.storage, (*kept, saved))

    def take_another(self, value: Value) -> None:
        """From here on a tensor is another one of those that it stands for."""
        record = self.tensor_record(value)
        if record is not None:
            self.state.set_fact(TAKEN, record.storage, self.new_identity())

    def note_write(self, write: Write, storage: int, elsewhere: Spans | None = None) -> None:
        """Remember a change of memory for all that was saved of it on this path before.

        One that holds on some path alone says which others have been executed (``elsewhere``).
        """
        kept = self.state.fact(SAVED, storage)
        # An optimiser's step changes all for which the tensor stands, and not the one at hand.
        taken = self.state.fact(TAKEN, storage) if write.form is not WriteForm.STEP else 0
        for saved in kept:
            self.spend()
            if saved.moment < taken or saved.counter != write.counter:
                continue
            if any(start < saved.moment <= end for start, end in elsewhere or ()):
                continue
            before = self.state.fact(STALE, saved)
            if len(before) < MOST_CHANGES and all(write.node is not each.node for each in before):
                self.state.set_fact(STALE, saved, (*before, write))
        if len(kept) > MOST_SAVED:
            self.state.set_fact(SAVED, storage, kept[-MOST_SAVED // 2 :])

    def stale(self, saved: Saved) -> tuple[Write, ...]:
        """The changes of a saved tensor's memory since it was saved."""
        return self.state.fact(STALE, saved)

    def graph_node(self, value: Value) -> GraphNode | None:
        """The ``grad_fn`` of a value."""
        record = self.tensor_record(value)
        return record.graph if record else None

    def note_gradient(self, leaf: int, has_one: bool) -> None:
        """Remember whether a leaf's ``grad`` is filled: an optimiser's step passes it by if not."""
        record = self.tensor_record(Tensor(leaf))
        if record is not None and self.has_gradient(leaf) is not has_one:
            self.state.set_fact(GRADIENT, record.storage, None)  # ``.grad`` was another one before
        self.state.set_fact(HAS_GRADIENT, leaf, has_one)

    def has_gradient(self, leaf: int) -> bool:
        """Whether a backward has filled a leaf's ``grad`` on this path."""
        return self.state.fact(HAS_GRADIENT, leaf)

    def freed(self, graph: GraphNode) -> tuple[Freed, ...]:
        """The backwards that have run through a node of the graph."""
        return self.state.fact(FREED, graph)

    def is_consumed(self, graph: GraphNode | None) -> bool:
        """Whether a backward has run through that node: on all paths, where paths have met."""
        return graph is not None and all(
            each.kind not in _STANDING_FOR_OTHERS and bool(self.state.fact(FREED, each))
            for each in self._stood_for(graph)
        )

    def was_passed(self, graph: GraphNode | None) -> bool:
        """Whether a call that is not known has seen that node: it may have run backward."""
        return graph is not None and any(
            self.state.fact(PASSED, each) for each in self._stood_for(graph)
        )

    def _stood_for(self, graph: GraphNode) -> Iterator[GraphNode]:
        """The operations that a node stands for: those of each path."""
        pending, seen = [graph], {graph}
        while pending:
            each = pending.pop()
            behind = each.inputs if each.kind in _STANDING_FOR_OTHERS else ()
            if not behind:
                yield each
            pending += [inner for inner in behind if inner not in seen]
            seen.update(behind)

    def note_trained(self, roots: list[GraphNode], node: tree.Node) -> None:
        """Remember that a backward from here on passes all these operations, now or later."""
        pending = [each for each in roots if each not in self.trained]
        while pending:
            each = pending.pop()
            if each not in self.trained:
                self.spend()
                self.trained[each] = node
                pending.extend(each.inputs)

    def hand_on(
        self,
        value: Value,
        depth: int = 0,
        *,
        with_attributes: bool = False,
        to_caller: bool = False,
    ) -> None:
        """Remember that others get a value, who may run a backward from there.

        A caller who is followed is no such other, but it is on its way.
        """
        record, held = self.tensor_record(value), self.container_record(value)
        if record is not None and record.graph is not None:
            (self.given_back if to_caller else self.handed_on)[record.graph] = None
        if held is not None and depth < 3:
            for each in held.held:
                self.hand_on(each, depth + 1, to_caller=to_caller)
        attributes = self.attributes(value) if with_attributes else None
        for _, each in attributes.attributes if attributes is not None else ():
            self.hand_on(each, depth + 1, to_caller=to_caller)

    def note_hook(self) -> None:
        """From here on a hook may give what a layer gives a history after all."""
        self.state.set_fact(HOOKED, None, True)

    @property
    def is_hooked(self) -> bool:
        """Whether a forward hook is registered on any module."""
        return self.state.fact(HOOKED)

    # --- uses ---

    def note_left(self, value: Value, depth: int = 0) -> None:
        """Note that a method has read from ``self`` what another one has left there."""
        record = self.tensor_record(value)
        if record is not None and record.graph is not None and isinstance(value, Tensor):
            if value.identity <= self.entry_began:
                self.left_by_others.add(record.graph)
        held = self.container_record(value)
        if held is not None and depth < 3:
            for each in held.held:
                self.note_left(each, depth + 1)

    def is_guess(self, value: Value) -> bool:
        """Whether it is only taken for a tensor, since a call that is not known has given it."""
        record = self.tensor_record(value)
        return record is not None and record.is_guess

    def is_left_by_others(self, value: Tensor) -> bool:
        """Whether a history goes on in what another method has left on ``self``.

        There is none where that method was called under ``no_grad``.
        """
        record = self.tensor_record(value)
        pending = [record.graph] if record is not None and record.graph is not None else []
        seen: set[GraphNode] = set(pending)
        while pending:
            node = pending.pop()
            if node in self.left_by_others:
                return True
            self.spend()
            pending += [each for each in node.inputs if each not in seen]
            seen.update(node.inputs)
        return False

    def use(self, value: Value, kind: Use, node: tree.Node, depth: int = 0) -> None:
        """Note where the numbers of a value went."""
        record = self.tensor_record(value)
        if record is not None:
            for cut in record.cuts:
                cut.uses.setdefault(kind, node)
            if kind is Use.PASSED and record.graph is not None:
                self.state.set_fact(PASSED, record.graph, True)
        held = self.container_record(value)
        if held is not None and depth < 3:
            for each in held.held:
                self.use(each, kind, node, depth + 1)

    def use_all(self, arguments: Arguments, kind: Use, node: tree.Node) -> None:
        """Note the same use of all arguments."""
        for value in arguments.values:
            self.use(value, kind, node)

    def pass_on(self, arguments: Arguments, node: tree.Node, *, may_replace: bool = True) -> None:
        """Arguments go into a call that is not followed; it may change the objects among them."""
        self.use_all(arguments, Use.PASSED, node)
        for value in arguments.values:
            self.hand_on(value)
            if isinstance(value, (Instance, LibraryObject)):
                self.state.set_fact(HANDED, value.identity, True)
        if may_replace and any(
            isinstance(each, Instance) for value in arguments.values for each in options_of(value)
        ):
            self.begin_era()

    def hand_over(self, arguments: Arguments, node: tree.Node, *, may_replace: bool = True) -> None:
        """Arguments go into a function that is not followed.

        Where nobody takes its result, it may be there to fill the tensors that it is given, and
        one without history may have got one: ``fill(out, parts)``. So may an item of a dict or a
        list: ``layer.update(state)``.
        """
        self.pass_on(arguments, node, may_replace=may_replace)
        given = list(arguments.values) if node is self.done_for_effect else []
        for value in arguments.values if node is self.stands_alone else ():
            held = self.container_record(value)
            given += held.held if held is not None and held.kind in _FILLED else ()
        for value in given:
            record = self.tensor_record(value)
            if isinstance(value, Tensor) and record and record.requires_grad is Truth.NO:
                for each in (value, *(Tensor(member.identity) for member in record.members)):
                    self.update_tensor(each, requires_grad=Truth.UNKNOWN, is_leaf=Truth.UNKNOWN)

    # --- joins ---
