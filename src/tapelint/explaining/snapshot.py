"""One visit of a line: what the machine knows there, as plain data."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from tapelint.explaining.facts import (
    Answer,
    Claim,
    Fate,
    Keeping,
    Node,
    Role,
    Spot,
    TensorFacts,
    Version,
    View,
)
from tapelint.explaining.names import names_in, reached, tensors_in_scope, unknown_names
from tapelint.explaining.places import Spots, Stop
from tapelint.source import tree
from tapelint.source.tree import walk
from tapelint.tape.definite.facts import Facts
from tapelint.tape.domain.graph_nodes import GraphNode, NodeKind, Saved, Write
from tapelint.tape.domain.terms import Truth, WriteForm
from tapelint.tape.domain.values import Tensor, TensorRecord, Value
from tapelint.tape.machine.machine import Machine
from tapelint.tape.syntax import called_name
from tapelint.torch_api.knowledge import base_of, knowledge

_OF_SUBSCRIPTS = (
    tree.SubscriptElement,
    tree.Index,
    tree.Integer,
    tree.SimpleString,
    tree.UnaryOperation,
)
_MOST_TENSORS = 40
_MOST_NODES = 60
_UNKNOWN = Claim(Answer.UNKNOWN)
_MET = frozenset({NodeKind.JOIN, NodeKind.ELEMENT})
_PASSED_OVER = _MET
_OWN = frozenset({NodeKind.OPERATION})


class Snapshot:
    """What is known at one visit."""

    def __init__(
        self,
        definite: Facts,
        look_up: Callable[[str], Value | None],
        spots: Spots,
        stop: Stop,
    ) -> None:
        self.machine, self.definite, self.look_up = definite.machine, definite, look_up
        self.spots, self.stop = spots, stop
        self._names: dict[int, list[str]] = {}
        self._temporary: set[int] = set()
        self._keeps: dict[int, list[tuple[GraphNode, Saved]]] = {}
        self._sure: set[GraphNode] = set()
        self._recorded: dict[GraphNode, bool] = {}

    def view(self) -> View:
        """All that is known now."""
        machine = self.machine
        line_names = names_in(self.stop.node)
        found = self._found(line_names)
        for name, tensor, _, _ in found:
            self._names.setdefault(tensor.identity, []).append(name)
        self._note_keeping([tensor for _, tensor, _, _ in found])
        ordered = sorted(found, key=lambda each: not each[2])
        tensors = [
            self._tensor(name, tensor, is_on_line=on_line, is_doubted=doubted)
            for name, tensor, on_line, doubted in ordered[:_MOST_TENSORS]
        ]
        unknown = [self._unknown(name) for name in unknown_names(machine, line_names)]
        everything = [tensor for _, tensor, _, _ in ordered]
        on_line = [tensor for _, tensor, is_on_line, _ in ordered if is_on_line]
        return View(
            tensors=(*tensors, *unknown),
            nodes=self._graph(self._drawn(on_line, everything)),
            mode=self._mode(),
            is_mode_assumed=bool(machine.frame.unit) and len(machine.frames) == 2,
            is_alone=_is_alone(machine),
            function=machine.frame.name,
            in_loop=bool(machine.frame.loops),
            more=max(len(found) - _MOST_TENSORS, 0),
        )

    def _mode(self) -> str:
        mode = self.machine.grad_mode
        if mode is Truth.UNKNOWN:
            return "unknown"
        if mode is Truth.YES:
            return "enabled"
        return {Truth.YES: "inference", Truth.NO: "no_grad"}.get(self.machine.inference, "off")

    def _found(self, line_names: set[str]) -> list[tuple[str, Tensor, bool, bool]]:
        """Name, tensor, whether it is met in the line, whether it is doubted."""
        machine = self.machine
        found: dict[str, tuple[str, Tensor, bool, bool]] = {}
        for name, tensor, doubted in tensors_in_scope(machine, self.definite.doubts):
            parts = set(name.replace("[", ".").split("."))
            root = name.split(".")[0].split("[")[0]
            is_met = root in line_names and (len(parts) == 1 or self._is_path_met(name, line_names))
            found[name] = (name, tensor, is_met, doubted)
        for name in sorted(line_names):
            value = self.look_up(name)
            for path, tensor, doubted in (
                reached(machine, self.definite.doubts, name, value) if value else ()
            ):
                met = self._is_path_met(path, line_names)
                found.setdefault(path, (path, tensor, met, doubted))
        for path, tensor in self._items():
            found.setdefault(path, (path, tensor, True, False))
        held = {tensor.identity for _, tensor, _, _ in found.values()}
        for identity, node in self.definite.made_here:
            record = machine.tensor_record(Tensor(identity))
            if record is None or identity in held or not self._is_in_line(node):
                continue
            text = self.spots.text(node)
            self._temporary.add(identity)
            found.setdefault(f"{text} ", (text, Tensor(identity), True, False))
        return list(found.values())

    def _items(self) -> Iterator[tuple[str, Tensor]]:
        """``s[0]`` of a list whose length is not known, where the line cannot put another there."""
        statement = self.stop.node
        bound: set[str] = set()
        if isinstance(statement, tree.Assign):
            targets = [each.target for each in statement.targets]
            if not all(isinstance(each, tree.Name) for each in targets):
                return
            bound = {each.value for each in targets if isinstance(each, tree.Name)}
        elif not isinstance(statement, (tree.Expr, tree.Return)):
            return
        for node, tensor in self.definite.items_here.items():
            is_simple = all(
                isinstance(each, (tree.Name, tree.Attribute, tree.Subscript, *_OF_SUBSCRIPTS))
                for each in walk(node)
            )
            if is_simple and self._is_in_line(node) and not bound & names_in(node):
                yield self.spots.text(node), tensor

    def _is_path_met(self, path: str, line_names: set[str]) -> bool:
        if "[" in path or "." not in path:
            return True
        return all(part in line_names for part in path.split("."))

    def _is_in_line(self, node: tree.Node | None) -> bool:
        place = self.spots.place(node)
        around = self.spots.place(self.stop.node)
        if place is None or around is None or not self.stop.is_after:
            return False
        is_simple = isinstance(self.stop.node, tree.BaseSmallStatement)
        return is_simple and around.line <= place.line and place.end_line <= around.end_line

    # --- one tensor ---

    def _unknown(self, name: str) -> TensorFacts:
        why = "it is not known what it is"
        claim = Claim(Answer.UNKNOWN, why)
        return TensorFacts(name, True, False, 0, claim, claim, version=Version(None, why))

    def _tensor(
        self, name: str, tensor: Tensor, *, is_on_line: bool, is_doubted: bool
    ) -> TensorFacts:
        machine = self.machine
        record = machine.tensor_record(tensor)
        assert record is not None
        doubt = self._doubt(tensor.identity, record, is_doubted)
        requires_grad = doubt or self._requires_grad(record)
        is_leaf = doubt or self._is_leaf(record, requires_grad)
        operation = _operation(record.graph) if requires_grad.answer is Answer.YES else None
        if operation in self.definite.doubts.unsure:
            operation = None
        if operation is not None and operation.operation == "view":
            # A view whose memory has changed since gets another grad_fn.
            operation = (
                operation if self.definite.versions.is_as_made(tensor.identity, record) else None
            )
        is_result = operation is not None and is_leaf.answer is Answer.NO
        is_cut = requires_grad.answer is Answer.NO
        cut_by, cut_at = self._ended_by(record) if is_cut else ("", None)
        return TensorFacts(
            name=name,
            is_on_line=is_on_line,
            is_temporary=tensor.identity in self._temporary,
            identity=tensor.identity,
            requires_grad=requires_grad,
            is_leaf=is_leaf,
            made_by=base_of(operation.operation) if is_result and operation else "",
            made_at=self.spots.of(operation.node if is_result and operation else record.made_at),
            made_as=self.spots.text(record.made_at),
            version=self._version(record, doubt),
            shares=self._shares(tensor, record),
            kept_by=tuple(
                self._keeping(graph, saved) for graph, saved in self._keeps.get(record.storage, ())
            ),
            freed=self._freed(record.graph) if is_result else _UNKNOWN,
            cut_by=cut_by,
            cut_at=cut_at,
        )

    def _ended_by(self, record: TensorRecord) -> tuple[str, Spot | None]:
        """What gave a tensor without history, where one was lost: its name and place.

        A constructor that copied the numbers of tensors with a history tells more than a
        ``detach`` beside it, which is there on purpose. Of several, the first in the text counts.
        """
        copies = [
            (spot.cell or 0, spot.line, called_name(cut.node, ""), spot)
            for cut in record.cuts
            if cut.sources and isinstance(cut.node, tree.Call)
            if (spot := self.spots.of(cut.node)) is not None
        ]
        if copies:
            *_, name, spot = min(copies, key=lambda each: each[:3])
            return name, spot
        origin = record.origin
        return ("", None) if origin is None else (origin.operation, self.spots.of(origin.node))

    def _doubt(self, identity: int, record: TensorRecord, is_doubted: bool) -> Claim | None:
        if is_doubted:
            return Claim(Answer.UNKNOWN, "an object that holds it was given away")
        known = self.definite.doubts.of(identity, record)
        if known is not None:
            why, node = known
            return Claim(Answer.UNKNOWN, why, self.spots.of(node))
        if record.made_at is None and not record.is_parameter:
            return Claim(Answer.UNKNOWN, "an argument: it may come from anywhere")
        if record.is_guess:
            return Claim(Answer.UNKNOWN, "it comes from a call that is not known")
        return None

    def _requires_grad(self, record: TensorRecord) -> Claim:
        answer = _ANSWERS[record.requires_grad]
        at = self.spots.of(record.requires_grad_at)
        if answer is Answer.YES and not _is_certain(record.graph):
            return Claim(Answer.UNKNOWN, "whether autograd recorded it is not known")
        if answer is Answer.YES:
            return Claim(answer, "", at)
        if answer is Answer.UNKNOWN and record.trained_on_a_path:
            return Claim(answer, "on one path it does", at)
        return Claim(answer)

    def _is_leaf(self, record: TensorRecord, requires_grad: Claim) -> Claim:
        answer = _ANSWERS[record.is_leaf]
        if answer is Answer.NO and requires_grad.answer is not Answer.YES:
            return Claim(Answer.UNKNOWN, requires_grad.why)
        return Claim(answer)

    def _version(self, record: TensorRecord, doubt: Claim | None) -> Version:
        if doubt is not None:
            return Version(None, doubt.why, doubt.at)
        if self.machine.inference is not Truth.NO and record.made_at is not None:
            return Version(None, "tensors made under `inference_mode` have no version counter")
        if record.may_be_copy or record.members:
            return Version(None, "it is one of several tensors")
        number = self.definite.versions.version(record.counter)
        return Version(number, "" if number is not None else "not all changes of it are known")

    def _shares(self, tensor: Tensor, record: TensorRecord) -> tuple[str, ...]:
        found: list[str] = []
        if record.storage in self.definite.doubts.several:
            return ()
        for identity, names in self._names.items():
            other = self.machine.tensor_record(Tensor(identity))
            if other is not None and other.storage == record.storage:
                if identity != tensor.identity:
                    found += names
        return tuple(found)

    # --- what is kept ---

    def _note_keeping(self, tensors: list[Tensor]) -> None:
        """Find what the graphs behind all these tensors keep, by the memory that is kept."""
        found: dict[GraphNode, bool] = {}
        pending = [(graph, True) for each in tensors if (graph := self.machine.graph_node(each))]
        while pending:
            graph, is_sure = pending.pop()
            if graph in found and found[graph] >= is_sure:
                continue
            is_new = graph not in found
            found[graph] = is_sure
            goes_on = is_sure and graph.kind in _OWN and self._is_recorded(graph)
            pending.extend((each, goes_on) for each in graph.inputs)
            for saved in graph.saved if is_new else ():
                self._keeps.setdefault(saved.storage, []).append((graph, saved))
        self._sure = {
            graph
            for graph, is_sure in found.items()
            if is_sure
            and self._is_recorded(graph)
            and _is_measured(graph)
            and all(map(self._is_recorded, graph.inputs))
        }
        for kept in self._keeps.values():
            kept.sort(key=lambda each: each[1].moment)

    def _is_recorded(self, graph: GraphNode) -> bool:
        """Whether autograd has recorded an operation for sure, on whatever path."""
        pending = [graph]
        while pending:
            each = pending[-1]
            if each in self._recorded:
                pending.pop()
                continue
            missing = [inner for inner in each.inputs if inner not in self._recorded]
            if missing and each.kind is not NodeKind.LEAF:
                pending += missing
                continue
            self._recorded[each] = self._is_recorded_itself(each)
            pending.pop()
        return self._recorded[graph]

    def _is_recorded_itself(self, graph: GraphNode) -> bool:
        if not graph.is_certain or graph in self.definite.doubts.unsure:
            return False
        if graph.kind is NodeKind.LEAF:
            record = self.machine.tensor_record(Tensor(graph.leaf or 0))
            return record is not None and record.requires_grad is Truth.YES
        inner = [self._recorded[each] for each in graph.inputs]
        if graph.operation == "join" and graph.kind is NodeKind.JOIN:
            return len(inner) > 1 and all(inner)  # a path without a history has no input there
        return any(inner)

    def _keeping(self, graph: GraphNode, saved: Saved) -> Keeping:
        versions = self.definite.versions
        before, now = versions.saved_at(saved), versions.version(saved.counter)
        fate, change = self._fate(graph, saved, before, now)
        return Keeping(
            operation=base_of(graph.operation),
            at=self.spots.of(graph.node),
            tensor=self._kept_name(saved),
            is_result=saved.is_result,
            saved_version=before,
            present_version=now,
            fate=fate,
            changed_at=self.spots.of(change.node) if change is not None else None,
            change=change.operation if change is not None else "",
            is_certain=graph in self._sure and self.definite.backwards.is_saved(saved),
        )

    def _fate(
        self, graph: GraphNode, saved: Saved, before: int | None, now: int | None
    ) -> tuple[Fate, Write | None]:
        """What a backward finds of what is kept, and the last change of it."""
        machine = self.machine
        changes = machine.stale(saved)
        seen = [each for each in changes if each.counter == saved.counter]
        unseen = [each for each in changes if each.counter != saved.counter]
        last = [*unseen, *seen][-1] if changes else None
        if self.definite.backwards.freed_by(graph) is not None:
            return Fate.FREED, None
        if machine.freed(graph) or before is None or now is None:
            return Fate.UNKNOWN, last
        if before != now:
            return Fate.CHANGED, seen[-1] if seen else None
        if not unseen:
            return Fate.INTACT, None
        # A change that stands in a branch may not have happened.
        is_sure = not unseen[-1].conditions and unseen[-1].form is not WriteForm.ASSIGNMENT
        return (Fate.UNSEEN if is_sure else Fate.UNKNOWN), unseen[-1]

    def _kept_name(self, saved: Saved) -> str:
        """A name of the tensor that is kept, where one has held it all the time."""
        for identity, names in self._names.items():
            record = self.machine.tensor_record(Tensor(identity))
            if record is not None and record.storage == saved.storage:
                if record.counter == saved.counter:
                    return names[0]
        return self.spots.text(saved.node, 24)

    def _freed(self, graph: GraphNode | None) -> Claim:
        """Whether a second backward through it raises: what lies behind was freed."""
        machine = self.machine
        perhaps: Spot | None = None
        is_clear = graph is not None
        seen: dict[GraphNode, bool] = {}
        pending = [(graph, True)] if graph is not None else []
        while pending:
            each, is_sure = pending.pop()
            if seen.get(each, not is_sure) >= is_sure and each in seen:
                continue
            seen[each] = is_sure
            mark = self.definite.backwards.freed_by(each) if is_sure else None
            if mark is not None:
                return Claim(Answer.YES, "by a backward", self.spots.of(mark.node))
            marks = machine.freed(each) if each.frees or not _is_measured(each) else ()
            if marks:
                perhaps = perhaps or self.spots.of(marks[-1].node)
            is_clear = is_clear and not marks and self._is_untouched(each)
            is_sure = is_sure and each.kind in _OWN and each.is_certain
            pending.extend((inner, is_sure) for inner in each.inputs)
        if is_clear:
            return Claim(Answer.NO)
        return Claim(Answer.UNKNOWN, "perhaps by a backward" if perhaps else "", perhaps)

    def _is_untouched(self, graph: GraphNode) -> bool:
        """Whether nobody else can have run a backward through an operation."""
        machine = self.machine
        if machine.was_passed(graph):
            return False
        if machine.era == 0 or not graph.frees:
            return True
        return bool(graph.saved) and all(each.moment > machine.era for each in graph.saved)

    # --- the graph ---

    def _drawn(self, on_line: list[Tensor], everything: list[Tensor]) -> list[Tensor]:
        """What is drawn: the line's tensors, what shares their memory, and what keeps it."""
        machine = self.machine
        memory = {record.storage for each in on_line if (record := machine.tensor_record(each))}
        drawn = list(on_line)
        for tensor in everything:
            record = machine.tensor_record(tensor)
            if record is None or tensor in drawn:
                continue
            if record.storage in memory or self._keeps_any(record.graph, memory):
                drawn.append(tensor)
        return drawn or everything

    def _keeps_any(self, graph: GraphNode | None, memory: set[int]) -> bool:
        seen: set[GraphNode] = set()
        pending = [graph] if graph is not None else []
        while pending:
            each = pending.pop()
            if each in seen:
                continue
            seen.add(each)
            if any(saved.storage in memory for saved in each.saved):
                return True
            pending.extend(each.inputs)
        return False

    def _graph(self, tensors: list[Tensor]) -> tuple[Node, ...]:
        """The nodes behind these tensors, results first."""
        numbers: dict[object, int] = {}
        order: list[GraphNode] = []
        roots: list[tuple[Tensor, GraphNode]] = []
        for tensor in tensors:
            graph = self.machine.graph_node(tensor)
            if graph is not None and all(tensor.identity != each.identity for each, _ in roots):
                roots.append((tensor, graph))
        pending = [_seen_as(graph) for _, graph in reversed(roots)]
        while pending and len(order) < _MOST_NODES:
            graph = pending.pop()
            if graph in numbers:
                continue
            numbers[graph] = len(order)
            order.append(graph)
            pending.extend(_seen_as(each) for each in reversed(graph.inputs))
        nodes = [self._node(graph, numbers) for graph in order]
        for tensor, graph in roots:
            at = numbers.get(_seen_as(graph))
            if at is not None:
                nodes.append(self._result(tensor, at))
        leaves = {node.leaf for node in order if node.leaf is not None}
        for tensor in tensors:
            if self.machine.graph_node(tensor) is None and tensor.identity not in leaves:
                leaves.add(tensor.identity)
                nodes.append(self._result(tensor, None))
        return tuple(nodes)

    def _node(self, graph: GraphNode, numbers: dict[object, int]) -> Node:
        inputs = dict.fromkeys(
            numbers[_seen_as(each)] for each in graph.inputs if _seen_as(each) in numbers
        )
        if graph.kind is NodeKind.LEAF and graph.leaf is not None:
            return self._leaf(graph)
        return Node(
            Role.EITHER if graph.kind in _MET else Role.OPERATION,
            "one of several" if graph.kind in _MET else base_of(graph.operation),
            self.spots.of(graph.node),
            tuple(inputs),
            tuple(self._keeping(graph, each) for each in graph.saved),
            is_certain=graph.is_certain,
            freed=self._freed(graph),
        )

    def _leaf(self, graph: GraphNode) -> Node:
        assert graph.leaf is not None
        names = self._names.get(graph.leaf)
        record = self.machine.tensor_record(Tensor(graph.leaf))
        text = self.spots.text(graph.node, 24) or "a leaf"
        version = None
        if record is not None:
            version = self._version(record, self._doubt(graph.leaf, record, False))
        title = ", ".join(names) if names else text
        return Node(Role.LEAF, title, self.spots.of(graph.node), (), version=version)

    def _result(self, tensor: Tensor, made_by: int | None) -> Node:
        """A tensor of the picture: what an operation has made, or one without a history."""
        record = self.machine.tensor_record(tensor)
        assert record is not None
        is_leaf = made_by is None and record.requires_grad is Truth.YES
        return Node(
            Role.LEAF if is_leaf else Role.RESULT,
            ", ".join(dict.fromkeys(self._names.get(tensor.identity, []))),
            self.spots.of(record.made_at) if made_by is None else None,
            () if made_by is None else (made_by,),
            version=self._version(record, self._doubt(tensor.identity, record, False)),
            shares=self._shares(tensor, record),
        )


