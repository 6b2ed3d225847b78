"""Which functions are meant to run while autograd records."""

from __future__ import annotations

from tapelint.project.roles.modes import ModesOfCallers
from tapelint.project.roles.recording import ALWAYS_RECORD, BY_NAME, SIGNS_OF_RECORDING
from tapelint.source import tree
from tapelint.source.tree import children
from tapelint.tape.domain.program import FunctionUnit
from tapelint.tape.domain.terms import Truth
from tapelint.tape.syntax import dotted_name, mentions


def mode_of(unit: FunctionUnit) -> Truth | None:
    """Whether autograd records in a function, as its decorators or its framework have it."""
    return unit.grad_mode if unit.grad_mode is not None else unit.mode_of_framework


def switches_for_itself(body: tree.Node) -> bool:
    """Whether a function switches recording on, and later off: it is off where it is called."""
    flags: list[str] = []
    pending = [body]
    while pending:
        node = pending.pop()
        call = node.value if type(node) is tree.Expr else None
        if type(call) is tree.Call and dotted_name(call.func).endswith("set_grad_enabled"):
            flag = call.args[0].value if call.args else None
            flags.append(flag.value if isinstance(flag, tree.Name) else "")
        if isinstance(node, (tree.BaseSuite, tree.BaseCompoundStatement, tree.SimpleStatementLine)):
            pending.extend(reversed(children(node)))
    return flags[:1] == ["True"] and "False" in flags


class Sureness:
    """Tells of which functions it is sure that they run while autograd records."""

    def __init__(self, unrecorded: frozenset[str], elsewhere: ModesOfCallers) -> None:
        self._unrecorded = unrecorded
        self._elsewhere = elsewhere
        self._known: dict[FunctionUnit, bool] = {}

    def of(self, unit: FunctionUnit) -> Truth:
        """Whether it is meant to, or is called, over whatever, by one that is or by the module.

        It is not known where nothing says so but what such a function is called.
        """
        seen, pending, found = {unit}, [unit], Truth.NO
        while pending:
            each = pending.pop()
            if self._is_meant_to(each) or None in each.callers:
                if each.last_name not in BY_NAME or None in each.callers or shows_recording(each):
                    return Truth.YES
                found = Truth.UNKNOWN
            callers = {caller for caller in each.callers if caller is not None} - seen
            seen |= callers
            pending += callers
        return found

    def _is_meant_to(self, unit: FunctionUnit) -> bool:
        known = self._known.get(unit)
        if known is None:
            known = self._known[unit] = records_surely(unit, self._unrecorded)
        return known


def records_surely(unit: FunctionUnit, unrecorded: frozenset[str] = frozenset()) -> bool:
    """Whether a function is meant to run while autograd records.

    It calls ``backward``, or it switches recording off for a part of itself, or it draws samples
    so that a gradient goes through them.

    Args:
        unit: The function.
        unrecorded: What other files call where they switch recording off, and nowhere else.
    """
    owner = unit.unit_class
    name = owner.name if owner is not None else unit.name
    is_exported = owner is not None and any(each.is_exported for each in owner.functions)
    if unit.last_name == "forward" and (is_exported or name in unrecorded):
        return shows_recording(unit)
    return unit.last_name in ALWAYS_RECORD or shows_recording(unit)


def shows_recording(unit: FunctionUnit) -> bool:
    """Whether a function runs a backward, or switches recording, or samples for a gradient."""
    return mentions(unit.node.body, SIGNS_OF_RECORDING)
