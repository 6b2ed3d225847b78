"""What the tape records of modules: how they are made, frozen and used; see :mod:`.events`."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from tapelint.tape.domain.frozen import dataclass
from tapelint.tape.domain.terms import Holder, Truth
from tapelint.tape.events import Event

if TYPE_CHECKING:
    from tapelint.source import tree


@dataclass(frozen=True, kw_only=True)
class FlagAssigned(Event):
    """``requires_grad``, or a name that is meant to be it, is assigned to.

    Attributes:
        at: The target of the assignment.
        owner: The expression before the dot.
        name: The name behind it.
        holder: What the owner is.
        on: What is assigned.
        trains: Whether it requires grad; of a module, whether a parameter of it does.
        is_guess: Whether only its use tells that the owner is a module.
    """

    visit: ClassVar[str] = "visit_flag"
    what: ClassVar[str] = "`requires_grad` is assigned to"
    owner: tree.BaseExpression
    name: str
    holder: Holder
    on: Truth
    trains: Truth
    is_guess: bool = False


@dataclass(frozen=True, kw_only=True)
class DropoutCalled(Event):
    """Numbers of a tensor are dropped at random.

    Attributes:
        called: What is called: a function, or a module that is made for this one call.
        is_module: Whether it is such a module.
        is_told: Whether it is told whether to drop at all: ``training=``, ``.eval()``.
        drops: Whether its chance is another one than zero; unknown where zero is what a constructor
            takes unless it is given another one.
        is_asked: Whether the code on the way here asks if it trains, or a caller may.
        owner: What the function at hand calls the module whose method it is; "" for no method.
        is_in_module: Whether the function at hand is a method of a module.
    """

    visit: ClassVar[str] = "visit_dropout"
    what: ClassVar[str] = "numbers are dropped at random"
    called: str
    is_module: bool
    is_told: bool
    drops: Truth
    is_asked: bool
    owner: str
    is_in_module: bool


@dataclass(frozen=True, kw_only=True)
class FreshModuleCalled(Event):
    """The ``forward`` of a module calls one that it has made itself, and that nobody else gets.

    Attributes:
        kind: The bare name of its class.
        has_parameters: Whether it has parameters that were made with it.
        trains: Whether one of them requires grad.
    """

    visit: ClassVar[str] = "visit_fresh_module"
    what: ClassVar[str] = "a module is made and called"
    kind: str
    has_parameters: bool
    trains: Truth


@dataclass(frozen=True, kw_only=True)
class PartsUnregistered(Event):
    """A module keeps parts that are trained where torch does not look for them.

    Attributes:
        at: The attribute that a list, tuple or dict was assigned to.
        value: What was assigned.
        container: ``list``, ``tuple`` or ``dict``.
        keys: Of a dict, the keys that are constants.
        has_other_keys: Whether a dict has, or may have, other keys, too.
        has_others: Whether something beside modules is among them, where they are modules.
        are_modules: Whether it holds modules; else it holds parameters.
        is_nested: Whether they stand in pairs or lists within it.
        is_single: Whether it is written as a list of one, which hides it on purpose.
        is_collected: Whether other code asks these parts for their parameters, or moves them.
    """

    visit: ClassVar[str] = "visit_unregistered"
    what: ClassVar[str] = "a module keeps parts in a plain container"
    value: tree.BaseExpression | None
    container: str
    keys: tuple[object, ...]
    has_other_keys: bool
    has_others: bool
    are_modules: bool
    is_nested: bool
    is_single: bool
    is_collected: bool
