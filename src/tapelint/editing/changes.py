"""The vocabulary of fixes: what a rule wants changed, in terms of nodes.

A rule offers one fix or several, the best first. The first that can be carried out where the
node stands becomes the finding's fix; where none can, the finding has none.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, NamedTuple, Union

from tapelint.findings import Applicability

if TYPE_CHECKING:
    import libcst as cst


class FromTorch(NamedTuple):
    """``torch.<name>``, as this file spells it; imported where it is not."""

    name: str


class FromLibrary(NamedTuple):
    """``<library>.<name>``, as this file spells it; imported where it is not."""

    library: str
    name: str


class Operand(NamedTuple):
    """A node's own text, in brackets where a call or a power could tear it apart."""

    node: cst.BaseExpression


Part = Union[str, FromTorch, FromLibrary, Operand, "cst.CSTNode"]
"""A piece of new text: literal text, a name of torch's, or a node's text as it stands."""


class Replace(NamedTuple):
    """Put other text in the place of a node."""

    node: cst.CSTNode
    parts: tuple[Part, ...]


class InsteadOfCall(NamedTuple):
    """Put other text in the place of a call that is given ``argument`` and nothing of weight.

    Refused where the call has more arguments than that one and ``requires_grad``: what they ask
    for would be lost.
    """

    call: cst.CSTNode
    argument: cst.BaseExpression
    parts: tuple[Part, ...]


class CallFromTorch(NamedTuple):
    """``make(argument, requires_grad=True)`` becomes ``torch.<name>(argument)`` and ``after``.

    Refused where the call has more arguments than that one and ``requires_grad``.
    """

    call: cst.CSTNode
    argument: cst.BaseExpression
    name: str
    after: str = ""


class DropCall(NamedTuple):
    """``x.method()`` becomes ``x``."""

    call: cst.CSTNode
    method: str


class SwitchOn(NamedTuple):
    """The one argument ``False`` of a call becomes ``True``."""

    call: cst.CSTNode


class DropArgument(NamedTuple):
    """Take the argument with this value out of its call."""

    value: cst.CSTNode
    keyword: str


class NameArgument(NamedTuple):
    """Give the argument with this value of ``call`` another keyword (or one at all)."""

    call: cst.CSTNode
    value: cst.BaseExpression
    keyword: str


class AddArgument(NamedTuple):
    """Give a call one more argument, by its keyword."""

    call: cst.CSTNode
    keyword: str
    value: str


class RequireGradLast(NamedTuple):
    """``torch.rand(3, requires_grad=True).cuda()`` becomes ``torch.rand(3).cuda()...``.

    Behind it stands ``.requires_grad_()``: the last tensor is the leaf.

    Attributes:
        leaf: The call that makes the leaf.
        made: The expression that makes another tensor of it.
    """

    leaf: cst.CSTNode
    made: cst.CSTNode


class Detach(NamedTuple):
    """``owner.data`` becomes ``owner.detach()``, also where it is augmented."""

    read: cst.CSTNode


class WriteDirectly(NamedTuple):
    """``owner.data.add_(x)`` becomes ``owner.add_(x)``: the change goes to the owner itself.

    Attributes:
        written: What changes the memory: a call, an augmented assignment, a target.
        read: The ``owner.data`` that it goes through.
    """

    written: cst.CSTNode
    read: cst.CSTNode


class CopyInto(NamedTuple):
    """``owner.data = value`` becomes ``owner.copy_(value)``."""

    target: cst.CSTNode


class CallInstead(NamedTuple):
    """``owner.method = value`` becomes ``owner.method(value)``."""

    target: cst.CSTNode


class CallMethod(NamedTuple):
    """``owner.name = value`` becomes ``owner.method(value)``."""

    target: cst.CSTNode
    method: str