_ANSWERS = {Truth.YES: Answer.YES, Truth.NO: Answer.NO, Truth.UNKNOWN: Answer.UNKNOWN}


def _is_alone(machine: Machine) -> bool:
    """Whether the function at hand is executed as if called from anywhere."""
    called = (each.arguments is None for each in reversed(machine.frames) if each.unit is not None)
    return next(called, False)


def _seen_as(graph: GraphNode) -> GraphNode:
    """The node that is shown for one: what is none of autograd's is passed over."""
    while graph.kind in _PASSED_OVER and len(graph.inputs) == 1:
        graph = graph.inputs[0]
    return graph


def _operation(graph: GraphNode | None) -> GraphNode | None:
    """The operation that made a tensor; ``None`` where it may be one of several."""
    found = _seen_as(graph) if graph is not None else None
    return found if found is not None and found.kind is NodeKind.OPERATION else None


def _is_measured(graph: GraphNode) -> bool:
    """Whether what an operation saves and frees was measured, however it is called.

    A module's name says little, and an index may be a number in the shape of a tensor.
    """
    known = knowledge()
    name = graph.operation
    if graph.kind is not NodeKind.OPERATION or name == "view":
        return True
    if name[:1].isupper():
        return False
    return (name in known.operations and not name.startswith("getitem")) or (
        name in known.inplace_operations
    )


def _is_certain(graph: GraphNode | None) -> bool:
    """Whether autograd has recorded a history for sure, on whatever path."""
    if graph is None or graph.kind not in _MET:
        return graph is None or graph.is_certain
    return all(_is_certain(each) for each in graph.inputs)
