"""What the tape records for the rules: one event for each thing that autograd would notice.

Each event carries the place where it happens and what was known of the values at that moment.
``visit`` names the method of a rule that hears of it; ``what`` tells people what has happened.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from tapelint.tape.domain.assumptions import Assumed, Assumption, Sign, returned_to_train
from tapelint.tape.domain.frozen import dataclass
from tapelint.tape.domain.terms import (
    Discard,
    Elements,
    Given,
    History,
    Keeping,
    LeafForm,
    LeafUse,
    Truth,
    Use,
    WriteForm,
)
from tapelint.tape.domain.values import (
    Condition,
    Cut,
    GraphNode,
    Origin,
    Sample,
    Saved,
    Taken,
    TensorRecord,
    Value,
    Write,
)
from tapelint.torch_api.names import changes_a_part

if TYPE_CHECKING:
    import libcst as cst

    from tapelint.source import tree


@dataclass(frozen=True, kw_only=True)
class Event:
    """The base of all events.

    Attributes:
        at: The expression or statement where it happens.
        grad_mode: Whether autograd records here.
        function: The name of the function (``Class.method``) it lies in, "" for the module.
        of_mode: What is assumed of the function's callers, where nothing in the file says how it
            is called, or where they may switch recording off; ``None`` where they are known.
        choices: The alternatives that it needs, where a value may be one of several.
        caller: The call in another file of the project which gives what it needs; ``None`` where
            the file itself shows it.
    """

    visit: ClassVar[str]
    what: ClassVar[str]
    is_of_file: ClassVar[bool] = False
    """Whether it tells a rule something about all of the file, and not about its own place."""
    at: tree.Node
    grad_mode: Truth
    function: str
    of_mode: Assumption | None = None
    choices: frozenset[Condition] = frozenset()
    caller: tree.Node | None = None

    @property
    def is_recorded_surely(self) -> bool:
        """Whether autograd records here, and nothing is assumed of that."""
        return self.grad_mode is Truth.YES and self.of_mode is None

    @property
    def recording(self) -> tuple[Assumption, ...]:
        """What is to be assumed for autograd to record here."""
        if self.of_mode is not None:
            return (self.of_mode,)
        is_known = self.grad_mode is not Truth.UNKNOWN
        return () if is_known else (Assumption(Assumed.RECORDING, Sign.CALLERS),)

    @property
    def node(self) -> cst.CSTNode:
        """The libcst node where it happens: for a rule that is about to report.

        The text is parsed by libcst when this is first asked for. What tells places apart is
        :attr:`at`.

        Raises:
            NotLosslessError: Libcst cannot read the text.
        """
        return self.at.lossless


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


@dataclass(frozen=True, kw_only=True)
class InPlace(Event):
    """A change of a tensor's memory.

    Attributes:
        operation: What changes it: ``normal_``, ``+=``, ``[...] =``, ``out=``.
        form: How it is spelled.
        target: The expression that is changed.
        record: What was known of the tensor just before.
        leaf: What was known of the leaf whose memory it is (the tensor or the base of the view).
        is_view: Whether the target is a view of that leaf.
        is_refused: Whether torch refuses to do so while autograd records.
        operand_history: Whether what is put into the memory carries history.
    """

    visit: ClassVar[str] = "visit_inplace"
    what: ClassVar[str] = "a tensor is changed in place"
    operation: str
    form: WriteForm
    target: tree.BaseExpression
    record: TensorRecord
    leaf: TensorRecord
    is_view: bool
    is_refused: bool
    operand_history: Truth = Truth.NO


@dataclass(frozen=True, kw_only=True)
class ResultDiscarded(Event):
    """An operation on a tensor gives another tensor, and nobody takes that.

    Attributes:
        form: How it is thrown away.
        operation: The method or function, or the operator.
        target: The tensor's expression.
        is_sure: Whether that is known to be a tensor; else only the method's name tells.
        is_held_elsewhere: Whether it has to change itself: a parameter, a ``.grad``, a ``.data``.
        is_meant: Whether it ends a cell of a notebook, which shows it, or is all that a loop does
            again and again: the time that it takes is measured.
    """

    visit: ClassVar[str] = "visit_result_discarded"
    what: ClassVar[str] = "the result of an operation on a tensor is thrown away"
    form: Discard
    operation: str
    target: tree.BaseExpression
    is_sure: bool
    is_held_elsewhere: bool = False
    is_meant: bool = False


@dataclass(frozen=True, kw_only=True)
class GraphRetained(Event):
    """A backward is told to keep the graph.

    Attributes:
        is_needed: Whether another backward passes it, or may do so.
        kept: The operations whose saved tensors it would free.
    """

    visit: ClassVar[str] = "visit_retained"
    what: ClassVar[str] = "a backward keeps its graph"
    is_needed: bool
    kept: frozenset[GraphNode]


@dataclass(frozen=True, kw_only=True)
class HistoryKept(Event):
    """Something that outlives the loop, or the call, keeps a value with its history.

    Attributes:
        form: How.
        into: What keeps it.
        value: The value's expression.
        terms: Where the value's history begins.
        made: For a sum, the operation that adds the value.
        is_recorded: Whether the value is known to require grad.
        is_of_object: Whether an attribute of an object keeps it.
        is_bounded: Whether the loop has few rounds, or what keeps it is begun anew.
        loop: The loop.
        is_counted: Whether the loop counts its rounds, and nothing says that they are many.
        is_trained: Whether a backward passes the value or what it was computed from.
        after: The backward that does so in the same round.
        spent: The backward that starts at what keeps the value.
        is_handed_on: Whether others get what keeps it, who may run a backward.
    """

    visit: ClassVar[str] = "visit_history_kept"
    what: ClassVar[str] = "a value is kept with its history"
    form: Keeping
    into: tree.BaseExpression
    value: tree.BaseExpression
    terms: tuple[GraphNode, ...]
    made: GraphNode | None
    is_recorded: bool
    is_of_object: bool
    is_bounded: bool
    loop: tree.For | tree.While | None = None
    is_counted: bool = False
    is_trained: bool = False
    after: tree.Node | None = None
    spent: tree.Node | None = None
    is_handed_on: bool = False


@dataclass(frozen=True, kw_only=True)
class WeightsOverwritten(Event):
    """Weights that were kept are used after the network that shares them was trained on.

    Attributes:
        taken: The weights.
        used_at: Where they are used.
    """

    visit: ClassVar[str] = "visit_weights_overwritten"
    what: ClassVar[str] = "weights are kept, and trained on"
    taken: Taken
    used_at: tree.Node


@dataclass(frozen=True, kw_only=True)
class DataRead(Event):
    """``.data`` of a tensor.

    Attributes:
        owner: The expression before ``.data``.
    """

    visit: ClassVar[str] = "visit_data_read"
    what: ClassVar[str] = "`.data` of a tensor is read"
    owner: tree.BaseExpression


@dataclass(frozen=True, kw_only=True)
class DataWrite(Event):
    """A change of a tensor's memory through ``.data``.

    Attributes:
        read: The ``.data`` expression it goes through.
        owner: The expression before ``.data``.
        operation: What changes it.
        form: How it is spelled.
        argument: For an assignment, the expression assigned.
        is_conversion: Whether the tensor is only replaced by itself, converted or moved.
        is_direct: Whether ``.data`` stands in the writing expression itself.
        is_fresh: Whether the tensor was made by the expression before ``.data`` itself.
        owner_record: For an assignment, what is known of the tensor; ``None`` where only a name
            (``weight``, ``bias``) tells that it is one.
        is_guess: Whether it is only likely that a tensor's memory is changed.
    """

    visit: ClassVar[str] = "visit_data_write"
    what: ClassVar[str] = "a tensor is changed through `.data`"
    read: tree.Node
    owner: tree.BaseExpression
    operation: str
    form: WriteForm
    argument: tree.BaseExpression | None
    is_conversion: bool
    is_direct: bool
    is_fresh: bool = False
    owner_record: TensorRecord | None = None
    is_guess: bool = False

    @property
    def assumed(self) -> tuple[Assumption, ...]:
        """What is assumed of the owner, where only its use or a name tells that it is a tensor."""
        is_named = self.form is WriteForm.ASSIGNMENT and self.owner_record is None
        doubt = Assumption(Assumed.TYPE, Sign.USE, None, self.owner)
        return (doubt,) if self.is_guess or is_named else ()


@dataclass(frozen=True, kw_only=True)
class StaleSaved(Event):
    """A backward that needs a saved tensor whose memory has changed since.

    Attributes:
        node: The change.
        change: The change.
        saved: What the graph keeps.
        operation: The operation that keeps it.
        saved_at: The operation's expression.
        backward: The call (or return) that needs it.
        is_return: Whether it is a ``return`` that hands out a tensor with that history.
        through_data: Whether the version counter missed the change.
        doubt: What is assumed of the history between the backward and the operation; ``None``
            where autograd has recorded it all for sure.
        returned: For a ``return``, what has made the values from which the way leads there.
        keeps_gradient: Whether the gradient is right all the same.
    """

    visit: ClassVar[str] = "visit_stale_saved"
    what: ClassVar[str] = "a saved tensor is changed before a backward or a return"
    change: Write
    saved: Saved
    operation: str
    saved_at: tree.Node | None
    backward: tree.Node
    is_return: bool
    through_data: bool
    doubt: Assumption | None = None
    returned: frozenset[tree.Node] = frozenset()
    keeps_gradient: bool = False

    @property
    def assumed(self) -> tuple[Assumption, ...]:
        """All that it rests on."""
        return _with_return(self.doubt, self.backward, is_return=self.is_return)


@dataclass(frozen=True, kw_only=True)
class UnseenChange(Event):
    """A backward through the history of a tensor whose numbers have changed behind its back.

    What the backward starts from was computed with the new numbers, its gradient with the
    operation that made the old ones.

    Attributes:
        node: The change.
        change: The change.
        made_at: The expression that made the tensor.
        backward: The call (or return) that goes there.
        is_return: Whether it is a ``return`` that hands out a tensor with that history.
        doubt: What is assumed of that history; ``None`` where it is recorded for sure.
        keeps_gradient: Whether the gradient is right all the same.
    """

    visit: ClassVar[str] = "visit_unseen_change"
    what: ClassVar[str] = "a tensor is changed, and its history does not tell"
    change: Write
    made_at: tree.Node | None
    backward: tree.Node
    is_return: bool
    doubt: Assumption | None = None
    keeps_gradient: bool = False

    @property
    def assumed(self) -> tuple[Assumption, ...]:
        """All that it rests on."""
        return _with_return(self.doubt, self.backward, is_return=self.is_return)

    @property
    def is_told(self) -> bool:
        """Whether it is likely enough: whoever gets a result may never run a backward.

        Where only a part was changed, such as what is padded, they may leave that part out.
        """
        if not self.is_return:
            return True
        is_part = self.change.is_part or changes_a_part(self.change.operation)
        return self.doubt is None and self.of_mode is None and not is_part


@dataclass(frozen=True, kw_only=True)
class BackwardTwice(Event):
    """A backward through what an earlier backward has freed.

    Attributes:
        node: The second backward.
        first: The first one.
        shared: The operation that both pass.
        is_of_one_path: Whether a path leads to both, and no two unrelated tests must hold for it.
        doubt: What is assumed of the history that both pass, or of the way from one to the other.
    """

    visit: ClassVar[str] = "visit_backward_twice"
    what: ClassVar[str] = "a second backward passes what the first has freed"
    first: tree.Node
    shared: GraphNode
    doubt: Assumption | None = None
    is_of_one_path: bool = True


@dataclass(frozen=True, kw_only=True)
class BackwardWithoutGraph(Event):
    """A backward of a value that has no history.

    Attributes:
        root: The value's expression.
        call: ``backward`` or ``autograd.grad``.
        is_tensor: Whether it is a tensor; else a number or an array.
        origin: The operation that ended the history, or made the value without any.
        origin_at: Where.
        cuts: The constructor calls through which the history may have been lost.
    """

    visit: ClassVar[str] = "visit_backward_without_graph"
    what: ClassVar[str] = "a backward starts from what has no history"
    root: tree.BaseExpression
    call: str
    is_tensor: bool
    origin: str
    origin_at: tree.Node | None
    cuts: frozenset[Cut]


@dataclass(frozen=True, kw_only=True)
class TermWithoutGraph(Event):
    """A term of a sum that a backward starts at has lost its history.

    Attributes:
        origin: What has ended it.
        backward: The backward.
    """

    visit: ClassVar[str] = "visit_term"
    what: ClassVar[str] = "a term of a loss has no history"
    origin: Origin
    backward: tree.Node


@dataclass(frozen=True, kw_only=True)
class LossCut(Event):
    """What the ``forward`` of a network hands out as its only loss has lost its history.

    Attributes:
        root: The loss's expression.
        operation: What has ended the history.
        returned: The ``return``.
    """

    visit: ClassVar[str] = "visit_loss_cut"
    what: ClassVar[str] = "a network hands out a loss without history"
    root: tree.BaseExpression
    operation: str
    returned: tree.Node


@dataclass(frozen=True, kw_only=True)
class DistributionQuery(Event):
    """``log_prob``, ``cdf`` or ``icdf`` of a distribution.

    Attributes:
        method: The method's name.
        kind: The distribution's class.
        given: What kind of thing was given, or ``None`` for a tensor or something unknown.
        argument: The expression given.
        validates: Whether the distribution checks its arguments.
        trained: Whether a parameter of the distribution requires grad.
        is_guess: Whether the value is only likely to be what ``given`` says.
    """

    visit: ClassVar[str] = "visit_distribution_query"
    what: ClassVar[str] = "a distribution is asked for a probability"
    method: str
    kind: str
    given: Given | None
    argument: tree.BaseExpression
    validates: Truth
    trained: Truth
    is_guess: bool = False


@dataclass(frozen=True, kw_only=True)
class DistributionMade(Event):
    """A call of a distribution's constructor, or of a loss that is one's likelihood.

    Attributes:
        kind: The bare name of the class, or of the loss's function.
        called: The name that the call has for it.
        arguments: By parameter name: the value and its expression.
    """

    visit: ClassVar[str] = "visit_distribution"
    what: ClassVar[str] = "a distribution is made"
    kind: str
    called: str
    arguments: tuple[tuple[str, Value, tree.BaseExpression], ...]


@dataclass(frozen=True, kw_only=True)
class NoiseAdded(Event):
    """Noise times a scale is added to something: ``mean + std * eps``.

    Attributes:
        node: The product.
        value: The scale.
        scale: Its expression.
    """

    visit: ClassVar[str] = "visit_noise"
    what: ClassVar[str] = "noise times a scale is added"
    value: Value
    scale: tree.BaseExpression


@dataclass(frozen=True, kw_only=True)
class LogarithmTreated(Event):
    """A value is treated as the logarithm that its name promises.

    Attributes:
        as_variance: Whether as that of a variance: its half is taken, or its exponential is a
            term beside others, as in a Kullback-Leibler divergence. Else its exponential is
            taken.
    """

    visit: ClassVar[str] = "visit_logarithm"
    is_of_file: ClassVar[bool] = True
    what: ClassVar[str] = "a logarithm is treated as its name says"
    as_variance: bool


@dataclass(frozen=True, kw_only=True)
class ValidationSwitched(Event):
    """Argument validation of distributions is switched.

    Attributes:
        node: The argument or the call that switches it.
        off: Whether it is switched off.
        is_global: Whether it holds for all distributions from now on.
        kind: The distribution's class.
    """

    visit: ClassVar[str] = "visit_validation"
    what: ClassVar[str] = "the argument checks of distributions are switched"
    off: bool
    is_global: bool
    kind: str


@dataclass(frozen=True, kw_only=True)
class ValidationAssigned(Event):
    """``Normal.set_default_validate_args = False``: an assignment where a call is meant.

    Attributes:
        node: The target of the assignment.
        flag: What is assigned.
    """

    visit: ClassVar[str] = "visit_validation_assigned"
    what: ClassVar[str] = "a switch of argument checks is assigned to"
    flag: bool


@dataclass(frozen=True, kw_only=True)
class SampleInLoss(Event):
    """A loss into which a sample's numbers have gone, without a gradient.

    Attributes:
        node: The call that draws the sample.
        sample: The sample, and what else was done with it.
        loss: The backward, or the ``return`` of the loss.
        is_return: Whether the loss is handed out.
        has_score: Whether the sample's log-probability is a term of the same loss.
        reaches_parameters: Whether the loss reaches the distribution's parameters another way.
        reaches_nothing: Whether there is nothing else that the loss trains.
    """

    visit: ClassVar[str] = "visit_sample_in_loss"
    what: ClassVar[str] = "a sample has gone into a loss"
    sample: Sample
    loss: tree.Node
    is_return: bool
    has_score: bool
    reaches_parameters: bool
    reaches_nothing: bool = False


def _with_return(
    doubt: Assumption | None, backward: tree.Node, *, is_return: bool
) -> tuple[Assumption, ...]:
    """What is assumed of a history, and of whoever gets what is returned."""
    found = (doubt,) if doubt is not None else ()
    return (*found, returned_to_train(backward)) if is_return else found
