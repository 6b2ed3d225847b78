"""What the tape records of autograd functions that a file defines, and of checkpoints.

The former are recorded where the class is defined, from its own ``forward`` and ``backward``; see
:mod:`.events`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from tapelint.tape.domain.assumptions import Assumed, Assumption, Sign
from tapelint.tape.domain.frozen import dataclass
from tapelint.tape.domain.terms import Role, Truth
from tapelint.tape.events import Event

if TYPE_CHECKING:
    from tapelint.source import tree


@dataclass(frozen=True, kw_only=True)
class GradientsReturned(Event):
    """The ``backward`` of a function of one's own returns gradients.

    Attributes:
        at: What is returned.
        kind: The name of the class.
        count: How many gradients these are.
        least: How many arguments ``forward`` takes at least, less its context.
        most: How many at most; ``None`` for any number.
        has_gradient: Whether one of them may be another value than ``None``.
        has_spare: Whether one that is surely not ``None`` stands behind the last argument.
        is_list: Whether they stand in a list, which counts as one gradient.
    """

    visit: ClassVar[str] = "visit_gradients_returned"
    what: ClassVar[str] = "a backward of one's own returns gradients"
    kind: str
    count: int
    least: int
    most: int | None
    has_gradient: bool
    has_spare: bool
    is_list: bool


@dataclass(frozen=True, kw_only=True)
class OutputsReturned(Event):
    """The ``forward`` of a function of one's own returns its results.

    Attributes:
        at: What is returned.
        kind: The name of the class.
        count: How many results these are; ``None`` where it is not known.
        least: How many gradients ``backward`` takes at least.
        most: How many at most; ``None`` for any number.
        container: What hides results from autograd, ``list`` or ``dict``; "" for nothing.
        is_trained: Whether the ``backward`` may give a gradient.
        is_alone: Whether ``backward`` takes as many gradients as no ``return`` gives results.
    """

    visit: ClassVar[str] = "visit_outputs_returned"
    what: ClassVar[str] = "a forward of one's own returns its results"
    kind: str
    count: int | None
    least: int
    most: int | None
    container: str
    is_trained: bool
    is_alone: bool


@dataclass(frozen=True, kw_only=True)
class KeptOnContext(Event):
    """A tensor that a function of one's own takes or returns is kept on its context.

    Attributes:
        at: The attribute of the context.
        name: The variable that holds the tensor.
        context: What the context is called.
        role: Whether it is an input or a result.
        is_differentiated: Whether ``backward`` gives an input a gradient, or uses the one of a
            result.
        is_read: Whether ``backward`` reads its numbers.
        is_released: Whether ``backward`` lets go of it.
    """

    visit: ClassVar[str] = "visit_kept_on_context"
    what: ClassVar[str] = "a tensor is kept on the context of a function"
    name: str
    context: str
    role: Role
    is_differentiated: bool
    is_read: bool
    is_released: bool

    @property
    def assumed(self) -> tuple[Assumption, ...]:
        """Others are assumed to use the tensor, too: so autograd gives it."""
        return (Assumption(Assumed.SHARED, Sign.ROLE),)


@dataclass(frozen=True, kw_only=True)
class ArgumentChanged(Event):
    """A function of one's own changes in place what autograd gives it.

    Attributes:
        name: The variable that is changed.
        operation: What changes it.
        context: What the context is called.
        is_gradient: Whether ``backward`` changes a gradient; else ``forward`` changes an input.
        is_differentiated: Whether ``backward`` gives that input a gradient.
        is_marked: Whether ``mark_dirty`` is told.
        is_returned: Whether ``forward`` returns that input.
    """

    visit: ClassVar[str] = "visit_argument_changed"
    what: ClassVar[str] = "a function changes in place what it is given"
    name: str
    operation: str
    context: str
    is_gradient: bool
    is_differentiated: bool
    is_marked: bool
    is_returned: bool

    @property
    def assumed(self) -> tuple[Assumption, ...]:
        """Others are assumed to use the tensor, too: so autograd gives it."""
        return (Assumption(Assumed.SHARED, Sign.ROLE),)


@dataclass(frozen=True, kw_only=True)
class DirtyMarked(Event):
    """``mark_dirty`` is told of an input.

    Attributes:
        at: The argument.
        name: The variable that holds the input.
        may_be_returned: Whether ``forward`` may return it.
    """

    visit: ClassVar[str] = "visit_dirty"
    what: ClassVar[str] = "an input is marked as changed in place"
    name: str
    may_be_returned: bool


@dataclass(frozen=True, kw_only=True)
class FunctionObjectUsed(Event):
    """An object of a function of one's own is called, or the class only works with such objects.

    Attributes:
        at: The call, or the name of ``forward``.
        kind: The name of the class.
        attribute: What ``__init__`` sets and the methods read; "" for a call.
        is_static: Whether ``forward`` is a static method already.
    """

    visit: ClassVar[str] = "visit_function_object"
    what: ClassVar[str] = "an object of a function of one's own is used"
    kind: str
    attribute: str
    is_static: bool


@dataclass(frozen=True, kw_only=True)
class CheckpointCalled(Event):
    """A part of a network is given to ``torch.utils.checkpoint``.

    Attributes:
        flag: What ``use_reentrant`` is given; ``None`` where it is not.
        is_reentrant: Whether it is the variant with a backward of its own.
        has_gradient: Whether one of the inputs requires grad, as that variant looks for it.
        trains: Whether the part has parameters that require grad.
        is_for_versions: Whether the code around asks for the version of torch.
    """

    visit: ClassVar[str] = "visit_checkpoint"
    what: ClassVar[str] = "a part of a network is given to a checkpoint"
    flag: tree.BaseExpression | None
    is_reentrant: Truth
    has_gradient: Truth
    trains: Truth
    is_for_versions: bool
