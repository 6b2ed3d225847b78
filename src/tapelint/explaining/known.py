"""What is sure of one tensor, and of one node of the graph, in the state at hand."""

from __future__ import annotations

import ast
from collections.abc import Hashable, Iterator
from typing import Final

from tapelint.core.autograd.backward import Autograd
from tapelint.core.autograd.graph import (
    CHANGES,
    FREED,
    HISTORY,
    IS_LEAF,
    REBASED,
    REQUIRES_GRAD,
    SINCE,
    Change,
    Counter,
    Edge,
    Freed,
    Node,
    Saved,
    Tensor,
    nodes_behind,
    operations_at,
)
from tapelint.core.domain.certainty import YES, Certainty
from tapelint.core.domain.predicate import Guard
from tapelint.core.domain.predicates import OPEN, is_doubtful, without_doubt
from tapelint.core.machine.machine import Machine
from tapelint.core.models.torch.outputs import Output
from tapelint.explaining.facts import Answer, Claim, Fate, Spot, Version
from tapelint.explaining.modes import last_name
from tapelint.explaining.names import holds_surely
from tapelint.explaining.places import Spots
from tapelint.explaining.recorder import (
    DOUBT,
    NO_VERSION,
    SEVERAL_TENSORS,
    UNSEEN,
    VERSION,
    Recorder,
    is_several,
)
from tapelint.torch_api.knowledge import knowledge

_UNKNOWN: Final = Claim(Answer.UNKNOWN)
_FUNCTIONS: Final = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)


