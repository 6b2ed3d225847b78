"""The facts that analyses tell rules: what torch would do, and where that stands."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, NamedTuple

from tapelint.tape.domain.assumptions import Assumed, Assumption, Sign
from tapelint.tape.domain.frozen import dataclass
from tapelint.tape.domain.terms import Truth, WriteForm
from tapelint.tape.events import Event, with_return
from tapelint.torch_api.names import changes_a_part

if TYPE_CHECKING:
    from tapelint.source import tree


class Changed(NamedTuple):
    """A change of numbers in place.

    Attributes:
        node: The expression or statement that does it.
        target: The expression that is changed.
        operation: What changes it: ``zero_``, ``+=``.
        form: How it is spelled.
        grad_mode: Whether autograd records it.
        is_part: Whether only a part of the numbers is changed.
    """

    node: tree.Node
    target: tree.BaseExpression
    operation: str
    form: WriteForm
    grad_mode: Truth
    is_part: bool


class Kept(NamedTuple):
    """What an operation has saved for its backward.

    Attributes:
        node: The expression.
        is_result: Whether it is the operation's own result.
    """

    node: tree.Node
    is_result: bool


@dataclass(frozen=True, kw_only=True)
class InPlace(Event):
    """A change of a tensor's memory: of one with a history, or one that torch may refuse.

    Attributes:
        operation: What changes it: ``normal_``, ``+=``, ``[...] =``, ``out=``.
        form: How it is spelled.
        target: The expression that is changed.
        is_view: Whether the target is a view of another tensor.
        is_refused: Whether torch refuses to do so while autograd records: it is a leaf that
            requires grad, or a view of one.
        assumed: What is assumed for that, and for autograd to record.
        is_wanted: Whether the tensor may have a history, which is wanted then.
        requires_grad_at: Where the leaf was made.
        operands_have_history: Whether what is put into the memory has one.
    """

    visit: ClassVar[str] = "visit_inplace"
    what: ClassVar[str] = "a tensor is changed in place"
    operation: str
    form: WriteForm
    target: tree.BaseExpression
    is_view: bool
    is_refused: bool
    assumed: tuple[Assumption, ...] = ()
    is_wanted: bool = False
    requires_grad_at: tree.Node | None = None
    operands_have_history: bool = False


@dataclass(frozen=True, kw_only=True)
class BackwardTwice(Event):
    """A backward through what an earlier backward has freed.

    Attributes:
        node: The second backward.
        first: The first one.
        shared: The operation that both pass; ``None`` where it is written nowhere.
        doubt: What is assumed of the history that both pass, or of the way from one to the other.
    """

    visit: ClassVar[str] = "visit_backward_twice"
    what: ClassVar[str] = "a second backward passes what the first has freed"
    first: tree.Node
    shared: tree.Node | None
    doubt: Assumption | None = None


@dataclass(frozen=True, kw_only=True)
class EvaluatedInTraining(Event):
    """A network is evaluated in training mode.

    Attributes:
        network: What is called; ``None`` where a helper calls it by a name of its own.
        trained: The backward that trains the network.
        layers: The classes of its layers that depend on the mode; none where nobody knows them.
        scope: ``"function"``, ``"loop"`` or ``"call"``: what evaluates.
        line: Where that begins.
        networks: All that are evaluated there so, each where it is called; none where a helper
            calls one, or ``train()`` would not put back the modes that their parts are in.
        assumed: What it rests on.
    """

    visit: ClassVar[str] = "visit_evaluated_in_training"
    what: ClassVar[str] = "a network is evaluated in training mode"
    network: tree.Node | None
    trained: tree.Node
    layers: frozenset[str]
    scope: str
    line: int
    networks: tuple[tree.Node, ...]
    assumed: tuple[Assumption, ...] = ()


@dataclass(frozen=True, kw_only=True)
class EvaluationRecorded(Event):
    """An evaluation records a graph that no backward uses.

    Attributes:
        scope: ``"function"``, ``"loop"`` or ``"call"``: what evaluates.
        line: Where that begins.
        trained: The backward that trains the network.
        assumed: What it rests on.
    """

    visit: ClassVar[str] = "visit_evaluation_recorded"
    what: ClassVar[str] = "an evaluation is recorded"
    scope: str
    line: int
    trained: tree.Node
    assumed: tuple[Assumption, ...] = ()


@dataclass(frozen=True, kw_only=True)
class ClippedAnother(Event):
    """Gradients are clipped between a backward and a step, and they are those of another network.

    Attributes:
        step: The step.
        backward: The backward, which has filled what steps, and not what is clipped.
        is_certain: Whether there surely is nothing to clip.
    """

    visit: ClassVar[str] = "visit_clipped_another"
    what: ClassVar[str] = "gradients of another network than steps are clipped"
    step: tree.Node
    backward: tree.Node
    is_certain: bool


@dataclass(frozen=True, kw_only=True)
class StepWithoutGradient(Event):
    """An optimiser steps, and no backward has reached its parameters since they were cleared.

    Attributes:
        backward: The last backward before it.
        assumed: What is assumed for that.
    """

    visit: ClassVar[str] = "visit_step_without_gradient"
    what: ClassVar[str] = "an optimiser steps, and its parameters have no gradient"
    backward: tree.Node
    assumed: tuple[Assumption, ...] = ()


@dataclass(frozen=True, kw_only=True)
class DataRead(Event):
    """``.data`` of a tensor.

    Attributes:
        owner: The expression before ``.data``.
    """

    visit: ClassVar[str] = "visit_data_read"
    what: ClassVar[str] = "`.data` of a tensor is read"
    owner: tree.Node


@dataclass(frozen=True, kw_only=True)
class DataWrite(Event):
    """A change of a tensor's memory through ``.data``.

    Attributes:
        read: The ``.data`` expression it goes through.
        owner: The expression before ``.data``.
        operation: What changes it.
        form: How it is spelled.
        converted: For an assignment, the expressions in what is assigned.
        is_conversion: Whether the tensor is only replaced by itself, converted or moved.
        is_direct: Whether ``.data`` stands in the writing expression itself.
        is_fresh: Whether the tensor was made by the expression before ``.data`` itself.
        is_known: Whether the owner is known to be a tensor; else only a name (``weight``,
            ``bias``) or its use tells that.
        is_parameter: Whether it is a parameter.
        is_plain: Whether it is known to be neither a parameter nor trained.
        is_leaf: Whether it is a leaf.
        is_view: Whether it is a view of another tensor.
        has_other_shape: Whether what is assigned is known to have another shape.
        is_guess: Whether it is only likely that a tensor's memory is changed.
        loses_gradient: Whether a gradient with a history is written, which ends here.
    """

    visit: ClassVar[str] = "visit_data_write"
    what: ClassVar[str] = "a tensor is changed through `.data`"
    read: tree.Node
    owner: tree.Node
    operation: str
    form: WriteForm
    converted: tuple[tree.Node, ...]
    is_conversion: bool
    is_direct: bool
    is_fresh: bool = False
    is_known: bool = True
    is_parameter: bool = False
    is_plain: bool = False
    is_leaf: Truth = Truth.UNKNOWN
    is_view: bool = False
    has_other_shape: bool = False
    is_guess: bool = False
    loses_gradient: bool = False

    @property
    def assumed(self) -> tuple[Assumption, ...]:
        """What is assumed of the owner, where only its use or a name tells that it is a tensor."""
        is_named = self.form is WriteForm.ASSIGNMENT and not self.is_known
        doubt = Assumption(Assumed.TYPE, Sign.USE, None, self.owner, "a tensor")
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
        trains_others: For an optimiser's step, whether the backward also reaches what another
            optimiser steps: then a loss of its own trains each of them.
        is_detachable: Whether it would still reach all of that, were it to end where it comes to
            what this optimiser steps.
    """

    visit: ClassVar[str] = "visit_stale_saved"
    what: ClassVar[str] = "a saved tensor is changed before a backward or a return"
    change: Changed
    saved: Kept
    operation: str
    saved_at: tree.Node | None
    backward: tree.Node
    is_return: bool
    through_data: bool
    doubt: Assumption | None = None
    returned: frozenset[tree.Node] = frozenset()
    keeps_gradient: bool = False
    trains_others: bool = False
    is_detachable: bool = False

    @property
    def is_told(self) -> bool:
        """Whether it is likely enough: where callers switch recording off, nothing follows."""
        is_off = self.of_mode is not None and self.of_mode.evidence is Sign.CALLERS
        return not (self.is_return and is_off)

    @property
    def assumed(self) -> tuple[Assumption, ...]:
        """All that it rests on."""
        return with_return(self.doubt, self.backward, is_return=self.is_return)


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
        leaves_out: Whether a mask says what is changed, and each number is used by itself: the
            loss may mask the same places, or be flat there.
    """

    visit: ClassVar[str] = "visit_unseen_change"
    what: ClassVar[str] = "a tensor is changed, and its history does not tell"
    change: Changed
    made_at: tree.Node | None
    backward: tree.Node
    is_return: bool
    doubt: Assumption | None = None
    keeps_gradient: bool = False
    leaves_out: bool = False

    @property
    def assumed(self) -> tuple[Assumption, ...]:
        """All that it rests on."""
        return with_return(self.doubt, self.backward, is_return=self.is_return)

    @property
    def is_told(self) -> bool:
        """Whether it is likely enough: whoever gets a result may never run a backward.

        Where only a part was changed, such as what is padded, they may leave that part out.
        """
        if self.leaves_out:
            return False
        if not self.is_return:
            return True
        is_part = self.change.is_part or changes_a_part(self.change.operation)
        return self.doubt is None and self.of_mode is None and not is_part


@dataclass(frozen=True, kw_only=True)
class ShapesBroadcast(Event):
    """A column meets a row: broadcasting makes a square, in which each number meets all others.

    Attributes:
        column: The expression of what is ``(n, 1)``.
        row: That of what is ``(n,)``.
        operation: The name of the loss that is given both; "" for an operator.
        doubts: What is assumed of the shapes, or of the way.
    """

    visit: ClassVar[str] = "visit_shapes_broadcast"
    what: ClassVar[str] = "a column meets a row, and each number meets all others"
    column: tree.Node
    row: tree.Node
    operation: str
    doubts: tuple[Assumption, ...] = ()


@dataclass(frozen=True, kw_only=True)
class LogProbNotSummed(Event):
    """The log-probabilities of the parts of an action are used as that of the whole.

    Attributes:
        met: Where they meet one number a sample.
        other: The expression of that.
        is_ratio: Whether they are ratios of probabilities there.
        doubts: What is assumed of the shapes, or of the way.
    """

    visit: ClassVar[str] = "visit_log_prob_not_summed"
    what: ClassVar[str] = "log-probabilities of parts meet one number a sample"
    met: tree.Node
    other: tree.Node
    is_ratio: bool
    doubts: tuple[Assumption, ...] = ()
