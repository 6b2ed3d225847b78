"""What becomes of what is given to code that is not followed: it escapes."""

from __future__ import annotations

from tapelint.source import tree
from tapelint.source.index import CALLED
from tapelint.tape.autograd import gradient_pages
from tapelint.tape.domain.program import ClassUnit, FunctionUnit
from tapelint.tape.domain.terms import Truth
from tapelint.tape.domain.values import (
    UNKNOWN,
    Instance,
    Unknown,
    Value,
    options_of,
)
from tapelint.tape.interpreter.interface import Interpreter
from tapelint.tape.interpreter.unfollowed import (
    assigned_by,
    hands_on,
    may_replace,
    touches_gradients,
)
from tapelint.tape.machine.frames import Arguments
from tapelint.tape.machine.machine import Machine
from tapelint.tape.models.module_parameters import is_network, may_be_unfrozen


class Escapes:
    """Forgets what code that is not followed may have changed.

    Attributes:
        is_needed: Whether it can matter what the function at hand leaves behind.
    """

    def __init__(self, machine: Machine, interpreter: Interpreter) -> None:
        self.machine = machine
        self.interpreter = interpreter
        self.is_needed = True
        self._may_replace: dict[FunctionUnit, bool] = {}
        self._may_touch: dict[FunctionUnit, Truth] = {}
        self._assigned: dict[ClassUnit, frozenset[str]] = {}

    def pass_by(
        self,
        unit: FunctionUnit,
        receiver: Value | None,
        arguments: Arguments,
        node: tree.Node,
    ) -> None:
        """A function is called and not followed: what is pending stays so, unless it may end that.

        A function of another file knows of the objects that it is given alone.
        """
        is_elsewhere = self.interpreter.other_files.is_elsewhere(unit)
        known = self._may_replace.get(unit)
        if known is None:
            known = unit.is_opaque or may_replace(unit.node)
            known = known or (not is_elsewhere and hands_on(unit.node))
            self._may_replace[unit] = known
        self.machine.hand_over(arguments, node, may_replace=known)
        touches = self._may_touch.get(unit)
        if touches is None:
            touches = self._may_touch[unit] = (
                Truth.YES if unit.is_opaque else touches_gradients(unit.node)
            )
        if touches is Truth.YES:
            gradient_pages.note_unseen(self.machine)
        elif touches is Truth.UNKNOWN:  # what it gives its arguments to may do so
            gradient_pages.note_handed(
                self.machine, arguments, node, receiver, is_forward=unit.last_name in CALLED
            )
        if known and (not is_elsewhere or isinstance(receiver, Instance)):
            self.machine.begin_era()
        is_changed = known or (is_elsewhere and hands_on(unit.node))
        if is_changed and self.is_needed:  # else nothing of what it leaves is met
            given = arguments.values if receiver is None else (receiver, *arguments.values)
            for each in given:
                if each is not receiver or unit.last_name != "__init__":
                    self._forget(each)

    def forget_given(self, arguments: Arguments) -> None:
        """What is not known may call the methods of the objects that it is given."""
        for value in arguments.values if self.is_needed else ():
            for each in options_of(value):
                self._forget(each)

    def _forget(self, given: Value) -> None:
        """Code that is not followed has something: it may assign to it, or let it train."""
        if isinstance(given, Instance):
            self.forget_assigned(given)
        if is_network(given):
            may_be_unfrozen(self.machine, given)

    def forget_assigned(self, owner: Instance) -> None:
        """What methods assign on an object holds anything once one may have run unseen."""
        record = self.machine.attributes(owner)
        if record is None or not record.attributes or owner.unit is None:
            return
        names = self._assigned.get(owner.unit)
        if names is None:
            methods = [m for unit in owner.unit.lineage for m in unit.methods.values()]
            later = [each for each in methods if each.last_name != "__init__"]
            names = frozenset().union(*(assigned_by(each.node) for each in later))
            self._assigned[owner.unit] = names
        for name, value in record.attributes:
            if name in names and type(value) is not Unknown:
                self.machine.set_attribute(owner, name, UNKNOWN)
