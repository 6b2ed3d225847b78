"""One visit of a line: what the machine knows there, as plain data."""

from __future__ import annotations

import ast
from dataclasses import replace
from typing import Final, NamedTuple

from tapelint.core.autograd.backward import Autograd
from tapelint.core.autograd.graph import Counter, Node, Saved, Tensor
from tapelint.core.domain.objects import Frame
from tapelint.core.domain.predicate import Guard
from tapelint.core.domain.predicates import OPEN
from tapelint.core.domain.values import UNBOUND
from tapelint.core.machine.machine import Machine
from tapelint.explaining.facts import (
    Answer,
    Claim,
    Keeping,
    TensorFacts,
    Version,
    View,
)
from tapelint.explaining.graph import GraphView
from tapelint.explaining.known import Known
from tapelint.explaining.merging import merged_tensor
from tapelint.explaining.modes import Modes
from tapelint.explaining.names import Met, is_unknown, look_up, names_in, reached, variables
from tapelint.explaining.places import Spots, Stop
from tapelint.explaining.recorder import Recorder

_MOST_TENSORS: Final = 40
_UNKNOWN: Final = Claim(Answer.UNKNOWN)
_NOT_KNOWN: Final = "it is not known what it is"
_ONE_OF_SEVERAL: Final = "it is one of several tensors"
_OWN_FUNCTION: Final = "torch.autograd.Function"
"""torch itself calls the methods of classes that derive from it."""
_LOOPS: Final = (ast.For, ast.AsyncFor, ast.While)
_FUNCTIONS: Final = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)


class Watched(NamedTuple):
    """What a snapshot is taken of.

    Attributes:
        machine: The machine.
        autograd: Its autograd.
        recorder: What listens to it.
        modes: What the text says of grad modes.
        spots: Turns nodes into lines.
    """

    machine: Machine
    autograd: Autograd
    recorder: Recorder
    modes: Modes
    spots: Spots