class Known:
    """What is sure in the state of a machine."""

    def __init__(
        self,
        machine: Machine,
        autograd: Autograd,
        recorder: Recorder,
        spots: Spots,
        guard: Guard = OPEN,
    ) -> None:
        """Look at nothing yet.

        Args:
            machine: The machine.
            autograd: Its autograd.
            recorder: What has listened to it.
            spots: Turns nodes into lines.
            guard: What is known beside the path at hand.
        """
        self.machine, self.autograd, self.recorder = machine, autograd, recorder
        self.state, self.path, self._spots = machine.state, machine.state.path | guard, spots
        self._assumed: frozenset[Hashable] = autograd.recording.why
        calls, frames = machine.calls, machine.frames
        is_alone = bool(calls) and isinstance(calls[0], _FUNCTIONS) and bool(frames)
        self._began = frames[0].birth if is_alone else 0
        self._given_away: set[Node] | None = None

    def under(self, guard: Guard) -> Known:
        """What is sure where a guard holds, too."""
        more = without_doubt(guard)
        if more <= self.path:
            return self
        return Known(self.machine, self.autograd, self.recorder, self._spots, more)

    # Tensors.

    def doubt(self, tensor: Tensor) -> Claim | None:
        """Why nothing is sure of a tensor; ``None`` where there is no such reason."""
        doubt = self.state.get(tensor, DOUBT)
        if doubt is not None:
            _, why, node = doubt
            return Claim(Answer.UNKNOWN, why, self._spots.of(node))
        if isinstance(tensor, Output) and not self.state.get(tensor, REQUIRES_GRAD).why:
            return Claim(Answer.UNKNOWN, "it comes from a call that is not known")
        if tensor.node is None and not tensor.is_parameter and tensor.birth:
            return Claim(Answer.UNKNOWN, "an argument: it may come from anywhere")
        if last_name(tensor.node) == "state_dict" and _is_given_any(tensor.node):
            return Claim(Answer.UNKNOWN, "it may be a parameter, or a copy", None)
        if is_several(tensor.node):
            return Claim(Answer.UNKNOWN, SEVERAL_TENSORS, self._spots.of(tensor.node))
        return None

    def _is_rebased(self, tensor: Tensor) -> bool:
        """Whether a change of what it is a view of has perhaps given a view another history."""
        base = tensor.base
        return base is not None and self.state.get(base, REBASED) > tensor.birth

    def requires_grad(self, tensor: Tensor) -> Claim:
        """Whether a tensor requires grad."""
        told = self.state.get(tensor, REQUIRES_GRAD)
        if self._is_rebased(tensor) and tensor.base is not None:
            told = self.state.get(tensor.base, REQUIRES_GRAD)
        elif told == YES and self._is_created(tensor):
            return Claim(Answer.UNKNOWN, "a gradient may have a history, or none")
        return self._claim(told, self._requires_at(tensor))

    def _requires_at(self, tensor: Tensor) -> Spot | None:
        """Where a tensor was made that requires grad since."""
        history = self.state.get(tensor, HISTORY)
        if isinstance(history, Node):
            return self._spots.of(history.node)
        return None if self.state.get(tensor, SINCE) > tensor.birth else self._spots.of(tensor.node)

    def _is_created(self, tensor: Tensor) -> bool:
        """Whether a tensor is a gradient that ``create_graph`` was asked for."""
        return last_name(tensor.node) in ("backward", "grad")

    def _claim(self, told: Certainty, at: Spot | None) -> Claim:
        why = told.why - self._assumed
        if told.must and not why:
            return Claim(Answer.YES, "", at)
        if not told.may:
            return Claim(Answer.NO)
        words = "; ".join(sorted(each for each in why if isinstance(each, str)))
        return Claim(Answer.UNKNOWN, f"only if {words}" if words else "")

    def is_leaf(self, tensor: Tensor, requires_grad: Claim) -> Claim:
        """Whether a tensor is a leaf, given what is known of its history."""
        if requires_grad.answer is Answer.NO:
            return Claim(Answer.YES)
        told = self.state.get(tensor, IS_LEAF)
        if self._is_rebased(tensor) and tensor.base is not None:
            told = self.state.get(tensor.base, IS_LEAF)
        if told == YES:
            is_told = requires_grad.answer is Answer.YES or not self._is_created(tensor)
            return Claim(Answer.YES if is_told else Answer.UNKNOWN)
        is_result = requires_grad.answer is Answer.YES and (not told.may or self._is_made(tensor))
        return Claim(Answer.NO) if is_result else Claim(Answer.UNKNOWN, requires_grad.why)

    def _is_made(self, tensor: Tensor) -> bool:
        """Whether an operation has made a tensor that autograd has surely recorded."""
        several = self.machine.alternatives(self.state.get(tensor, HISTORY))
        return bool(several) and all(
            isinstance(each, Node) and each not in self.recorder.unsure and self.is_recorded(each)
            for each, _ in several
        )

    def history(self, tensor: Tensor) -> Node | None:
        """The one operation that made a tensor, whatever the way; ``None`` if it may be others."""
        held = self.state.get(tensor, HISTORY)
        several = operations_at([held]) if isinstance(held, Node) else []
        node = several[0] if len(several) == 1 else None
        if node is None or node.leaf is not None or node in self.recorder.unsure:
            return None
        if node.operation in UNSEEN or not self.is_recorded(node):
            return None
        last = max(tensor.birth, node.birth)
        is_changed = any(each.moment > last for each in self._changes(tensor.counter))
        if tensor.base is not None and is_changed:
            return None  # a view whose memory has changed since gets another ``grad_fn``
        return node

    def histories(self, tensor: Tensor) -> list[Node]:
        """The operations of which one has made a tensor; none for a leaf."""
        return operations_at(each.node for each in self.autograd.edges_of(tensor, self.path))

    # Versions.

    def _changes(self, counter: Counter, *, is_seen: bool = True) -> list[Change]:
        """The changes that a version counter has counted, or has missed, in their order."""
        changes: frozenset[Change] = self.state.get(counter.storage, CHANGES)
        told = [each for each in changes if (each.counter is counter) is is_seen]
        return sorted(told, key=lambda each: each.moment)

    def version(self, tensor: Tensor) -> Version:
        """What the version counter of a tensor stands at."""
        doubt = self.doubt(tensor)
        if doubt is not None:
            return Version(None, doubt.why, doubt.at)
        if self.recorder.is_of_inference(tensor.counter):
            return Version(None, "tensors made under `inference_mode` have no version counter")
        self.recorder.met(tensor)
        number = self._version_of(tensor.counter)
        if tensor in self.recorder.apart and self._changes(tensor.counter):
            number = None
        return Version(number, "" if number is not None else "not all changes of it are known")

    def _version_of(self, counter: Counter) -> int | None:
        recorder, number = self.recorder, self.state.get(counter, VERSION)
        is_old = 0 < counter.birth < self._began or (self._began > 0 and not counter.birth)
        if number == NO_VERSION or is_old or not _is_fresh(recorder.maker(counter)):
            return None
        if any(is_doubtful(each.guard) for each in self._changes(counter)):
            return None
        since = recorder.linked_since(counter)
        if since is None:
            return number
        several = ((one, each) for one in recorder.linked(counter) for each in self._changes(one))
        is_plain = all(one is counter and each.moment <= since for one, each in several)
        return number if is_plain else None

    # The graph.

    def is_recorded(self, node: Node) -> bool:
        """Whether autograd has surely recorded an operation."""
        certainty = node.certainty
        is_sure = certainty.must and not certainty.why - self._assumed
        return is_sure and holds_surely(node.guard, self.path)

    def surely_behind(self, edge: Edge) -> bool:
        """Whether a node surely leads on to another one."""
        certainty = edge.certainty
        is_sure = certainty.must and not certainty.why - self._assumed
        return is_sure and holds_surely(edge.guard, self.path)

    def is_saved(self, node: Node, saved: Saved) -> bool:
        """Whether an operation has surely saved something."""
        is_sure = saved.certainty.must and not saved.certainty.why - self._assumed
        is_sure = is_sure and holds_surely(saved.guard, self.path)
        is_sure = is_sure and saved.counter not in self.recorder.replaced
        return is_sure and node not in self.recorder.unsure and _is_measured(node)

    def saved_version(self, saved: Saved) -> int | None:
        """The version at which something was saved, where that is known."""
        now = self._version_of(saved.counter)
        if all(each.moment <= saved.moment for each in self._changes(saved.counter)):
            return now
        found = self.recorder.saved_version(saved)
        return None if found == NO_VERSION or not self._is_known_since(saved) else found

    def _is_known_since(self, saved: Saved) -> bool:
        return _is_fresh(self.recorder.maker(saved.counter)) and saved.counter.birth >= self._began

    def present_version(self, saved: Saved) -> int | None:
        """The version of it now."""
        return self._version_of(saved.counter)

    def fate(self, node: Node, saved: Saved) -> tuple[Fate, tuple[str, ast.AST] | None]:
        """What a backward finds of what is saved, and the last change of it: its name, where."""
        before, now = self.saved_version(saved), self.present_version(saved)
        since = [each for each in self._changes(saved.counter) if each.moment > saved.moment]
        seen = (since[-1].name, since[-1].node) if since else None
        missed = self._changes(saved.counter, is_seen=False)
        unseen = [(each.name, each.node) for each in missed if each.moment > saved.moment]
        freed = self.state.get(node, FREED)
        if self.freed_by(node) is not None:
            return Fate.FREED, None
        if freed or before is None or now is None:
            return Fate.UNKNOWN, seen or (unseen[-1] if unseen else None)
        if before != now:
            return Fate.CHANGED, seen
        if not unseen:
            return Fate.INTACT, None
        return (Fate.UNKNOWN if self.path else Fate.UNSEEN), unseen[-1]

    def freed_by(self, node: Node) -> ast.AST | None:
        """The backward that has surely freed what a node has saved."""
        recorder = self.recorder
        if not node.frees or node in recorder.unsure or node in recorder.perhaps_passed:
            return None
        marks: frozenset[Freed] = self.state.get(node, FREED)
        for each in sorted(marks, key=lambda one: one.moment):
            certainty = each.certainty
            is_sure = certainty.must and not certainty.why - self._assumed
            if is_sure and holds_surely(each.guard, self.path) and each.moment > self._began:
                return each.node
        return None

    def freed(self, node: Node) -> Claim:
        """Whether a second backward through a node raises: what lies behind was freed."""
        perhaps = None
        for each in self._surely_from(node):
            at = self.freed_by(each)
            if at is not None:
                return Claim(Answer.YES, "by a backward", self._spots.of(at))
        behind = nodes_behind([node])
        for each in behind:
            marks = sorted(self.autograd.freed(each), key=lambda one: one.moment)
            if marks:
                perhaps = self._spots.of(marks[-1].node)
                return Claim(Answer.UNKNOWN, "perhaps by a backward" if perhaps else "", perhaps)
            is_told = (
                each.leaf is not None
                or each.change is not None
                or self.recorder.is_view(each)
                or _is_measured(each)
            )
            if each in self.recorder.passed and not is_told:
                return _UNKNOWN
        is_clear = not any(
            each.operation in UNSEEN
            or (each.leaf is None and each.birth < max(self._began, self.recorder.unclear_until))
            for each in behind
        )
        return Claim(Answer.NO) if is_clear and behind.isdisjoint(self._out()) else _UNKNOWN

    def _surely_from(self, node: Node) -> Iterator[Node]:
        """A node, and those that it surely leads on to."""
        seen, pending = {node}, [node]
        while pending:
            each = pending.pop()
            yield each
            if each in self.recorder.unsure:
                continue
            more = [edge.node for edge in each.edges if self.surely_behind(edge)]
            pending += [one for one in more if one not in seen]
            seen.update(more)

    def _out(self) -> set[Node]:
        """The nodes through which unseen code may have run a backward."""
        if self._given_away is None:
            several = [self.histories(each) for each in self.recorder.escaped]
            nodes = nodes_behind(node for each in several for node in each)
            self._given_away = {each for each in nodes if each.leaf is None}
        return self._given_away


def _is_given_any(node: ast.AST | None) -> bool:
    return isinstance(node, ast.Call) and bool(node.args or node.keywords)


def _is_fresh(node: ast.AST | None) -> bool:
    """Whether an expression gives a tensor of its own, with a counter at zero."""
    if isinstance(node, ast.BinOp):
        return not isinstance(node.op, ast.MatMult)  # with a vector it is cut to shape in place
    if isinstance(node, ast.Compare):
        return True
    if isinstance(node, ast.UnaryOp):
        return isinstance(node.op, ast.USub)
    if isinstance(node, ast.Attribute):
        return node.attr == "data"
    if not isinstance(node, ast.Call) or any(each.arg in (None, "out") for each in node.keywords):
        return False
    return last_name(node) in knowledge().fresh_results


def _is_measured(node: Node) -> bool:
    """Whether what an operation saves and frees was measured, however it is called.

    An index may be a number in the shape of a tensor.
    """
    known, name = knowledge(), node.operation
    if name.startswith("getitem"):
        return not node.saved
    return name in known.operations or name in known.inplace_operations
