"""Changes in place, and whether torch refuses them."""

from __future__ import annotations

import ast
from collections.abc import Container, Iterator
from typing import Final, NamedTuple

from tapelint.bridge.places import Places
from tapelint.core.autograd.backward import Autograd
from tapelint.core.autograd.events import Write
from tapelint.core.autograd.graph import IS_LEAF, REQUIRES_GRAD, Tensor
from tapelint.core.code.operators import BINARY
from tapelint.core.domain.certainty import under
from tapelint.core.domain.predicates import SHOWN
from tapelint.core.machine.machine import Machine
from tapelint.core.running.duties import BY_ITS_CALLERS, BY_ITS_NAME
from tapelint.project.roles.modes import Recorded
from tapelint.source import tree
from tapelint.source.python_forms import last_name
from tapelint.tape.domain.assumptions import Assumed, Assumption, Sign
from tapelint.tape.domain.terms import Truth, WriteForm
from tapelint.tape.write_events import InPlace
from tapelint.torch_api.operators import OPERATORS, by_operation

_FORMS: Final = {
    "method": WriteForm.METHOD,
    "operator": WriteForm.AUGMENTED,
    "index": WriteForm.SUBSCRIPT,
    "out": WriteForm.OUT,
    "function": WriteForm.FUNCTION,
    "module": WriteForm.MODULE,
    "init": WriteForm.INIT,
}


class _Changed(NamedTuple):
    """A change of a tensor.

    Attributes:
        event: It.
        owner: The tensor, or the one that it is a view of.
        is_wanted: Whether that may have a history.
        function: The name of the function that it stands in.
        entry: The function that is run for its own sake; ``None`` for the file's body.
    """

    event: Write
    owner: Tensor
    is_wanted: bool
    function: str
    entry: ast.AST | None


class InPlaceRecorder:
    """Keeps changes in place."""

    def __init__(self, machine: Machine, autograd: Autograd) -> None:
        self._machine: Final = machine
        self._found: Final[list[_Changed]] = []
        machine.listen(Write, self._written)

    @property
    def has_found(self) -> bool:
        """Whether there is anything to tell."""
        return bool(self._found)

    def _written(self, event: Write) -> None:
        if event.form not in _FORMS or SHOWN in event.guard:
            return
        state, owner = self._machine.state, event.tensor.base or event.tensor
        is_wanted = state.get(owner, REQUIRES_GRAD).may and not state.get(owner, IS_LEAF).must
        function = self._machine.active[-1].name
        entry = event.calls[0] if event.calls else None
        self._found.append(_Changed(event, owner, is_wanted, function, entry))

    def events(self, places: Places) -> Iterator[InPlace]:
        """What rules are told."""
        for each in self._found:
            event, written = each.event, _written(each.event, places.imports)
            at, target = places.of(event.node), places.of(written.target)
            if at is None or not isinstance(target, tree.BaseExpression):
                continue
            yield InPlace(
                at=at,
                grad_mode=_mode(event),
                function=each.function,
                caller=places.caller(event.calls),
                via=places.via(event.calls) if at.source is not places.parsed else None,
                operation=written.operation,
                form=written.form,
                target=target,
                is_view=event.tensor.base is not None and not written.is_item,
                is_refused=event.protected.must,
                assumed=tuple(_assumed(each, target, places)),
                is_wanted=each.is_wanted,
                requires_grad_at=places.of(each.owner.node),
                operands_have_history=event.operands.must,
            )


class _Written(NamedTuple):
    """How a change is written.

    Attributes:
        target: The expression that is changed.
        operation: What changes it.
        form: The form of that.
        is_item: Whether the target's item is computed first, and put back.
    """

    target: ast.expr | None
    operation: str
    form: WriteForm
    is_item: bool = False


def _written(event: Write, imports: Container[str]) -> _Written:
    node, form = event.node, _FORMS[event.form]
    if isinstance(node, ast.AugAssign):
        is_item = isinstance(node.target, ast.Subscript)
        target = node.target.value if isinstance(node.target, ast.Subscript) else node.target
        word = BINARY[type(node.op)]
        symbol = next(each.symbol for each in OPERATORS if each.function == word)
        return _Written(target, f"{symbol}=", WriteForm.AUGMENTED, is_item)
    if isinstance(node, ast.Subscript):
        return _Written(node.value, event.name, form)
    if not isinstance(node, ast.Call):
        return _Written(None, event.name, form)
    function = node.func
    word = last_name(function)
    first = node.args[0] if node.args else next((each.value for each in node.keywords), None)
    if form is WriteForm.OUT:
        out = [each.value for each in node.keywords if each.arg == "out"]
        return _Written(out[0] if out else None, "out=", form)
    if form is WriteForm.AUGMENTED:
        return _Written(
            function.value if isinstance(function, ast.Attribute) else first,
            f"{by_operation()[event.name.removesuffix('_')].symbol}=",
            form,
        )
    if form is WriteForm.METHOD and isinstance(function, ast.Attribute):
        root: ast.expr = function
        while isinstance(root, ast.Attribute):
            root = root.value
        if not (isinstance(root, ast.Name) and root.id in imports):
            return _Written(function.value, word, form)
        is_of_class = isinstance(function.value, ast.Attribute)  # ``torch.Tensor.add_(x, 1)``
        return _Written(first, word, form if is_of_class else WriteForm.FUNCTION)
    return _Written(first, event.name if form is WriteForm.MODULE else word, form)


def _is_own(tensor: Tensor) -> bool:
    """Whether the code itself has made a leaf that requires grad: it wants it recorded."""
    return tensor.node is not None and not tensor.is_parameter


def _is_off(changed: _Changed, places: Places) -> bool:
    """Whether all who use the function, or its class, in other files switch recording off."""
    return places.records_elsewhere(changed.entry) is Recorded.NO


def _mode(event: Write) -> Truth:
    if event.recording.must:
        return Truth.YES
    return Truth.UNKNOWN if event.recording.may else Truth.NO


def _assumed(
    changed: _Changed, target: tree.BaseExpression, places: Places
) -> Iterator[Assumption]:
    """What is assumed for torch to refuse it."""
    event, entry = changed.event, places.of(changed.entry)
    mode = event.recording
    if not event.protected.must:
        return
    if _is_off(changed, places):
        yield Assumption(Assumed.RECORDING, Sign.CALLERS, entry)
    elif not mode.must:
        yield Assumption(Assumed.RECORDING, Sign.CALLERS)
    elif BY_ITS_CALLERS in mode.why and not _is_own(changed.owner):
        yield Assumption(Assumed.RECORDING, Sign.NONE, entry)
    elif BY_ITS_NAME in mode.why and not _is_own(changed.owner):
        yield Assumption(Assumed.RECORDING, Sign.ROLE, entry)
    if event.protected.why - {BY_ITS_CALLERS, BY_ITS_NAME}:
        yield Assumption(Assumed.TYPE, Sign.USE, None, target)
    if not under(event.guard).must:
        yield Assumption(Assumed.WAY, Sign.NONE)
