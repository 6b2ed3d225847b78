"""Leaves that are made out of results, and results that are taken for leaves."""

from __future__ import annotations

from tapelint.source import tree
from tapelint.source.tree import children, walk
from tapelint.tape import leaf_events
from tapelint.tape.autograd import flow
from tapelint.tape.autograd.kept_tensors import is_given, is_weight
from tapelint.tape.autograd.origins import origin_of
from tapelint.tape.domain.domains import RETAINED, UNHELD
from tapelint.tape.domain.graph_nodes import Cut, GraphNode, NodeKind
from tapelint.tape.domain.terms import LeafForm, LeafUse, Truth, Use
from tapelint.tape.domain.values import Instance, Number, Tensor, TensorRecord, Value
from tapelint.tape.machine.machine import Machine
from tapelint.tape.syntax import dotted_name, last_part
from tapelint.torch_api.conversions import OTHER_DEVICES
from tapelint.torch_api.families import families, with_numbers
from tapelint.torch_api.knowledge import knowledge

_DEEPEST = 3
_BY_THE_TAPE = frozenset({"element", "path", "to", "view"})
"""How the tape calls what only hands numbers on."""
_FACTORS = with_numbers(families().products | families().quotients | {"add"})
_SAME_ROOT = _FACTORS | _BY_THE_TAPE | {"clone", "neg"}
"""Operations after which a loss is still the same loss, at most with another factor."""
_WRAPPERS = frozenset({"Variable", "Parameter"})


# --- made out of results -------------------------------------------------------------------


def note_made(
    machine: Machine,
    form: LeafForm,
    source: tree.BaseExpression,
    value: Value,
    node: tree.Node,
    cut: Cut,
) -> None:
    """Record that a tensor is made to require grad over numbers that are there already.

    Args:
        machine: The machine.
        form: How.
        source: The data, or the tensor that is switched.
        value: What was known of that before.
        node: The constructor's call, or what switches.
        cut: Where the uses of the leaf are noted.
    """
    record = machine.tensor_record(value)
    is_switched = form is not LeafForm.CONSTRUCTOR
    before = record.requires_grad if record is not None else Truth.UNKNOWN
    history, _ = flow.history(machine, value)
    machine.emit(
        leaf_events.LeafMade,
        node,
        form=form,
        source=source,
        name=dotted_name(source) if is_switched else machine.assigned_name,
        before=before,
        is_refused=(
            form is LeafForm.FLAG
            and record is not None
            and before is Truth.YES
            and record.is_leaf is Truth.NO
        ),
        is_constant=_is_filled(record) if is_switched else is_constant(machine, value),
        origin=origin_of(machine, value),
        history=history,
        cut=cut,
        earlier=record.cuts if record is not None else frozenset(),
    )


def requires_grad(machine: Machine, leaf: int) -> bool:
    """Whether a leaf is known to require grad: none of the paths to here has frozen it."""
    record = machine.tensor_record(Tensor(leaf))
    return record is not None and record.requires_grad is Truth.YES


def may_require_grad(machine: Machine, leaf: int) -> bool:
    """Whether a leaf is not known to be frozen."""
    record = machine.tensor_record(Tensor(leaf))
    return record is not None and record.requires_grad is not Truth.NO


def is_constant(machine: Machine, value: Value, depth: int = 0) -> bool:
    """Whether numbers stand in the source."""
    held = machine.container_record(value)
    if held is not None:
        inner = all(is_constant(machine, each, depth + 1) for each in held.held)
        return depth < _DEEPEST and inner and not held.is_open
    return isinstance(value, Number) and value.value is not None


def _is_filled(record: TensorRecord | None) -> bool:
    """Whether a tensor was filled, not computed: ``torch.zeros(1)``, ``torch.tensor(0.0)``."""
    call = _root_of(record.made_at) if record is not None else None
    if record is None or not isinstance(call, tree.Call) or record.origin is not None:
        return False
    name = last_part(call.func)
    if name in knowledge().factories and name not in families().from_data:
        return True
    literal = call.args[0].value if call.args else None
    return name == "tensor" and isinstance(literal, (tree.Float, tree.Integer, tree.List))


def _root_of(made: tree.Node | None) -> tree.Node | None:
    """The call that a chain of methods and of sums with numbers begins with.

    ``torch.rand(3, 4)`` of ``2 * torch.rand(3, 4).transpose(0, 1)``.
    """
    while True:
        if isinstance(made, tree.BinaryOperation):
            is_left = isinstance(made.right, (tree.Integer, tree.Float))
            if not is_left and not isinstance(made.left, (tree.Integer, tree.Float)):
                return made
            made = made.left if is_left else made.right
        elif isinstance(made, tree.Call) and isinstance(made.func, tree.Attribute):
            if not isinstance(made.func.value, (tree.Call, tree.BinaryOperation)):
                return made
            made = made.func.value
        else:
            return made


