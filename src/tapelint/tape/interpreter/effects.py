"""The effects of an execution: what it leaves on objects that others know of."""

from __future__ import annotations

from collections.abc import Collection

from tapelint.tape.domain.domains import Domain, Key, Lifetime
from tapelint.tape.domain.state import State, identity_of
from tapelint.tape.domain.terms import Truth
from tapelint.tape.domain.values import (
    Class,
    Container,
    Function,
    Instance,
    LibraryObject,
    ObjectRecord,
    Tensor,
    TensorRecord,
    options_of,
)


def of_objects(layer: State) -> State:
    """What a function leaves on objects, less what holds for what comes next in one run alone.

    That it has run a backward, or has changed what was saved, is true for whoever calls it; that
    it is called before any other function is not known.
    """
    for key in [key for key in layer.cells if _lifetime_of(key) is Lifetime.RUN]:
        del layer.cells[key]
    return layer


def is_left(end: State, start: State, known: int, *, if_met: bool = False) -> bool:
    """Whether a function has changed anything that others can know of.

    Args:
        end: The state at its end.
        start: The state that it was executed from.
        known: What has a greater identity was made by it.
        if_met: Whether a layer's own parameter counts that it was the first to meet.
    """
    return any(
        identity_of(key) <= known
        and _lifetime_of(key) is Lifetime.FILE
        and not _is_of_own(key, known)
        and start.get(key) != value
        and (if_met or not _is_made_when_asked(end, start.get(key), value))
        for layer in end.layers_above(start)
        for key, value in layer.cells.items()
    )


def _lifetime_of(key: Key) -> Lifetime:
    """How long a cell holds; a variable and a record do for whoever comes to know of them."""
    domain = key[0] if isinstance(key, tuple) else None
    return domain.lifetime if isinstance(domain, Domain) else Lifetime.FILE


def _is_of_own(key: Key, known: int) -> bool:
    """Whether a fact is told of something that the function itself has made."""
    if not isinstance(key, tuple) or not isinstance(key[0], Domain):
        return False
    subject = key[1]
    return isinstance(subject, int) and subject > known


def _is_made_when_asked(state: State, before: object, after: object) -> bool:
    """Whether an object has got nothing but what a layer has from the beginning, as it was then."""
    if not isinstance(after, ObjectRecord):
        return False
    known = dict(before.attributes) if isinstance(before, ObjectRecord) else {}
    for name, value in after.attributes:
        if name in known:
            if known[name] != value:
                return False
            continue
        record = state.get(value.identity) if isinstance(value, Tensor) else None
        if not isinstance(record, TensorRecord) or not _is_untouched(record):
            return False
    return True


def _is_untouched(record: TensorRecord) -> bool:
    """Whether it is a layer's own parameter or buffer, made when its name was first met."""
    trains = Truth.YES if record.is_parameter else Truth.NO
    return record.made_at is None and record.requires_grad is trains and record.is_leaf is Truth.YES


def has_objects(module: State, scope: int, assigned: Collection[str]) -> bool:
    """Whether a variable of the module holds something that functions may change.

    Args:
        module: The state at its end.
        scope: The module's scope.
        assigned: What its functions assign to: they may give a class or a function attributes.
    """
    owners = {name.partition(".")[0] for name in assigned if "." in name}
    return any(
        isinstance(key, tuple)
        and key[0] == scope
        and not str(key[1]).startswith("__")
        and any(
            isinstance(each, (Container, Instance, LibraryObject, Tensor))
            or (key[1] in owners and isinstance(each, (Class, Function)))
            for each in options_of(value)
        )
        for key, value in module.cells.items()
    )
