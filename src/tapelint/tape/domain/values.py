"""What a value can be on the static tape.

A value is a small immutable thing. What can change over time (a tensor's ``requires_grad``, a
list's items, an object's attributes) is a *record* in the
:class:`~tapelint.tape.domain.state.State`, found by the value's ``identity``; so two names for one
tensor see the same change.
"""

from __future__ import annotations

import enum
from dataclasses import field
from typing import TYPE_CHECKING

from tapelint.source import tree
from tapelint.tape.domain import counts
from tapelint.tape.domain.counts import Count
from tapelint.tape.domain.frozen import dataclass
from tapelint.tape.domain.graph_nodes import Cut, GraphNode, Origin
from tapelint.tape.domain.path_conditions import Condition
from tapelint.tape.domain.powers import SigmaPower
from tapelint.tape.domain.terms import SampleFact, Truth
from tapelint.tape.domain.value import Symbol as Symbol
from tapelint.tape.domain.value import Value as Value

if TYPE_CHECKING:
    from tapelint.tape.domain.program import ClassUnit, FunctionUnit


def join_truth(left: Truth, right: Truth) -> Truth:
    """What is known when either may be the case."""
    return left if left is right else Truth.UNKNOWN


# --- values --------------------------------------------------------------------------------
# Nobody changes a value; see :mod:`tapelint.tape.domain.value`.


@dataclass(unsafe_hash=True)
class Unknown(Value):
    """Nothing is known.

    Attributes:
        is_tensor: Whether its name or its use tells at least that it is a tensor.
        is_module: Whether it is a module that some network holds.
        is_cut: Whether it is ``.data`` of something, or computed from such alone: no history is
            known of it, though what is read may be no tensor.
    """

    is_tensor: bool = field(default=False, kw_only=True)
    is_module: bool = field(default=False, kw_only=True)
    is_cut: bool = field(default=False, kw_only=True)


@dataclass(unsafe_hash=True)
class DataOfUnknown(Unknown):
    """``.data`` of something that may or may not be a tensor, or a view of it.

    Attributes:
        reads: The ``.data`` expressions, one for each path that has met here.
        is_guess: Whether it may be something else: an item of what may be a list of tensors, or
            what another path has left.
    """

    reads: tuple[tree.Attribute, ...] = ()
    is_guess: bool = False


@dataclass(unsafe_hash=True)
class UnknownAttribute(Unknown):
    """An attribute (or a method) of something unknown: only its name tells.

    Attributes:
        name: The attribute's name.
        owner_power: The power of sigma of what it is an attribute of.
        is_of_tensor: Whether that is known to be a tensor.
        is_of_network: Whether that is a network of unknown layers.
    """

    name: str = ""
    owner_power: SigmaPower | None = None
    is_of_tensor: bool = False
    is_of_network: bool = False


@dataclass(unsafe_hash=True)
class NoneValue(Value):
    """Python's ``None``.

    Attributes:
        is_reset: Whether it has taken the place of a tensor: a state is begun anew.
    """

    is_reset: bool = False


@dataclass(unsafe_hash=True)
class Number(Value):
    """A Python number or truth value; ``value`` is ``None`` where it is not known.

    Attributes:
        value: The number.
        taken_at: The call of ``item()`` that it comes from.
        origin: What ended the history of the tensors that it was computed from.
        count: Where it lies, as far as that is known beside its value.
    """

    value: complex | float | int | bool | None = None
    taken_at: tree.Node | None = None
    origin: Origin | None = None
    count: Count | None = None


@dataclass(unsafe_hash=True)
class Text(Value):
    """A string (or bytes); ``value`` is ``None`` where it is not known."""

    value: str | None = None


@dataclass(unsafe_hash=True)
class Array(Value):
    """A numpy array (or a numpy scalar).

    Attributes:
        origin: What ended the history of the tensors that it was computed from.
        is_guess: Whether it is only likely to be one: what an environment gives.
    """

    origin: Origin | None = None
    is_guess: bool = False


@dataclass(unsafe_hash=True)
class Tensor(Value):
    """A torch tensor; see :class:`TensorRecord`."""

    identity: int = 0


@dataclass(unsafe_hash=True)
class Container(Value):
    """A list, tuple, dict, set, deque or generator; see :class:`ContainerRecord`."""

    identity: int = 0


@dataclass(unsafe_hash=True)
class Distribution(Value):
    """A distribution of ``torch.distributions``.

    Attributes:
        kind: The class's bare name, such as ``MultivariateNormal``.
        arguments: The constructor's arguments by parameter name.
    """

    kind: str = ""
    arguments: tuple[tuple[str, Value], ...] = ()

    def argument(self, name: str) -> Value | None:
        """The constructor's argument of that name."""
        return dict(self.arguments).get(name)


