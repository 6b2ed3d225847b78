"""Which parameters of a constructor are settings that the object keeps for good.

``self.tuning = tuning`` in ``__init__``, and nothing else in the class assigns ``self.tuning``:
``if tuning:`` there and ``if self.tuning:`` in another method are one test.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

from tapelint.source import tree
from tapelint.source.tree import walk
from tapelint.tape.domain.program import ClassUnit, FunctionUnit
from tapelint.tape.syntax import given_to

_NONE: Mapping[str, str] = {}


class KeptSettings:
    """Looks up what constructors keep, once for each class."""

    def __init__(self) -> None:
        self._kept: dict[FunctionUnit, Mapping[str, str]] = {}

    def attribute(self, unit: FunctionUnit, owner: ClassUnit, parameter: str) -> str | None:
        """The attribute that is a constructor's parameter for as long as the object lives."""
        if unit.last_name != "__init__":
            return None
        kept = self._kept.get(unit)
        if kept is None:
            kept = self._kept[unit] = _kept_by(unit, owner)
        return kept.get(parameter)


def _kept_by(unit: FunctionUnit, owner: ClassUnit) -> Mapping[str, str]:
    if owner.node is None or not unit.parameter_names:
        return _NONE
    this = unit.parameter_names[0]
    given = given_to(unit.node)
    found: dict[str, str] = {}
    for each in walk(unit.node.body):
        if type(each) is tree.Assign and type(each.value) is tree.Name and len(each.targets) == 1:
            target = each.targets[0].target
            if each.value.value in given and isinstance(target, tree.Attribute):
                if isinstance(target.value, tree.Name) and target.value.value == this:
                    found[each.value.value] = target.attr.value
    times = Counter(_assigned(owner.node))
    return {name: attribute for name, attribute in found.items() if times[attribute] == 1}


def _assigned(node: tree.ClassDef) -> Iterator[str]:
    """The attributes that a class assigns, each as often as it does."""
    for each in walk(node):
        if isinstance(each, tree.AssignTarget) and isinstance(each.target, tree.Attribute):
            yield each.target.attr.value
        elif isinstance(each, (tree.AugAssign, tree.AnnAssign)):
            if isinstance(each.target, tree.Attribute):
                yield each.target.attr.value
