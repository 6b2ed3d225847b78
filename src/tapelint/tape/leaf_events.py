"""Events of what becomes a leaf, and of what leaves the graph."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from tapelint.tape.domain.assumptions import Assumed, Assumption, Sign
from tapelint.tape.domain.frozen import dataclass
from tapelint.tape.domain.graph_nodes import Cut, Origin
from tapelint.tape.domain.terms import (
    Elements,
    History,
    LeafForm,
    LeafUse,
    Truth,
    Use,
)

if TYPE_CHECKING:
    from tapelint.source import tree
from tapelint.tape.events import Event


@dataclass(frozen=True, kw_only=True)
class TensorConstructor(Event):
    """A call that makes a tensor out of data: ``torch.tensor(data)``, ``t.new_tensor(data)``.

    Attributes:
        constructor: The constructor's bare name.
        called: The name that the call has for it.
        data: The expression given as data.
        over_container: Whether the data is a container (not a tensor).
        elements: What that container holds.
        is_wrapper: Whether it makes a leaf over the data's own memory (``nn.Parameter``).
        history: What is known of the data's history.
        element: The expression that made an element that carries history.
        element_history_at: What switched that history on.
        backpropagated: Whether a backward has already run through that element.
        was_passed: Whether a call that is not known has seen it, and may have run a backward.
        requires_grad: Whether the call asks for ``requires_grad=True``.
        bound_name: The name that the result is assigned to at once, or "".
        cut: What became of the result.
    """

    visit: ClassVar[str] = "visit_tensor_constructor"
    what: ClassVar[str] = "a tensor is made out of data"
    constructor: str
    called: str
    data: tree.BaseExpression
    over_container: bool
    is_wrapper: bool
    history: History
    element: tree.Node | None
    element_history_at: tree.Node | None
    backpropagated: bool
    was_passed: bool
    requires_grad: bool
    bound_name: str
    cut: Cut
    elements: Elements = Elements.UNKNOWN

    @property
    def loses_history(self) -> bool:
        """Whether history is lost: it is carried, or a backward shows that it was expected."""
        if self.history is History.TENSORS and self.over_container:
            unclear = {Use.BESIDE_UNKNOWN, Use.LESS_UNKNOWN, Use.MADE_LEAF, Use.CONSTANT}
            return Use.BACKWARD in self.cut.uses and unclear.isdisjoint(self.cut.uses)
        return self.history is History.CARRIED

    @property
    def is_a_loss(self) -> bool:
        """Whether it becomes all that a function returns to be trained on, and nothing else.

        What stands beside a loss in a tuple or a dict is there to be shown.
        """
        return self.history is History.TENSORS and self.is_all_returned

    @property
    def is_all_returned(self) -> bool:
        """Whether several values become all that a function returns to be trained on."""
        if not self.over_container or self.requires_grad:
            return False
        return self.cut.uses.keys() == {Use.RETURNED_AS_LOSS, Use.RETURNED_ALONE}


@dataclass(frozen=True, kw_only=True)
class LeafMade(Event):
    """A tensor is made to require grad, as a leaf over numbers that are there already.

    Attributes:
        form: How.
        source: The data, or the tensor that is switched.
        name: What the leaf is called: the name assigned to, or the tensor's expression.
        before: Whether the tensor that is switched has required grad before.
        is_refused: Whether torch refuses to switch it: it has a history.
        is_constant: Whether the numbers stand in the source.
        origin: What ended the history of the numbers, where they are known to have had one.
        history: What is known of the data's own history.
        cut: What became of the leaf.
        earlier: The constructor calls that have lost the history of the numbers before.
    """

    visit: ClassVar[str] = "visit_leaf_made"
    what: ClassVar[str] = "a tensor is made to require grad"
    form: LeafForm
    source: tree.BaseExpression
    name: str
    before: Truth
    is_refused: bool
    is_constant: bool
    origin: Origin | None
    history: History
    cut: Cut
    earlier: frozenset[Cut]

    @property
    def named(self) -> tuple[Assumption, ...]:
        """What is assumed where only a name tells that its numbers had a history.

        Where no operation is known that has ended one, the name speaks for nothing: a loss of
        no terms is a plain number, and none of the reports that were read was right.
        """
        sign = Sign.NONE if self.origin is None else Sign.NAME
        return (Assumption(Assumed.HISTORY, sign, self.source, self.source),)


@dataclass(frozen=True, kw_only=True)
class LeafLost(Event):
    """A tensor that is taken for a leaf is the result of an operation on one.

    Attributes:
        node: The expression that makes the result.
        use: How it is used.
        used_at: Where.
        leaf: The expression that makes the leaf, where it is known.
        operation: The last operation on it.
        is_new: Whether the operations make another tensor for sure; ``UNKNOWN`` for a move that
            leaves a tensor as it is where it lies there already.
        is_held: Whether somebody may still hold the leaf itself.
    """

    visit: ClassVar[str] = "visit_leaf_lost"
    what: ClassVar[str] = "the result of an operation is taken for a leaf"
    use: LeafUse
    used_at: tree.Node
    leaf: tree.Node | None
    operation: str
    is_new: Truth
    is_held: bool


@dataclass(frozen=True, kw_only=True)
class ArrayOfGraph(Event):
    """numpy is given a tensor that requires grad, or a container of such: it raises.

    Attributes:
        called: The function's name with its module, ``numpy.mean``, or ``Tensor.numpy``.
        data: The expression given.
        over_container: Whether it is a container of tensors.
        elements: What that container holds.
        element: The expression that made the tensor that requires grad.
        history_at: What switched its history on.
        doubt: What is assumed of its history: a backward shows it, or a loss is given predictions.
    """

    visit: ClassVar[str] = "visit_array_of_graph"
    what: ClassVar[str] = "numpy is given what requires grad"
    called: str
    data: tree.BaseExpression
    over_container: bool
    elements: Elements
    element: tree.Node | None
    history_at: tree.Node | None
    doubt: Assumption | None = None

    @property
    def shown_by(self) -> tree.Node | None:
        """The backward that shows that it has a history, where nothing else does."""
        is_shown = self.doubt is not None and self.doubt.evidence is Sign.BACKWARD
        return self.doubt.at if is_shown and self.doubt is not None else None


@dataclass(frozen=True, kw_only=True)
class InlineLeaf(Event):
    """A leaf made with ``requires_grad`` right where it is used, so that nobody holds it.

    Attributes:
        node: The expression that makes the leaf.
        use: The operation or call that takes it.
        use_name: The operator or the function.
        other_is_plain: Whether the other operand is not known to carry history.
        is_data: Whether it is made from data, not filled (``zeros``, ``randn``).
        is_start: Whether it is one plain number: what a sum starts with.
    """

    visit: ClassVar[str] = "visit_inline_leaf"
    what: ClassVar[str] = "a leaf is made right where it is used"
    use: tree.Node
    use_name: str
    other_is_plain: bool
    is_data: bool
    is_start: bool


@dataclass(frozen=True, kw_only=True)
class OnlyRead(Event):
    """Nothing becomes of a value but that a fact of it is asked, or its numbers: no gradient is.

    Attributes:
        at: The expression that has made it.
    """

    visit: ClassVar[str] = "visit_only_read"
    what: ClassVar[str] = "nothing but a fact or the numbers of a value are asked"