@dataclass(unsafe_hash=True)
class LibraryObject(Value):
    """An instance of a class of torch's that is no tensor: a module, a loss, an optimiser.

    Attributes:
        kind: The canonical dotted name of the class.
        identity: Where its attributes are kept; see :class:`ObjectRecord`.
    """

    kind: str = ""
    identity: int = 0


@dataclass(unsafe_hash=True)
class Instance(Value):
    """An instance of a class of this file; see :class:`ObjectRecord`."""

    unit: ClassUnit | None = None
    identity: int = 0


@dataclass(unsafe_hash=True)
class Function(Value):
    """A function, method or lambda of this file.

    Attributes:
        unit: Its definition.
        receiver: What it is bound to.
        is_bare: Whether it is the function itself, as its decorators get it.
    """

    unit: FunctionUnit | None = None
    receiver: Value | None = None
    is_bare: bool = False


@dataclass(unsafe_hash=True)
class Class(Value):
    """A class of this file."""

    unit: ClassUnit | None = None


@dataclass(unsafe_hash=True)
class Method(Value):
    """A method of a value that this file does not define: ``tensor.add_``, ``list.append``."""

    receiver: Value = field(default_factory=Unknown)
    name: str = ""


@dataclass(unsafe_hash=True)
class Partial(Value):
    """``functools.partial(function, ...)``."""

    function: Value = field(default_factory=Unknown)
    positional: tuple[Value, ...] = ()
    keywords: tuple[tuple[str, Value], ...] = ()


@dataclass(unsafe_hash=True)
class Super(Value):
    """``super()`` inside a method."""

    unit: ClassUnit | None = None
    receiver: Value = field(default_factory=Unknown)


@dataclass(unsafe_hash=True)
class GradModeContext(Value):
    """``torch.no_grad()`` and its like, as a context manager or a decorator.

    Attributes:
        enabled: Whether autograd records in it.
        before: Whether it recorded when one was made that switches by being made.
        is_inference: Whether it is ``inference_mode()``: entered by hand it ends with its object.
    """

    enabled: Truth = Truth.NO
    before: Truth | None = None
    is_inference: bool = False


@dataclass(unsafe_hash=True)
class Either(Value):
    """One of several objects, functions, classes or distributions: paths have met.

    Attributes:
        options: What it may be, each of another class or kind.
        choice: What tells the choice between them apart from all others: whoever holds the value
            holds the same one of them.
        ways: What holds where it is each of them, for as long as that lasts.
    """

    options: tuple[Value, ...] = ()
    choice: int = 0
    ways: tuple[frozenset[tuple[str, bool]], ...] = ()


def options_of(value: Value) -> tuple[Value, ...]:
    """What a value may be."""
    return value.options if isinstance(value, Either) else (value,)


UNKNOWN = Unknown()
ANY_MODULE = Unknown(is_module=True)
NONE = NoneValue()


def count_of(value: Value) -> Count | None:
    """Where a number lies; ``None`` for other values."""
    if not isinstance(value, Number):
        return None
    if isinstance(value.value, (int, float)) and counts.is_small(value.value):
        own = counts.at(value.value)
        return own if value.count is None else counts.both(own, value.count)
    return value.count


class SampleRole(enum.Enum):
    """How the numbers of a sample have gone into a tensor."""

    NUMBERS = "numbers"
    """As they are, or as a plain function of them."""
    LOGARITHM = "logarithm"
    """The same, behind a logarithm: what a density is corrected by where a sample is squashed."""
    BESIDE_UNKNOWN = "beside something unknown"
    """Through an operation with something that may be trained."""
    MIXED = "mixed"
    """Through an operation with something that is trained."""
    LOG_PROB = "log_prob"
    """As the value whose log-probability was asked."""


@dataclass(frozen=True, eq=False)
class Sample:
    """A sample without a gradient, of a distribution whose parameters are trained.

    Attributes:
        kind: The distribution's class, or ``torch.normal``.
        node: The call that draws it.
        sources: The nodes of the graph that the parameters come from.
        facts: What was done with samples of that distribution; it fills up.
        is_training: Whether it stands in a branch for training.
    """

    kind: str
    node: tree.Call
    sources: frozenset[GraphNode]
    facts: set[SampleFact]
    is_training: bool = False


@dataclass(frozen=True)
class Trace:
    """A tensor was made with a sample's numbers."""

    sample: Sample
    role: SampleRole


# --- records -------------------------------------------------------------------------------


@dataclass(frozen=True)
class Member:
    """One of the tensors that a tensor may be, or of the objects, where paths have met.

    Attributes:
        identity: The tensor or object.
        elsewhere: The stretches of the execution that lie on other paths than that on which it
            is that one.
        conditions: The branches that this path has come through.
    """

    identity: int
    elsewhere: tuple[tuple[int, int], ...] = ()
    conditions: frozenset[Condition] = frozenset()


