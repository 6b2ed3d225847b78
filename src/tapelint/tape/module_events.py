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