def note_root(machine: Machine, value: Value, node: tree.Node) -> None:
    """A backward starts: where it starts at a leaf that was made, it ends there as well.

    Where paths have met, it does so if it does on each of them.
    """
    record = machine.tensor_record(value)
    if record is None:
        return
    members = [machine.state.get(each.identity) for each in record.members]
    places = [_starts(machine, each) for each in members or [record] if each is not None]
    for cut in record.cuts:
        if all(cut.node in each for each in places):
            cut.uses.setdefault(Use.ROOT, node)


def _starts(machine: Machine, record: TensorRecord) -> set[tree.Node | None]:
    """The places where a tensor was made a leaf, if a backward from it ends there at once."""
    places = {record.made_at, record.requires_grad_at}
    leaf = _end_of(machine, record, _SAME_ROOT)
    return places if leaf is None else places | {leaf.made_at, leaf.requires_grad_at}


def _end_of(
    machine: Machine, record: TensorRecord, through: frozenset[str] | None
) -> TensorRecord | None:
    """The leaf at the end of a chain of operations on one tensor."""
    node = record.graph
    while node is not None and node.kind is not NodeKind.LEAF:
        if len(node.inputs) != 1 or (through is not None and node.operation not in through):
            return None
        node = node.inputs[0]
    if node is None or node.leaf is None:
        return None
    found: TensorRecord | None = machine.state.get(node.leaf)
    return found


# --- results taken for leaves --------------------------------------------------------------


def keep_gradient(machine: Machine, tensor: Tensor) -> None:
    """``tensor.retain_grad()``: a result has a ``grad`` then, too."""
    machine.state.set_fact(RETAINED, tensor.identity, True)


def note_rebinding(
    machine: Machine, before: Value | None, value: Value, expression: tree.BaseExpression
) -> None:
    """``x = x.cuda()``: the name that held the leaf holds the result now."""
    old, new = machine.tensor_record(before) if before else None, machine.tensor_record(value)
    if old is None or new is None:
        return
    if isinstance(expression, tree.IfExp):
        for each in new.members:
            for part in (expression.body, expression.orelse):
                note_rebinding(machine, before, Tensor(each.identity), part)
    if new.graph is None or new.made_at is not expression:
        return
    if old.requires_grad is Truth.YES and old.is_leaf is Truth.YES and not old.is_parameter:
        if _end_of(machine, new, None) is old and isinstance(before, Tensor):
            machine.state.set_fact(UNHELD, old.storage, True)


def note_use(machine: Machine, value: Value, use: LeafUse, node: tree.Node) -> None:
    """A tensor is used as a leaf: record it where it is the result of an operation."""
    record = machine.tensor_record(value)
    if record is None or not isinstance(value, Tensor):
        return
    if machine.state.fact(RETAINED, value.identity):
        return
    for each in record.members:  # on one of the paths that lead here: `if cuda: x = x.cuda()`
        note_use(machine, Tensor(each.identity), use, node)
    if record.graph is None or record.members:
        return
    if record.requires_grad is not Truth.YES or record.is_leaf is Truth.YES:
        return
    if not isinstance(record.made_at, tree.BaseExpression):
        return
    leaf = _end_of(machine, record, None)
    is_new = _is_new(record.graph, _memory_of(machine, leaf))
    if is_new is Truth.NO:
        return
    made = _made_within(leaf, record.made_at) if leaf is not None else None
    is_unheld = leaf is not None and machine.state.fact(UNHELD, leaf.storage)
    is_held = made is None and not is_unheld
    may_train = _is_being_made(machine) and _is_filled(leaf)
    is_trained = leaf is not None and (leaf.is_parameter or may_train)
    if use is LeafUse.REGISTERED and (is_held or not is_trained):
        return
    if use is LeafUse.REGISTERED and leaf is not None and not leaf.is_parameter:
        unit, owner = machine.frame.unit, machine.frame.unit_class
        if unit is None or owner is None or _is_made_anew(machine, node):
            return
        if is_given(leaf.made_at, unit) or not is_weight(owner, dotted_name(node)):
            return
    if is_held and (use is not LeafUse.OPTIMISED or record.is_leaf is not Truth.NO):
        return
    machine.emit(
        leaf_events.LeafLost,
        record.made_at,
        use=use,
        used_at=node,
        leaf=made or (leaf.made_at if leaf is not None else None),
        operation=record.graph.operation,
        is_new=is_new,
        is_held=is_held,
    )


def _is_being_made(machine: Machine) -> bool:
    """Whether an object is being made: what it keeps then, and wants a gradient of, is to train."""
    unit = machine.frame.unit
    return unit is not None and unit.last_name == "__init__"


def note_stored(machine: Machine, owner: Value, value: Value, target: tree.Attribute) -> None:
    """``owner.name = value``: on a module, a parameter is registered so."""
    if isinstance(owner, Instance) and owner.unit is not None and owner.unit.is_module:
        record = machine.tensor_record(value)
        is_parameter = record is not None and record.is_parameter
        if is_parameter or not _is_assigned_again(machine, target):
            note_use(machine, value, LeafUse.REGISTERED, target)


