"""Which attributes a value of a kind has: what is used with others is something else."""

from __future__ import annotations

from tapelint.tape.domain.values import Array, Number, Tensor, Text, Value
from tapelint.torch_api.knowledge import knowledge

_OF_NUMBERS = frozenset((*dir(float), *dir(int), *dir(complex)))
_OF_TEXTS = frozenset(dir(str))


def is_promised(value: Value) -> bool:
    """Whether nothing but a promise (an annotation, a name) tells that a value is of its kind."""
    if isinstance(value, Number):
        is_plain = value.taken_at is None and value.origin is None and value.count is None
        return is_plain and value.value is None
    if isinstance(value, Text):
        return value.value is None
    return isinstance(value, Array) and value.origin is None


def has_attribute(value: Value, name: str) -> bool:
    """Whether a value can have an attribute or a method of that name.

    Of numbers and arrays, numpy's are meant, too. Of other values than numbers, texts, arrays and
    tensors nothing is known, and the answer is yes.
    """
    known = knowledge()
    if isinstance(value, Number):
        return name in _OF_NUMBERS or name in known.array_attributes
    if isinstance(value, Text):
        return name in _OF_TEXTS
    if isinstance(value, Array):
        return name in known.array_attributes or name.startswith("_")
    if isinstance(value, Tensor):
        return (
            name in known.tensor_methods or name in known.tensor_attributes or name.startswith("_")
        )
    return True
