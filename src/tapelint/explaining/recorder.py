"""What an execution tells of its tensors beside its state: versions, doubts, what ended a history.

A rule wants to know what may happen. Whoever says "version 2" must know what has happened on every
way. So versions are counted in a field of their own, which no number is left of where ways differ;
and where torch may do one of two things, tensors are doubted from there on.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from typing import Final

from tapelint.core.autograd import events
from tapelint.core.autograd.backward import Autograd
from tapelint.core.autograd.graph import (
    GRAD,
    HISTORY,
    IS_LEAF,
    REQUIRES_GRAD,
    SINCE,
    Counter,
    Node,
    Saved,
    Tensor,
    nodes_behind,
)
from tapelint.core.domain.certainty import MAYBE, all_of, any_of
from tapelint.core.domain.fields import Contents, Field
from tapelint.core.domain.objects import Instance
from tapelint.core.domain.values import NONE, Value
from tapelint.core.machine.events import Bound, Escaped, Unfollowed
from tapelint.core.machine.machine import Machine
from tapelint.core.models.torch.containers import tensors_in
from tapelint.core.models.torch.distributions import kind_of
from tapelint.core.models.torch.modules import Modules
from tapelint.explaining.modes import Modes, last_name
from tapelint.explaining.names import reached, variables
from tapelint.torch_api.distribution_results import COMPUTED_FROM
from tapelint.torch_api.families import families
from tapelint.torch_api.knowledge import base_of, knowledge
from tapelint.torch_api.same_or_other import (
    ALWAYS_ANOTHER,
    SAME_OR_OTHER,
    SEVERAL,
    SEVERAL_WHERE_ASKED,
)

NO_VERSION: Final = -1
"""Stands for a version that nobody knows."""
Doubt = tuple[int, str, ast.AST | None]
"""When nothing was sure of a tensor any more, why, and where."""
Ended = tuple[str, ast.AST]
"""What has ended a history, and where."""
_NOT_CALLED: Final = "it comes from a call that is not known"
_OF_ALL: Final = frozenset({"log_prob", "rsample"})
"""What all parameters of a distribution go into, and what is given."""
UNSEEN: Final = frozenset({"elsewhere", "input", "network"})
"""Operations that stand for what nobody sees."""
SEVERAL_TENSORS: Final = "it is no tensor, it holds some"
_CREATED_BY: Final = "grad"
"""The operation that has made a gradient which has a history."""
_CREATED: Final = "a backward with `create_graph` leaves gradients with a history"


def _join_version(contents: Contents[int]) -> int:
    several = {each for each, _ in contents}
    return several.pop() if len(several) == 1 else NO_VERSION


def _widen_version(before: int, after: int) -> int:
    """In each round of a loop it is changed once more."""
    return after if before == after else NO_VERSION


def _join_doubt(contents: Contents[Doubt | None]) -> Doubt | None:
    """The first one."""
    several = [each for each, _ in contents if each is not None]
    return min(several, key=lambda each: each[0]) if several else None


VERSION: Final = Field("version", 0, _join_version, _widen_version)
"""How often a memory was changed since it was made; the same on every way, or unknown."""
DOUBT: Final = Field[Doubt | None]("doubt", None, _join_doubt)
"""Why nothing is sure of a tensor."""


class Recorder:
    """Listens to an execution.

    Attributes:
        ended: What has ended the history of a value.
        unsure: Operations that may give back what they are given, and record nothing then.
        apart: Tensors that may share the memory that they seem to share, or have a copy.
        replaced: Memories that are perhaps no longer those of their tensors.
        passed: Operations that a backward has come by.
        perhaps_passed: Operations behind a gradient with a history, which need not lead to them.
        unclear_until: When a backward has run of which nobody knows all that it has come by.
        escaped: Tensors of which unseen code may run a backward.
        made_here: Tensors that were made since somebody has cleared this, and where.
    """

    def __init__(self, machine: Machine, autograd: Autograd, modes: Modes) -> None:
        self._machine, self._autograd, self._modes = machine, autograd, modes
        self._state: Final = machine.state
        self.ended: Final[dict[Value, Ended]] = {}
        self.unsure: Final[set[Node]] = set()
        self.apart: Final[set[Tensor]] = set()
        self.replaced: Final[set[Counter]] = set()
        self.passed: Final[set[Node]] = set()
        self.perhaps_passed: Final[set[Node]] = set()
        self.unclear_until = 0
        self.escaped: Final[set[Tensor]] = set()
        self.made_here: Final[dict[Tensor, ast.AST]] = {}
        self._maker: Final[dict[Counter, ast.AST | None]] = {}
        self._of_inference: Final[set[Counter]] = set()
        self._saved_at: Final[dict[Saved, int]] = {}
        self._version_at: Final[dict[tuple[Counter, int], int]] = {}
        self._views: Final[set[Node]] = set()
        self._same: Final[dict[Tensor, set[Tensor]]] = {}
        self._near: Final[dict[Counter, dict[Counter, int]]] = {}
        machine.listen(events.Operation, self._operated)
        machine.listen(events.Write, self._wrote)
        machine.listen(events.Switched, self._switched)
        machine.listen(events.Backward, self._differentiated)
        machine.listen(events.Replaced, self._replaced)
        machine.listen(events.Cut, self._cut)
        machine.listen(events.Hidden, self._hidden)
        machine.listen(Escaped, self._escaped)
        machine.listen(Unfollowed, self._unfollowed)
        machine.listen(Bound, self._bound)

    # What is asked.

    def name(self, node: Node) -> str:
        """An operation as users know it."""
        return "view" if node in self._views else base_of(node.operation)

    def is_view(self, node: Node) -> bool:
        """Whether an operation gives a view, and saves nothing."""
        return node in self._views

    def maker(self, counter: Counter) -> ast.AST | None:
        """The expression that made a memory, if it is known."""
        return self._maker.get(counter)

    def is_of_inference(self, counter: Counter) -> bool:
        """Whether it may have been made under ``inference_mode``."""
        return counter in self._of_inference

    def saved_version(self, saved: Saved) -> int:
        """The version at which something was saved."""
        if saved in self._saved_at:
            return self._saved_at[saved]
        return self._version_at.get((saved.counter, saved.moment), NO_VERSION)

    def linked_since(self, counter: Counter) -> int | None:
        """When it was known first that another memory may be the same as one."""
        return min(self._near[counter].values()) if counter in self._near else None

    def linked(self, counter: Counter) -> set[Counter]:
        """The memories that may be the same as one, itself included."""
        found, pending = {counter}, [counter]
        while pending:
            more = [each for each in self._near.get(pending.pop(), ()) if each not in found]
            found.update(more)
            pending += more
        return found

    # What happens.

    def doubt(self, tensor: Tensor, why: str, node: ast.AST | None) -> None:
        """From here on nothing is sure of a tensor, nor of what is computed from it."""
        state = self._state
        if state.get(tensor, DOUBT) is None:
            state.put(tensor, DOUBT, (state.clock, why, node))
        if state.get(tensor, REQUIRES_GRAD) != MAYBE:
            state.put(tensor, REQUIRES_GRAD, MAYBE)
            state.put(tensor, IS_LEAF, MAYBE)
            state.put(tensor, SINCE, state.tick())
        state.put(tensor.counter, VERSION, NO_VERSION)

    def _tensors(self, values: Iterable[Value]) -> Iterator[Tensor]:
        for value in values:
            yield from (each for each, _ in self._autograd.tensors(value))

    def met(self, tensor: Tensor) -> None:
        """Remember what made a memory."""
        if tensor.birth == tensor.counter.birth:
            self._maker.setdefault(tensor.counter, tensor.node)
        elif tensor.is_parameter and isinstance(tensor.node, ast.Call) and tensor.node.args:
            self._maker.setdefault(tensor.counter, tensor.node.args[0])

    def _bound(self, event: Bound) -> None:
        for one, _ in self._machine.alternatives(event.value):
            if isinstance(one, Tensor):
                self.met(one)

    def _operated(self, event: events.Operation) -> None:
        name = base_of(event.name)
        operands = list(dict.fromkeys(self._tensors(event.operands)))
        results = list(dict.fromkeys(self._tensors([event.result])))
        for each in (*operands, *results):
            self.met(each)
        is_odd = self._modes.is_odd(event.node, event.calls, self._autograd.recording.may)
        is_of_inference = self._modes.is_inference(event.node, event.calls) or any(
            each.counter in self._of_inference for each in operands
        )
        for made in results:
            self.made_here[made] = event.node
            if is_of_inference:
                self._of_inference.add(made.counter)
            self._note_saved(made)
            self._loosen(event, made, operands, is_odd=is_odd)
            if name in SAME_OR_OTHER:
                for given in operands:
                    self._may_be_one(given, made, is_other=name in ALWAYS_ANOTHER)
            if any(each in self.apart for each in operands) and made.base is not None:
                self.apart.add(made)
            self._ends(made, event.operands, name, event.node)
        holder = _holder(event)
        if holder is not None:
            for made in results:
                self._told_by(*holder, event, made)

    def _note_saved(self, made: Tensor) -> None:
        """Remember at which versions a new operation saves what it does."""
        history = self._state.get(made, HISTORY)
        if isinstance(history, Node):
            if made.base is not None:
                self._views.add(history)
            for saved in history.saved:
                self._saved_at[saved] = self._state.get(saved.counter, VERSION)

    def _loosen(
        self, event: events.Operation, made: Tensor, operands: Iterable[Tensor], *, is_odd: bool
    ) -> None:
        """Of what torch may do otherwise than the core says, nothing is sure."""
        state, facts = self._state, knowledge().operations.get(event.name)
        requires = any_of(map(self._autograd.requires, event.operands))
        if any(is_several(each.node) for each in operands) or (
            self._modes.asks_for_several and "max_pool" in event.name
        ):
            self.doubt(made, SEVERAL_TENSORS, event.node)
        is_view, is_named = made.base is not None, event.name[:1].islower()
        if not is_view and facts is None and is_named and event.name not in UNSEEN:
            if _holder(event) is None:
                self.doubt(made, _NOT_CALLED, None)
                self.escaped.update(operands)
        if not is_view and facts is not None and facts.refuses_backward:
            told = all_of([self._autograd.recording, requires])
            state.put(made, REQUIRES_GRAD, told)
            state.put(made, IS_LEAF, ~told)
        # Even where autograd does not record, a view says what the tensor does.
        is_loose = is_odd or (is_view and not self._autograd.recording.must)
        if is_loose and requires.may:
            state.put(made, REQUIRES_GRAD, MAYBE)
            state.put(made, IS_LEAF, MAYBE)

    def _told_by(self, holder: Instance, kind: str, event: events.Operation, made: Tensor) -> None:
        """What a distribution tells is computed from some of its parameters, or is one of them."""
        state = self._state
        while kind == "Independent":
            base = _distribution(state.attribute(holder, "base_distribution"))
            if base is None:
                break
            holder, kind = base
        cells = {
            key: state.attribute(holder, key)
            for key in holder.cells
            if isinstance(key, str) and key != "validate_args"
        }
        others = event.operands[1:]
        requires = {key: self._autograd.requires(each) for key, each in cells.items()}
        used = None if others else COMPUTED_FROM.get((kind, event.name))
        for given in self._tensors(cells.values()):
            for one, other in ((given.counter, made.counter), (made.counter, given.counter)):
                self._near.setdefault(one, {}).setdefault(other, state.clock)
        told = any_of([*requires.values(), *map(self._autograd.requires, others)])
        if used is not None:
            told = any_of(requires[each] for each in used if each in requires)
        elif told.may and event.name not in _OF_ALL:
            self.doubt(made, "it may be a parameter, or computed from some", event.node)
            return
        told = all_of([self._autograd.recording, told])
        state.put(made, REQUIRES_GRAD, told)
        state.put(made, IS_LEAF, ~told)

    def _ends(self, made: Tensor, operands: Iterable[Value], name: str, node: ast.AST) -> None:
        """What has ended the history of a result that has none."""
        if self._state.get(made, REQUIRES_GRAD).may:
            return
        several = list(operands)
        if any(self._autograd.requires(each).must for each in several):
            is_off = not self._autograd.recording.may
            self.ended[made] = (self._modes.word_at(node) if is_off else name, node)
            return
        before = [
            self.ended[each]
            for value in several
            for each, _ in self._machine.alternatives(value)
            if each in self.ended
        ]
        if before:  # a copy tells more than a ``detach`` beside it, which is there on purpose
            self.ended[made] = next(
                (each for each in before if each[0] in families().from_data), before[0]
            )

    def _may_be_one(self, given: Tensor, made: Tensor, *, is_other: bool) -> None:
        """An operation may give what it is given, a view of it (``is_other``), or a copy."""
        state, history = self._state, self._state.get(made, HISTORY)
        moment = state.clock
        if given.counter is made.counter:
            self.apart.add(made)
        for one, other in ((given.counter, made.counter), (made.counter, given.counter)):
            self._near.setdefault(one, {}).setdefault(other, moment)
        requires = state.get(given, REQUIRES_GRAD)
        if not self._autograd.recording.must and requires.may:
            state.put(made, REQUIRES_GRAD, MAYBE)
            state.put(made, IS_LEAF, MAYBE)
        if is_other:
            return
        self._same.setdefault(given, set()).add(made)
        self._same.setdefault(made, set()).add(given)
        if isinstance(history, Node):
            self.unsure.add(history)
        if requires.may and state.get(given, IS_LEAF).may:
            state.put(made, IS_LEAF, MAYBE)

    def _wrote(self, event: events.Write) -> None:
        if event.refused.must:
            return
        state, counter = self._state, event.tensor.counter
        self.met(event.tensor)
        before = state.get(counter, VERSION)
        is_known = before != NO_VERSION and not event.refused.may and _moves_by_one(event)
        after = before + 1 if is_known else NO_VERSION
        state.put(counter, VERSION, after)
        self._version_at[counter, state.clock] = before
        self._version_at[counter, state.clock + 1] = after  # that of the change
        requires = any_of([event.have_history, self._autograd.requires(event.tensor)])
        if event.change.recording.may and requires.may:
            self._switched_too(event.tensor)

    def _switched(self, event: events.Switched) -> None:
        self._switched_too(event.tensor)

    def _hidden(self, event: events.Hidden) -> None:
        """Whatever some object or container holds was perhaps switched."""
        machine, found = self._machine, list[Tensor]()
        for frame in machine.frames:
            for name, value in variables(frame).items():
                held = (met for met in reached(machine, name, value) if met.name != name)
                found += (tensor for met in held for tensor, _ in met.tensors)
                for one, _ in machine.alternatives(value):
                    kind = machine.models.kind(one)
                    if isinstance(kind, Modules) and isinstance(one, Instance):
                        found += tensors_in(kind.modules(one))
        for each in found:
            self.doubt(each, "perhaps switched here", event.node)

    def _switched_too(self, tensor: Tensor) -> None:
        """What may be the same as a tensor is perhaps switched with it."""
        found, pending = {tensor}, [tensor]
        while pending:
            more = [each for each in self._same.get(pending.pop(), ()) if each not in found]
            found.update(more)
            pending += more
        for each in found - {tensor}:
            self.doubt(each, "perhaps switched here", None)

    def _differentiated(self, event: events.Backward) -> None:
        """Gradients that are there already may get a history."""
        self.passed.update(event.passed)
        created = [each for each in event.passed if each.operation == _CREATED_BY]
        self.perhaps_passed.update(nodes_behind(created))
        if any(each.operation in UNSEEN for each in event.passed):
            self.unclear_until = self._state.clock
        if not event.fills or not _may_create_graph(event.node):
            return
        for node in event.passed:
            held = self._state.attribute(node.leaf, GRAD) if node.leaf is not None else NONE
            for each in self._tensors([held]):
                self.doubt(each, _CREATED, event.node)

    def _replaced(self, event: events.Replaced) -> None:
        for each in event.tensors:
            self.apart.add(each)
            self.replaced.add(each.counter)
            self._state.put(each.counter, VERSION, NO_VERSION)
            self._near.setdefault(each.counter, {}).setdefault(each.counter, self._state.clock)

    def _cut(self, event: events.Cut) -> None:
        name = _called(event.node)
        for each in self._tensors([event.given, event.result]):
            self.met(each)
        if self._autograd.requires(event.given).must:
            self.ended[event.result] = (name, event.node)
        elif event.given in self.ended:
            self.ended[event.result] = self.ended[event.given]

    def _escaped(self, event: Escaped) -> None:
        self._give_away(event.values, event.node)

    def _unfollowed(self, event: Unfollowed) -> None:
        self._give_away(event.given, event.node)

    def _give_away(self, values: Iterable[Value], node: ast.AST) -> None:
        why = f"given to `{_called(node) or '...'}`, which is not followed"
        for each in list(self._tensors(values)):
            self.escaped.add(each)
            self.doubt(each, why, node)


_MOST_PLAIN: Final = 2
"""With more arguments, a backward may be asked for a graph."""


def _may_create_graph(node: ast.AST) -> bool:
    """Whether a backward may leave gradients that have a history themselves."""
    if not isinstance(node, ast.Call):
        return False
    words = {each.arg for each in node.keywords}
    return bool(words & {"create_graph", None}) or len(node.args) > _MOST_PLAIN


def _holder(event: events.Operation) -> tuple[Instance, str] | None:
    """The distribution that tells something, with its class; ``None`` for another operation."""
    return _distribution(event.operands[0]) if event.operands else None


def _distribution(value: Value) -> tuple[Instance, str] | None:
    kind = kind_of(value) if isinstance(value, Instance) else None
    return (value, kind) if isinstance(value, Instance) and kind is not None else None


def _called(node: ast.AST) -> str:
    """``a.b.c`` of a call; the name of an attribute."""
    if isinstance(node, ast.Attribute):
        return node.attr
    return ast.unparse(node.func).rpartition(".")[2] if isinstance(node, ast.Call) else ""


def _moves_by_one(write: events.Write) -> bool:
    """Whether a change moves the version by exactly one."""
    if write.change.form == "method":
        return write.change.name in knowledge().changes_counted_once
    if write.change.form == "index":
        return True
    is_item = isinstance(write.node, ast.AugAssign) and isinstance(write.node.target, ast.Subscript)
    return write.change.form == "operator" and not is_item


def is_several(node: ast.AST | None) -> bool:
    """Whether a call gives a tuple of tensors."""
    if not isinstance(node, ast.Call):
        return False
    name = last_name(node)
    if name in SEVERAL or (name == "where" and len(node.args) == 1):
        return True
    if name.startswith("atleast_") and len(node.args) > 1:
        return True
    return any(
        each.arg in SEVERAL_WHERE_ASKED
        and not (isinstance(each.value, ast.Constant) and not each.value.value)
        for each in node.keywords
    )