class UnderNoGrad(NamedTuple):
    """Put the statement of a change under ``with torch.no_grad():``.

    Only a statement whose one result is the change can be put there: nothing that it computes
    may be needed with its history.

    Attributes:
        written: What changes the memory: a call, an augmented assignment, a target.
        target: The expression that is changed, where it makes a difference whose it is: what a
            function gets as an argument need not be a leaf, so that the fix is unsafe.
    """

    written: cst.CSTNode
    target: cst.BaseExpression | None = None


class AllUnderNoGrad(NamedTuple):
    """Put a loop under ``with torch.no_grad():``, or decorate a function with it.

    Refused for a function with decorators, or one that yields: what it gives in between is computed
    when somebody asks for it.

    Attributes:
        inner: Something in it.
        line: Where the loop, or the function, begins.
    """

    inner: cst.CSTNode
    line: int


class InEvalMode(NamedTuple):
    """Call ``eval()`` before and ``train()`` after a loop, or statements, that evaluate networks.

    Refused where something leaves them before their end: the networks would stay as they are.

    Attributes:
        networks: The networks, each where it is called.
        scope: ``"function"``, ``"loop"`` or ``"call"``: what evaluates.
        line: Where that begins.
    """

    networks: tuple[cst.CSTNode, ...]
    scope: str
    line: int


class OutOfPlace(NamedTuple):
    """A change of a plain name's tensor becomes a new tensor for the name.

    ``x += y`` becomes ``x = x + y``, ``x.mul_(y)`` becomes ``x = x.mul(y)``, and
    ``x = F.relu(x, inplace=True)`` becomes ``x = F.relu(x)``. Refused where the name may stand for
    a tensor that somebody else holds.
    """

    written: cst.CSTNode


class BindResult(NamedTuple):
    """``x.detach()`` as a statement becomes ``x = x.detach()``.

    Refused where the name is not one of the function's own, or a loop gives it its value.

    Attributes:
        call: The call.
        target: What its result is assigned to: a name, or an attribute.
        is_called: Whether it is a call; else it only names the method, and is to be called.
    """

    call: cst.CSTNode
    target: cst.CSTNode
    is_called: bool = True


class CloneBefore(NamedTuple):
    """Put ``x = x.clone()`` before the statement that changes the tensor of a plain name ``x``.

    Refused where the name may stand for a tensor that somebody else holds.
    """

    written: cst.CSTNode
    target: cst.BaseExpression


class CloneArgument(NamedTuple):
    """``f(x)`` becomes ``f(x.clone())``, where what ``x`` holds is not asked for afterwards."""

    call: cst.CSTNode


class CloneOperand(NamedTuple):
    """``operand`` becomes ``operand.clone()`` within the expression ``use``."""

    operand: cst.CSTNode
    use: cst.CSTNode


class ClearBefore(NamedTuple):
    """Put ``optimizer.zero_grad()`` before the backward whose gradients ``step`` uses.

    Refused where both do not stand in one block, each in a line of its own.
    """

    backward: cst.CSTNode
    step: cst.CSTNode


Change = (
    Replace
    | InsteadOfCall
    | CallFromTorch
    | DropCall
    | SwitchOn
    | DropArgument
    | NameArgument
    | RequireGradLast
    | Detach
    | WriteDirectly
    | CopyInto
    | CallInstead
    | CallMethod
    | AddArgument
    | UnderNoGrad
    | AllUnderNoGrad
    | InEvalMode
    | OutOfPlace
    | BindResult
    | CloneBefore
    | CloneArgument
    | CloneOperand
    | ClearBefore
)


class NodeFix(NamedTuple):
    """Changes that fix a finding, to be made together."""

    applicability: Applicability
    message: str
    changes: tuple[Change, ...]


NodeFixes = Callable[[], Sequence[NodeFix]]
"""What a rule gives with its report: asked once all events were seen."""


def safe(message: str, *changes: Change) -> NodeFix:
    """A fix that keeps the meaning, or turns an error into working code."""
    return NodeFix(Applicability.SAFE, message, changes)


def unsafe(message: str, *changes: Change) -> NodeFix:
    """A fix that changes numbers, or of which not all is known."""
    return NodeFix(Applicability.UNSAFE, message, changes)