class Snapshot:
    """What is known at one visit."""

    def __init__(self, watched: Watched, frame: Frame, stop: Stop) -> None:
        self._machine, self._autograd, self._recorder, self._modes, self._spots = watched
        self._frame, self._stop = frame, stop
        self._known = Known(watched.machine, watched.autograd, watched.recorder, watched.spots)
        self._names: dict[Tensor, list[str]] = {}
        self._identities: dict[Tensor, int] = {}
        self._keeps: dict[Counter, list[tuple[Node, Saved]]] = {}
        self._sure: set[Node] = set()

    def view(self) -> View:
        """All that is known now."""
        machine, line_names = self._machine, names_in(self._stop.node)
        found = self._found(line_names)
        for met, _ in found:
            for each, _ in met.tensors if len(met.tensors) == 1 else ():
                self._names.setdefault(each, []).append(met.name)
        self._note_keeping([met for met, _ in found])
        ordered = sorted(found, key=lambda each: not each[1])
        tensors = [self._facts(met, is_on_line) for met, is_on_line in ordered[:_MOST_TENSORS]]
        own = variables(self._frame)
        unknown = sorted(
            name for name in line_names if name in own and is_unknown(machine, own[name])
        )
        met_names = {met.name for met, _ in found}
        shown = [each for met, _ in ordered for each, _ in met.tensors]
        on_line = [each for met, is_on_line in ordered if is_on_line for each, _ in met.tensors]
        graph = GraphView(self._known, self._spots, self._names, self._keeping, self._shares)
        calls = machine.calls
        is_alone = bool(calls) and calls[-1] is self._frame.code.node
        return View(
            tensors=(*tensors, *(self._unknown(each) for each in unknown if each not in met_names)),
            nodes=graph.nodes(on_line, shown),
            mode=self._mode(),
            is_mode_assumed=is_alone and len(machine.frames) == 1,
            is_alone=is_alone,
            function=self._frame.code.name,
            in_loop=self._is_in_loop(),
            more=max(len(found) - _MOST_TENSORS, 0),
        )

    def _mode(self) -> str:
        owner, is_alone = self._frame.owner, self._machine.calls[-1:] == [self._frame.code.node]
        if owner is not None and owner.is_a(_OWN_FUNCTION) and is_alone:
            is_forward = self._frame.code.name.rpartition(".")[2] == "forward"
            return "no_grad" if is_forward else "unknown"
        recording, place = self._autograd.recording, (self._stop.node, self._machine.calls)
        if self._modes.is_odd(*place, recording.may):
            return "unknown"
        if not recording.may:
            return self._modes.off(*place)
        return "enabled" if recording.must else "unknown"

    def _is_in_loop(self) -> bool:
        node = self._spots.parents.get(self._stop.node)
        while node is not None and not isinstance(node, _FUNCTIONS):
            if isinstance(node, _LOOPS):
                return True
            node = self._spots.parents.get(node)
        return False

    # What is met.

    def _found(self, line_names: set[str]) -> list[tuple[Met, bool]]:
        """The names that lead to tensors, and whether they are met in the line."""
        machine, found = self._machine, dict[tuple[str, bool], tuple[Met, bool]]()
        for name, value in variables(self._frame).items():
            for met in reached(machine, name, value):
                is_met = name in line_names and _is_met(met.name, line_names)
                found[met.name, False] = met, is_met
        for name in sorted(line_names):
            value = look_up(machine, self._frame, name)
            for met in reached(machine, name, value) if value is not UNBOUND else ():
                found.setdefault((met.name, False), (met, _is_met(met.name, line_names)))
        held = {each for met, _ in found.values() for each, _ in met.tensors}
        for tensor, node in self._recorder.made_here.items():
            if tensor in held or not self._is_in_line(node):
                continue
            text = self._spots.text(node)
            met = Met(text, ((tensor, OPEN),), is_open=False, is_temporary=True)
            found.setdefault((text, True), (met, True))
        return list(found.values())

    def _is_in_line(self, node: ast.AST) -> bool:
        if not self._stop.is_after or hasattr(self._stop.node, "body"):
            return False
        place, around = self._spots.place(node), self._spots.place(self._stop.node)
        if place is None or around is None:
            return False
        return around.line <= place.line and place.end_line <= around.end_line

    # One name.

    def _unknown(self, name: str) -> TensorFacts:
        claim = Claim(Answer.UNKNOWN, _NOT_KNOWN)
        return TensorFacts(name, True, False, 0, claim, claim, version=Version(None, _NOT_KNOWN))

    def _facts(self, met: Met, is_on_line: bool) -> TensorFacts:
        """What is known of what a name leads to: what is the same of each that it may be."""
        if met.is_open:
            return replace(self._unknown(met.name), is_on_line=is_on_line)
        several = [self._tensor(met, *each, is_on_line) for each in met.tensors]
        if len(several) == 1:
            return several[0]
        return merged_tensor(several, _ONE_OF_SEVERAL)

    def _tensor(self, met: Met, tensor: Tensor, guard: Guard, is_on_line: bool) -> TensorFacts:
        known = self._known.under(guard)
        doubt = known.doubt(tensor)
        requires_grad = doubt or known.requires_grad(tensor)
        is_leaf = doubt or known.is_leaf(tensor, requires_grad)
        is_result = requires_grad.answer is Answer.YES and is_leaf.answer is Answer.NO
        node = known.history(tensor) if is_result else None
        is_bare = requires_grad.answer is Answer.NO
        cut = self._recorder.ended.get(tensor) if is_bare else None
        return TensorFacts(
            name=met.name,
            is_on_line=is_on_line,
            is_temporary=met.is_temporary,
            identity=self._identities.setdefault(tensor, len(self._identities) + 1),
            requires_grad=requires_grad,
            is_leaf=is_leaf,
            made_by=self._recorder.name(node) if node is not None else "",
            made_at=self._spots.of(node.node if node is not None else tensor.node),
            made_as=self._spots.text(tensor.node),
            version=known.version(tensor),
            shares=self._shares(tensor),
            kept_by=tuple(self._keeping(*each) for each in self._keeps.get(tensor.counter, ())),
            freed=known.freed(node) if node is not None else _UNKNOWN,
            cut_by=cut[0] if cut is not None else "",
            cut_at=self._spots.of(cut[1]) if cut is not None else None,
        )

    def _shares(self, tensor: Tensor) -> tuple[str, ...]:
        """Other names of tensors that surely lie in the same memory."""
        apart = self._recorder.apart
        if tensor in apart or self._known.doubt(tensor) is not None:
            return ()
        return tuple(
            name
            for other, names in self._names.items()
            if other.storage is tensor.storage and other is not tensor and other not in apart
            for name in names
        )

    # What is kept.

    def _note_keeping(self, several: list[Met]) -> None:
        """Find what the graphs behind all these tensors keep, by the memory that is kept."""
        known, found = self._known, dict[Node, bool]()
        pending = [
            (node, len(met.tensors) == 1 and len(nodes) == 1 and node is known.history(tensor))
            for met in several
            for tensor, _ in met.tensors
            for nodes in [known.histories(tensor)]
            for node in nodes
        ]
        while pending:
            node, is_sure = pending.pop()
            if node in found and found[node] >= is_sure:
                continue
            found[node] = is_sure
            goes_on = is_sure and node not in self._recorder.unsure
            pending += ((e.node, goes_on and known.surely_behind(e)) for e in node.edges)
        self._sure = {node for node, is_sure in found.items() if is_sure}
        ordered = sorted(found, key=lambda each: each.birth)
        for node in ordered:
            for saved in node.saved:
                self._keeps.setdefault(saved.counter, []).append((node, saved))

    def _keeping(self, node: Node, saved: Saved) -> Keeping:
        known = self._known
        fate, change = known.fate(node, saved)
        return Keeping(
            operation=self._recorder.name(node),
            at=self._spots.of(node.node),
            tensor=self._kept_name(node, saved),
            is_result=saved.operand is None,
            saved_version=known.saved_version(saved),
            present_version=known.present_version(saved),
            fate=fate,
            changed_at=self._spots.of(change[1]) if change is not None else None,
            change=change[0] if change is not None else "",
            is_certain=node in self._sure and known.is_saved(node, saved),
        )

    def _kept_name(self, node: Node, saved: Saved) -> str:
        """A name of the tensor that is kept, where one holds it; else its text."""
        for tensor, names in self._names.items():
            if tensor.counter is saved.counter:
                return names[0]
        at, call = saved.operand, node.node
        if at is None or call is None:
            return self._spots.text(call, 24)
        return self._spots.text(_operand(call, at), 24)


def _is_met(path: str, line_names: set[str]) -> bool:
    """Whether a path stands in a line, as far as its names tell."""
    if "[" in path or "." not in path:
        return True
    return all(part in line_names for part in path.split("."))


def _operand(node: ast.AST, at: int) -> ast.AST | None:
    """The expression of an operand, by its place."""
    if isinstance(node, ast.BinOp):
        return (node.left, node.right)[at] if at < 2 else None
    if isinstance(node, ast.UnaryOp):
        return node.operand
    if not isinstance(node, ast.Call):
        return None
    is_method = isinstance(node.func, ast.Attribute) and at < len(node.args) + 1
    operands = [*([node.func.value] if isinstance(node.func, ast.Attribute) else []), *node.args]
    return operands[at] if is_method and at < len(operands) else None
