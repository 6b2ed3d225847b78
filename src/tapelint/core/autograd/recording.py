"""Recording: what an operation, a view and a change in place do to the graph."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from typing import Final

from tapelint.core.autograd import events
from tapelint.core.autograd.graph import (
    HAS_ESCAPED,
    HISTORY,
    IS_LEAF,
    LEFT_TO_TRAIN,
    REBASED,
    REQUIRES_GRAD,
    SINCE,
    Counter,
    DataOf,
    Edge,
    Node,
    Saved,
    Tensor,
)
from tapelint.core.domain.alternatives import Either, joined_values
from tapelint.core.domain.certainty import MAYBE, NO, YES, Certainty, all_of, any_of, meeting
from tapelint.core.domain.fields import Field, Items, join_certainty
from tapelint.core.domain.objects import ITEMS, Collection, Dictionary, Instance
from tapelint.core.domain.predicate import Guard, Predicate
from tapelint.core.domain.predicates import OPEN, SOMEWHERE, common
from tapelint.core.domain.values import FALSE, NONE, TRUE, Const, Item, Obj, Unknown, Value
from tapelint.core.machine.events import Escaped
from tapelint.core.machine.truth import Truth
from tapelint.torch_api.knowledge import InplaceFacts, OperationFacts, knowledge
from tapelint.torch_api.same_or_other import REORDERING

RECORDING: Final = Field[Value]("recording", TRUE, joined_values)
"""Whether autograd records: a truth value, as the program may ask for it."""
HAS_RUN: Final = Field("a backward has run", NO, join_certainty)
"""Whether what is executed for its own sake has run a backward, so that autograd records there."""
TARGET: Final = "target"
"""How torch calls the parameters of losses that take what is right."""
MOST_DEPTH: Final = 3
"""Tensors in containers within containers are found as deep as that."""


class Assumed(Unknown):
    """A truth value of which nothing is known but what may be assumed.

    Attributes:
        certainty: How sure it is that it is true.
    """

    __slots__ = ("certainty",)

    def __init__(self, certainty: Certainty, birth: int) -> None:
        super().__init__("assumed", birth)
        self.certainty: Final = certainty


class Detached(Unknown):
    """Something unknown without a history: ``.data``, and what is computed from such alone."""

    __slots__ = ()


class Recording:
    """Autograd, as far as it records.

    Attributes:
        world: The machine that it is part of.
        mode: The object that holds whether it records.
        elsewhere: What stands for all history that nobody has seen recorded.
    """

    def __init__(self, world: Truth) -> None:
        self.world: Final = world
        self.mode: Final = Obj()
        self.elsewhere: Final = Node("elsewhere", (), None, OPEN, MAYBE, 0)

    @property
    def recording(self) -> Certainty:
        """Whether autograd records here."""
        return self._certainty(self.world.state.get(self.mode, RECORDING))

    def _certainty(self, value: Value) -> Certainty:
        """How sure it is that a value is true on the path at hand."""
        told = self.world.is_true(value)
        if told is not None:
            return YES if told else NO
        if isinstance(value, Either):
            several = self.world.alternatives(value)
            return meeting((self._certainty(each), guard) for each, guard in several)
        return value.certainty if isinstance(value, Assumed) else MAYBE

    def told(self, certainty: Certainty) -> Value:
        """Whether something holds, as the program is told."""
        if certainty == YES:
            return TRUE
        return Assumed(certainty, self.world.state.tick()) if certainty.may else FALSE

    def switch(self, recording: Value) -> Value:
        """From here on autograd records if a value is true; what was so before."""
        before = self.world.state.get(self.mode, RECORDING)
        self.world.state.put(self.mode, RECORDING, recording)
        return before

    # Tensors.

    def leaf(
        self,
        node: ast.AST | None,
        requires: Certainty = NO,
        *,
        of: Value | None = None,
        is_parameter: bool = False,
    ) -> Tensor:
        """A new tensor that nothing was recorded of; it may share the memory of another one."""
        counter = of.counter if isinstance(of, Tensor) else None
        made = Tensor(node, self.world.state.tick(), counter, is_parameter=is_parameter)
        made.cells[REQUIRES_GRAD] = requires
        return made

    def computed(self, node: ast.AST) -> Tensor:
        """A tensor that code which nobody sees has computed, with a history perhaps."""
        state = self.world.state
        made = Tensor(node, state.tick())
        edges = [Edge(OPEN, MAYBE, self.elsewhere)]
        history = Node("elsewhere", edges, node, state.path, MAYBE, made.birth, frees=True)
        self._give_history(made, history, MAYBE)
        return made

    def handed_on(self, certainty: Certainty) -> Tensor:
        """A tensor that an operation which nobody sees has given; how sure it is recorded."""
        state = self.world.state
        made = Tensor(None, state.tick())
        guard = self._asked(made)
        edges = [Edge(guard, certainty, self.elsewhere)]
        history = Node("input", edges, None, guard, certainty, made.birth)
        self._give_history(made, history, certainty)
        return made

    def alias(self, of: Tensor, node: ast.AST, *, counts: bool) -> Tensor:
        """The same numbers without the history: ``detach()``; ``.data``, which counts apart."""
        moment = self.world.state.tick()
        if counts:
            made = Tensor(node, moment, of.counter, data_of=of.data_of)
            made.origin, made.is_reordered = of, of.is_reordered
            return made
        owner = of if of.data_of is None else of.data_of.tensor or of
        made = Tensor(node, moment, Counter(moment, of.storage), data_of=DataOf(owner, node))
        made.is_reordered = of.is_reordered
        if self.world.hears(events.DataRead):
            self.world.emit(events.DataRead(node, of))
        return made

    def requires(self, value: Value, depth: int = 0) -> Certainty:
        """Whether a value, or a tensor that it holds, requires grad."""
        if isinstance(value, Const):
            return NO
        if isinstance(value, Tensor):
            return self.world.state.get(value, REQUIRES_GRAD)
        if isinstance(value, Unknown):
            return NO if isinstance(value, Detached) else MAYBE
        if isinstance(value, (Dictionary, Instance)):
            return any_of(self.requires(one) for one, _ in self._parts(value))
        if isinstance(value, Collection):
            if depth == MOST_DEPTH:
                return MAYBE
            items = self.world.state.get(value, ITEMS)
            told = [self.requires(each, depth + 1) for each in items.known]
            if items.rest is not None:
                rest = self.requires(items.rest, depth + 1)
                told.append(MAYBE if items.known and rest.may else rest)  # nobody joins nothing
            return any_of(told)
        several = self.world.alternatives(value)
        if len(several) == 1:
            return NO if several[0][0] is value else self.requires(several[0][0], depth)
        told = [self.requires(each, depth) for each, _ in several]
        must = all(each.must for each in told)
        return Certainty(any(each.may for each in told), must, all_of(told).why)

    def _asked(self, tensor: Tensor) -> Guard:
        """What is known where a tensor of which nobody has seen the history has one."""
        since = self.world.state.get(tensor, SINCE)
        told = self.world.derived(REQUIRES_GRAD.name, tensor, since)
        return frozenset([Predicate(told, "truth")])

    def needed(self, tensor: Tensor) -> Guard:
        """What is known where a tensor requires grad; nothing where it does of its own."""
        guards = (edge.guard | edge.node.guard for edge in self.edges_of(tensor, OPEN))
        return frozenset(each for each in common(guards) if _is_asked(each))

    def tensors(self, value: Value) -> Iterator[tuple[Tensor, Guard]]:
        """The tensors that a value may be or hold, each with its guard."""
        for one, guard in self._parts(value):
            if isinstance(one, Tensor):
                yield one, guard

    def _parts(self, value: Value, depth: int = 0) -> Iterator[tuple[Value, Guard]]:
        """A value, or what it holds, as far as either may have a history."""
        for one, guard in self.world.alternatives(value):
            if isinstance(one, (Tensor, Unknown)):
                yield one, guard
            elif depth < MOST_DEPTH:
                for each in self._held(one):
                    for part, inner in self._parts(each, depth + 1):
                        yield part, guard | (inner - SOMEWHERE)  # it is among them all

    def _held(self, value: Value) -> Sequence[Value]:
        """What a container or an object holds."""
        if isinstance(value, Collection):
            return self.world.state.get(value, ITEMS).all
        if not isinstance(value, (Dictionary, Instance)):
            return ()
        kind = Item if isinstance(value, Dictionary) else str
        return [each for key, each in value.cells.items() if isinstance(key, kind)]

    def edges(self, value: Value) -> list[Edge]:
        """Where a value, or what it holds, comes from."""
        found: list[Edge] = []
        for one, guard in self._parts(value):
            if isinstance(one, Tensor):
                found += self.edges_of(one, guard)
            elif not isinstance(one, Detached):
                found.append(Edge(guard, MAYBE, self.elsewhere))
        return found

    def edges_of(self, tensor: Tensor, guard: Guard) -> list[Edge]:
        """Where a tensor comes from: the operation that made it, or the leaf itself."""
        state, base = self.world.state, tensor.base
        if base is not None and state.get(base, REBASED) > tensor.birth:
            return self.edges_of(base, guard)
        requires = state.get(tensor, REQUIRES_GRAD)
        if not requires.may:
            return []
        history = self.world.alternatives(state.get(tensor, HISTORY))
        found = []
        for node, own in history:
            if isinstance(node, Node):
                blurred = len(history) > 1 and not own
                found.append(Edge(guard | own, MAYBE if blurred else node.certainty, node))
        if len(found) < len(history):
            own = OPEN if requires == YES else self._asked(tensor)
            found.append(Edge(guard | own, requires, self._leaf_node(tensor)))
        return found

    def _leaf_node(self, tensor: Tensor) -> Node:
        if tensor.leaf_node is None:
            tensor.leaf_node = Node("leaf", (), tensor.node, OPEN, YES, 0, leaf=tensor)
        return tensor.leaf_node

    def escaped(self, event: Escaped) -> None:
        """What unknown code is given may have a history once it is back."""
        state = self.world.state
        for value in event.values:
            if isinstance(value, Instance):
                state.put(value, HAS_ESCAPED, True)
            elif isinstance(value, Tensor) and not state.get(value, REQUIRES_GRAD).may:
                state.put(value, REQUIRES_GRAD, MAYBE)
                state.put(value, SINCE, state.tick())
            elif isinstance(value, Tensor) and value.is_parameter:
                if state.get(value, REQUIRES_GRAD) == YES:
                    state.put(value, REQUIRES_GRAD, LEFT_TO_TRAIN)

    # Operations.

    def operation(
        self,
        name: str,
        operands: Sequence[Value],
        node: ast.AST,
        facts: OperationFacts | None,
        *,
        frees: bool = False,
        saves: Sequence[int] = (),
        flowing: Certainty = YES,
        others: Sequence[OperationFacts] = (),
    ) -> Value:
        """What an operation gives, recorded as torch would.

        Args:
            name: Its name in the table.
            operands: Its operands, in the table's order.
            node: Where it stands.
            facts: What is known of it; ``None`` for one that is not measured: a gradient flows
                through it.
            frees: Whether a backward frees what it has saved, of one that is not measured.
            saves: Which operands one that is not measured saves.
            flowing: Whether a gradient flows through it, of one that is not measured.
            others: What else may be known of it, since nobody knows what some operand is.

        Returns:
            A tensor, or a tuple of several.
        """
        state = self.world.state
        flows = all_of([flowing, any_of(map(self.requires, operands))])
        if facts is not None and not facts.differentiable:
            flows = NO
        recorded = all_of([self.recording, flows])
        kept = facts.with_history if facts is not None else (True,)
        moment = state.tick()
        made = [Tensor(node, moment) for _ in kept]
        if recorded.may:
            edges = [
                Edge(edge.guard, all_of([edge.certainty, flowing]), edge.node)
                for at, each in enumerate(operands)
                for edge in self.edges(each)
                if not self._is_guess(name, facts, at, edge)
            ]
            saved = []
            if facts is not None:
                results = zip(made, facts.saves_results, strict=True)
                new = [tensor for tensor, is_saved in results if is_saved]
                saved = list(self._saved(facts, operands, new, others))
                is_plain = all(each == NONE or isinstance(each, Tensor) for each in operands)
                # what is no tensor may be saved as well: ``torch.mul(2, x)`` makes one of the 2
                frees = facts.frees and (bool(saved) or not facts.saves or not is_plain)
                frees = frees and all(each.frees for each in others)
            recording = self._node(name, edges, node, recorded, frees)
            recording.saved.extend(saved)
            for tensor, has_history in zip(made, kept, strict=True):
                if has_history:
                    self._give_history(tensor, recording, recorded)
            for at in saves:
                for tensor, guard in self.tensors(operands[at]):
                    one = Saved(guard, YES, tensor.counter, moment, at, tensor, is_itself=True)
                    recording.saved.append(one)
        result: Value = made[0]
        if len(made) > 1:
            result = Collection("tuple", Items(tuple(made)), moment)
        if self.world.hears(events.Operation):
            self.world.emit(events.Operation(node, name, tuple(operands), result))
        return result

    def _is_guess(self, name: str, facts: OperationFacts | None, at: int, edge: Edge) -> bool:
        """Whether an edge is that of a loss to its target, of which no history is seen."""
        if facts is None or name not in knowledge().loss_functions or edge.certainty.must:
            return False
        is_target = at < len(facts.parameters) and facts.parameters[at].startswith(TARGET)
        return is_target and (edge.node is self.elsewhere or edge.node.leaf is not None)

    def _node(
        self,
        name: str,
        edges: list[Edge],
        node: ast.AST,
        recorded: Certainty,
        frees: bool = False,
    ) -> Node:
        """A recorded operation: where autograd surely records, as sure as one of its edges."""
        state, certainty = self.world.state, recorded
        if self.recording.must:
            surest = any_of([recorded, *(each.certainty for each in edges)])
            certainty = all_of([self.recording, surest])
        asked = common(each.guard | each.node.guard for each in edges)
        guard = state.path.union(filter(_is_asked, asked))
        return Node(name, edges, node, guard, certainty, state.clock, frees)

    def _give_history(self, tensor: Tensor, node: Node, requires: Certainty) -> None:
        state = self.world.state
        state.put(tensor, HISTORY, node)
        state.put(tensor, REQUIRES_GRAD, requires)
        state.put(tensor, IS_LEAF, ~requires)

    def view(self, of: Tensor, name: str, node: ast.AST) -> Tensor:
        """A view: it shares the memory, and its history is that of the tensor."""
        state = self.world.state
        made = Tensor(node, state.tick(), of.counter, of.base or of, data_of=of.data_of)
        made.is_reordered = of.is_reordered or name in REORDERING
        recorded = all_of([self.recording, self.requires(of)])
        if recorded.may:
            recording = self._node(name, self.edges_of(of, OPEN), node, recorded)
            self._give_history(made, recording, recorded)
        if self.world.hears(events.Operation):
            self.world.emit(events.Operation(node, name, (of,), made))
        return made

    def _saved(
        self,
        facts: OperationFacts | InplaceFacts,
        operands: Sequence[Value],
        results: Sequence[Tensor],
        others: Sequence[OperationFacts | InplaceFacts] = (),
    ) -> Iterator[Saved]:
        """What an operation saves: operands, and results; a number of Python's is no tensor.

        What is not saved by all that may be known of the operation may be saved.
        """
        moment = self.world.state.clock
        given = dict(zip(facts.parameters, operands, strict=False))
        places = {name: at for at, name in enumerate(facts.parameters)}
        for operand, conditions in facts.saves.items():
            value, needed = self._part(given, operand), self._needed(given, conditions)
            if not all(operand in each.saves for each in others):
                needed = all_of([needed, MAYBE])
            is_itself = isinstance(facts, OperationFacts) and operand in facts.keeps_itself
            if value is not None and needed.may:
                for tensor, guard in self.tensors(value):
                    at = places.get(operand.partition("[")[0])
                    yield Saved(guard, needed, tensor.counter, moment, at, tensor, is_itself)
        is_sure = Certainty.of(all(map(_saves_result, others)) or None)
        for each in results:
            yield Saved(OPEN, is_sure, each.counter, moment)

    def _needed(self, given: dict[str, Value], conditions: Sequence[str]) -> Certainty:
        """Whether one of some operands requires grad; of none it is not asked."""
        if not conditions:
            return YES
        parts = (self._part(given, each) for each in conditions)
        return any_of(self.requires(each) for each in parts if each is not None)

    def _part(self, given: dict[str, Value], operand: str) -> Value | None:
        """An operand, or ``hx[0]``, an item of one."""
        name, _, rest = operand.partition("[") if operand.endswith("]") else (operand, "", "")
        value = given.get(name)
        if not rest or value is None or isinstance(value, Tensor):
            return value
        at = int(rest.rstrip("]"))
        items = self.world.state.get(value, ITEMS) if isinstance(value, Collection) else Items()
        return items.known[at] if at < len(items.known) else None


def _saves_result(facts: OperationFacts | InplaceFacts) -> bool:
    """Whether all that an operation gives is saved."""
    if isinstance(facts, InplaceFacts):
        return facts.saves_new_value
    return all(facts.saves_results)


def _is_asked(predicate: Predicate) -> bool:
    """Whether a predicate tells that a tensor requires grad."""
    subject = predicate.subject
    return isinstance(subject, Unknown) and subject.of[:1] == (REQUIRES_GRAD.name,)