@dataclass(frozen=True)
class TensorRecord:
    """What autograd keeps of a tensor, as far as it is known.

    Attributes:
        requires_grad: Whether a gradient flows through it.
        is_leaf: Whether no operation that autograd recorded made it.
        storage: The memory it lies in; views, ``.detach()`` and ``.data`` share it.
        counter: Its version counter; views and ``.detach()`` share it, ``.data`` does not.
        graph: Its ``grad_fn``.
        made_at: The expression that made it.
        requires_grad_at: What switched ``requires_grad`` on.
        base: The tensor that it is a view of.
        data_of: The ``.data`` expression through which it shares another tensor's memory.
        memory_of: The tensor whose memory it shares without its history, by ``.data`` or
            ``.detach()``.
        is_parameter: Whether it is an ``nn.Parameter``.
        cuts: The constructor calls that its numbers came through and that lost the history.
        members: The tensors that it may be, where paths have met.
        shares: The tensors that it may share memory with, where paths have met before.
        is_part: Whether it is a view of a part of its memory.
        may_be_copy: Whether it is a view or a copy, as an index that is not known decides.
        trained_on_a_path: Whether it requires grad on one of the paths that have met here.
        is_scalar: Whether it is known to have no dimensions.
        is_held: Whether the name that led to it may hold it here; not where that is ``None``.
        is_guess: Whether it comes from a call that is not known, so that it may be no tensor.
        rebased_by: For a view, the last change of its base's history that it has seen.
        origin: Why it has no history (on one of the paths that have met here), where an
            operation is the reason.
        samples: The samples without a gradient that its numbers come from.
    """

    requires_grad: Truth
    is_leaf: Truth
    storage: int
    counter: int
    made_at: tree.Node | None
    graph: GraphNode | None = None
    requires_grad_at: tree.Node | None = None
    base: int | None = None
    data_of: tree.Attribute | None = None
    memory_of: int | None = None
    is_parameter: bool = False
    cuts: frozenset[Cut] = frozenset()
    samples: frozenset[Trace] = frozenset()
    members: tuple[Member, ...] = ()
    shares: tuple[Member, ...] = ()
    is_part: bool = False
    may_be_copy: bool = False
    trained_on_a_path: bool = False
    is_scalar: bool = False
    is_held: bool = True
    is_guess: bool = False
    rebased_by: GraphNode | None = None
    origin: Origin | None = None

    @property
    def ended_by(self) -> Origin | None:
        """Why it has no history, unless it requires grad: then it is the start of a new one."""
        return None if self.requires_grad is Truth.YES else self.origin

    @property
    def may_train(self) -> bool:
        """Whether there is a path on which it requires grad for sure."""
        return self.requires_grad is Truth.YES or self.trained_on_a_path


class ContainerKind(enum.Enum):
    """Which container it is."""

    LIST = "list"
    TUPLE = "tuple"
    DICT = "dict"
    SET = "set"
    DEQUE = "deque"
    RING = "deque of a greatest length"
    ITERATOR = "iterator"
    DICT_VIEW = "dict view"
    ARRAY = "array"
    """A numpy array that tensors were put into, one by one."""


@dataclass(frozen=True)
class ContainerRecord:
    """What a container holds.

    Attributes:
        kind: Which container it is.
        items: The values at known places, in order.
        rest: Other values that it may hold, in no known number or order.
        keys: For a dict, the keys of ``items`` (``None`` where a key is not a constant).
        is_open: Whether it may hold values that are not known of.
        default: What makes an item under a key that is not there yet, as in a ``defaultdict``.
        orders: Where paths have filled it in different ways, all that it may hold on each of
            them, in order; none where that is not known.
        members: The containers that it may be, where it is one of several.
    """

    kind: ContainerKind
    items: tuple[Value, ...] = ()
    rest: tuple[Value, ...] = ()
    keys: tuple[object, ...] = ()
    is_open: bool = False
    default: Value | None = None
    orders: tuple[tuple[Value, ...], ...] = ()
    members: tuple[int, ...] = ()

    @property
    def sequences(self) -> tuple[tuple[Value, ...], ...]:
        """All that it may hold, in order, one for each way; none where they are not known."""
        if self.is_open:
            return ()
        return self.orders or (() if self.rest else (self.items,))

    @property
    def held(self) -> tuple[Value, ...]:
        """All values that it is known to hold: the rest tells but a few of them."""
        known = self.items + self.rest
        ordered = dict.fromkeys(each for order in self.orders for each in order)
        return known + tuple(each for each in ordered if each not in known)


@dataclass(frozen=True)
class ObjectRecord:
    """An object's attributes, by name.

    Attributes:
        attributes: The attributes.
        members: The objects that it may be, where it is one of several.
    """

    attributes: tuple[tuple[str, Value], ...] = ()
    members: tuple[Member, ...] = ()

    def get(self, name: str) -> Value | None:
        """The attribute's value, or ``None`` where nothing was assigned."""
        for key, value in self.attributes:
            if key == name:
                return value
        return None
