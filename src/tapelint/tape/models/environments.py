"""Environments of gym and gymnasium: what they give are arrays, unless a wrapper changes that."""

from __future__ import annotations

from tapelint.tape.domain.values import (
    UNKNOWN,
    Array,
    ContainerKind,
    LibraryObject,
    Value,
)
from tapelint.tape.machine.frames import Arguments
from tapelint.tape.machine.machine import Machine

KIND = "gymnasium.Env"
_SPACE = "gymnasium.Space"
_MAKERS = frozenset(
    f"{package}.{name}" for package in ("gym", "gymnasium") for name in ("make", "make_vec")
)
_CLASSES = frozenset(
    f"{package}.{name}" for package in ("gym", "gymnasium") for name in ("Env", "core.Env")
)
_OTHER_ARRAYS = ("Torch", "Jax", "ArrayConversion", "Dict", "LazyFrames", "FrameStack")
"""Words of the wrappers behind which there may be other things than arrays."""


def is_environment_class(name: str) -> bool:
    """Whether an annotation of that name promises an environment."""
    return name in _CLASSES


def make(machine: Machine, name: str, arguments: Arguments) -> Value | None:
    """What a call of gym's or gymnasium's makes, or ``None`` where it is something else."""
    if name in _MAKERS or name in {"gym.vector.make", "gymnasium.vector.make"}:
        return machine.new_object(KIND)
    if name.startswith(("gym.wrappers.", "gymnasium.wrappers.")):
        wrapped = arguments.at(0, "env")
        return wrapped if not any(word in name for word in _OTHER_ARRAYS) else None
    return None


def attribute(machine: Machine, owner: LibraryObject, name: str) -> Value | None:
    """An attribute of an environment that is no method, or ``None``."""
    if owner.kind == KIND and name in {"action_space", "observation_space"}:
        return machine.new_object(_SPACE)
    return None


def call_method(machine: Machine, owner: LibraryObject, name: str) -> Value | None:
    """What a method of an environment or of a space gives, or ``None`` where it is not known.

    ``reset`` gives an observation in some versions and a pair in others.
    """
    given = Array(is_guess=True)
    if owner.kind == _SPACE and name == "sample":
        return given
    if owner.kind == KIND and name == "step":
        return machine.new_container(ContainerKind.TUPLE, (given, *[UNKNOWN] * 4))
    return None


def is_environment(value: Value) -> bool:
    """Whether a value is an environment or one of its spaces."""
    return isinstance(value, LibraryObject) and value.kind in {KIND, _SPACE}