def _is_assigned_again(machine: Machine, target: tree.Attribute) -> bool:
    """Whether the function at hand assigns the same attribute elsewhere: it is no weight yet."""
    unit = machine.frame.unit
    return unit is not None and any(
        each is not target for each in unit.assigned.get(dotted_name(target), ())
    )


def _is_made_anew(machine: Machine, target: tree.Node) -> bool:
    """Whether another method of the class assigns the same attribute: it is a state, no weight."""
    own, unit = machine.frame.unit, machine.frame.unit_class
    name = dotted_name(target)
    methods = [each for base in unit.lineage for each in base.functions] if unit is not None else []
    return any(name in each.assigned for each in methods if each is not own)


def _made_within(leaf: TensorRecord, expression: tree.BaseExpression) -> tree.Node | None:
    """The part of an expression that makes the leaf, so that no name holds it."""
    pending: list[tree.Node] = [expression]
    while pending:
        node = pending.pop()
        if node is leaf.made_at or node is leaf.requires_grad_at:
            return node
        if isinstance(node, tree.NamedExpr):
            continue
        pending.extend(children(node))
    return None


def _memory_of(machine: Machine, leaf: TensorRecord | None) -> tuple[tree.Node | None, ...]:
    """What has made a leaf, and what the tensor whose memory it has: ``Variable(x)``."""
    if leaf is None:
        return ()
    first = machine.tensor_record(Tensor(leaf.storage))
    return leaf.made_at, first.made_at if first is not None else None


def _is_new(node: GraphNode, leaf: tuple[tree.Node | None, ...]) -> Truth:
    """Whether a chain of operations makes another tensor, or may leave the leaf as it is."""
    known = Truth.NO
    link: GraphNode | None = node
    while link is not None and link.kind is not NodeKind.LEAF:
        if len(link.inputs) > 1 or link.kind is not NodeKind.OPERATION:
            return Truth.YES if link.kind is NodeKind.OPERATION else Truth.UNKNOWN
        known = max(known, _converts(link, leaf) if link.operation == "to" else Truth.YES)
        link = link.inputs[0] if link.inputs else None
    return known


def _converts(node: GraphNode, leaf: tuple[tree.Node | None, ...]) -> Truth:
    """Whether a conversion makes another tensor out of a leaf made as most are."""
    call = node.node
    if not isinstance(call, tree.Call) or not isinstance(call.func, tree.Attribute):
        return Truth.NO
    asked = _arguments_of(leaf)
    name = call.func.attr.value
    if not any(map(_is_fresh, leaf)):
        return Truth.NO  # it lies where the tensor lay that it is made from
    if name in OTHER_DEVICES:
        return Truth.NO if "device" in asked else Truth.YES
    if name in {"half", "bfloat16"}:
        return Truth.of("dtype" not in asked)
    if name == "double":  # unless that is the usual type here
        return Truth.NO if "dtype" in asked else Truth.UNKNOWN
    if name != "to" or not call.args:
        return Truth.NO
    return _moves(call, asked)


def _is_fresh(made: tree.Node | None) -> bool:
    """Whether an expression makes a tensor of its own, of the usual type, in the usual place."""
    if isinstance(made, tree.BinaryOperation):
        sides = [side for side in (made.left, made.right) if not isinstance(side, _NUMBERS)]
        return bool(sides) and all(map(_is_fresh, sides))
    if isinstance(made, tree.UnaryOperation):
        return _is_fresh(made.expression)
    if not isinstance(made, tree.Call):
        return False
    name = last_part(made.func)
    if (name in _WRAPPERS or name in knowledge().fresh_results) and made.args:
        first = made.args[0].value
        if _is_fresh(first):
            return True
    is_filled = name in knowledge().factories and not name.endswith("_like")
    return is_filled or name in knowledge().typed_constructors


_NUMBERS = (tree.Integer, tree.Float)


def _moves(call: tree.Call, asked: frozenset[str]) -> Truth:
    """Whether ``to(...)`` makes another tensor."""
    by_keyword = {each.keyword.value: each.value for each in call.args if each.keyword}
    first = by_keyword.get("device", by_keyword.get("dtype", call.args[0].value))
    if isinstance(first, tree.SimpleString):
        is_move = not first.raw_value.startswith("cpu") and "device" not in asked
        return Truth.of(is_move)
    name = dotted_name(first)
    last = name.rsplit(".", 1)[-1]
    if name.startswith("torch.") or last == "dtype":
        is_type = last in families().short_float_types and "dtype" not in asked
        return Truth.of(is_type)
    return Truth.NO if "device" in asked else Truth.UNKNOWN


def _arguments_of(leaf: tuple[tree.Node | None, ...]) -> frozenset[str]:
    """The keywords that a leaf, or what it was made of, was made with."""
    return frozenset(
        each.keyword.value
        for made in leaf
        for each in (walk(made) if made is not None else ())
        if isinstance(each, tree.Arg) and each.keyword is not None
    )
