"""What one function does to names: what they are bound to, what is saved, what is changed."""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import Enum

from tapelint.relevance.roots import SELF


class Birth(Enum):
    """What a name is bound to."""

    PLAIN = "no tensor"
    FRESH = "memory that nothing has saved"
    SAVED = "what may be saved by the operation that makes it"
    ALIAS = "what other names stand for"


@dataclass(frozen=True)
class Change:
    """One change.

    Attributes:
        line: Where it stands.
        loops: The first lines of the loops that it stands in; 0 for an inner function.
        target: The name, as it is bound there; ``None`` where no name tells.
        is_of_attribute: Whether it is an attribute of some object that is changed.
    """

    line: int
    loops: tuple[int, ...]
    target: str | None
    is_of_attribute: bool = False


@dataclass(frozen=True)
class Parameters:
    """Some parameters of a function.

    Attributes:
        names: Their names.
        positions: Where they stand in a call, the receiver not counted.
    """

    names: frozenset[str] = frozenset()
    positions: frozenset[int] = frozenset()

    def either(self, other: Parameters) -> Parameters:
        """Those of one function or of another."""
        return Parameters(self.names | other.names, self.positions | other.positions)

    def given(self, call: ast.Call) -> Iterator[ast.expr]:
        """What a call gives for them."""
        is_known = not any(isinstance(each, ast.Starred) for each in call.args)
        for position, each in enumerate(call.args):
            if not is_known or position in self.positions:
                yield each
        for keyword in call.keywords:
            if keyword.arg is None or keyword.arg in self.names:
                yield keyword.value


@dataclass
class FunctionNames:
    """What one function does to names.

    A name that is bound anew is another one from there on: ``x``, ``x:12``. Attributes of the
    receiver are ``self.name`` everywhere.

    Attributes:
        parameters: Its parameters that may be tensors.
        order: Its parameters as a call gives them, less the receiver.
        bound: For each name, to what it is bound, and to which other names.
        used: For each name, where an operation may save it.
        changes: The changes in place.
        leaves: The names that may stand for a leaf that requires grad.
    """

    parameters: frozenset[str] = frozenset()
    order: tuple[str, ...] = ()
    bound: dict[str, list[tuple[Birth, tuple[str, ...]]]] = field(
        default_factory=lambda: defaultdict(list)
    )
    used: dict[str, list[tuple[int, tuple[int, ...]]]] = field(
        default_factory=lambda: defaultdict(list)
    )
    changes: list[Change] = field(default_factory=list)
    leaves: set[str] = field(default_factory=set)

    def standing_for(self, name: str) -> set[str]:
        """The names through which a name has come to what it is, itself included."""
        found = {name}
        pending = [name]
        while pending:
            for _, others in self.bound.get(pending.pop(), ()):
                pending.extend(set(others) - found)
                found.update(others)
        return found

    def origins(self, name: str) -> frozenset[str]:
        """The memories that a name may stand for, each by the name that it was first bound to."""
        return frozenset(
            each
            for each in self.standing_for(name)
            if each not in self.bound
            or each.startswith(SELF)
            or any(birth in {Birth.FRESH, Birth.SAVED} for birth, _ in self.bound[each])
        )

    def of_saved(self, attributes: Collection[str]) -> Iterator[Change]:
        """The changes of what an operation may have saved.

        Args:
            attributes: The attributes of ``self`` that some method of the class may have saved.
        """
        if not self.changes:
            return
        used = self._used_origins()
        for change in self.changes:
            if change.target is None or self._may_be_saved(change, used, attributes):
                yield change

    def changes_attribute(self) -> bool:
        """Whether something is changed that an attribute of ``self`` may hold."""
        return any(
            origin.startswith(SELF)
            for change in self.changes
            if change.target is not None
            for origin in self.origins(change.target)
        )

    def saved_attributes(self) -> Iterator[str]:
        """The attributes of ``self`` that may be saved here, or hold what was."""
        for name, births in self.bound.items():
            if name.startswith(SELF) and any(birth is not Birth.PLAIN for birth, _ in births):
                yield name
        for name in self._used_origins():
            if name.startswith(SELF):
                yield name

    def _used_origins(self) -> dict[str, list[tuple[int, tuple[int, ...]]]]:
        used: dict[str, list[tuple[int, tuple[int, ...]]]] = defaultdict(list)
        for name, places in self.used.items():
            for origin in self.origins(name):
                used[origin] += places
        return used

    def _may_be_saved(
        self,
        change: Change,
        used: Mapping[str, Iterable[tuple[int, tuple[int, ...]]]],
        attributes: Collection[str],
    ) -> bool:
        for origin in self.origins(change.target or ""):
            if origin.startswith(SELF) and origin in attributes:
                return True
            if any(birth is Birth.SAVED for birth, _ in self.bound.get(origin, ())):
                return True
            for line, loops in used.get(origin, ()):
                if line <= change.line or 0 in change.loops or set(loops) & set(change.loops):
                    return True
        return False

    def changed_parameters(self) -> Parameters:
        """The parameters that it changes, under whatever name."""
        changed = {
            name
            for change in self.changes
            if change.target is not None
            for name in self.origins(change.target) & self.parameters
        }
        positions = [at for at, name in enumerate(self.order) if name in changed]
        return Parameters(frozenset(changed), frozenset(positions))

    def of_leaves(self, attributes: Collection[str]) -> bool:
        """Whether something is changed that may be a leaf.

        Args:
            attributes: The attributes of ``self`` that may be leaves, as ``self.name``.
        """
        return any(
            change.is_of_attribute
            or change.target is None
            or any(
                name in self.leaves or name in attributes
                for name in self.standing_for(change.target)
            )
            for change in self.changes
        )
