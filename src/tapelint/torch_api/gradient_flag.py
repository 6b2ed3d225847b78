"""The attribute that says whether a tensor is trained, and what people write in its place."""

from __future__ import annotations

import re

FLAG = "requires_grad"
"""The attribute of a tensor; a module has none of that name."""
GRAD_FN = "grad_fn"
"""The attribute that holds the operation that made a tensor; ``None`` without a history."""
IS_LEAF = "is_leaf"
"""The attribute that says whether no operation has made a tensor, or it requires no grad."""
METHOD = "requires_grad_"
"""The method of tensors and modules that sets it."""
_MISSPELT = re.compile(r"re?q[uirae]*[sd]?_?grad(s|ients?)?_?")


def is_flag(name: str) -> bool:
    """Whether an attribute is the flag, or meant to be it.

    >>> [is_flag(name) for name in ("requires_grad", "require_grad", "requires_grad_", "grad")]
    [True, True, True, False]
    """
    return _MISSPELT.fullmatch(name) is not None


def is_misspelt(name: str) -> bool:
    """Whether an attribute is meant to be the flag and is none: ``require_grad``."""
    return name not in {FLAG, METHOD} and is_flag(name)


GRADIENTS = frozenset({"grad", "_grad"})
"""The attributes by which a gradient is assigned: ``_grad`` is the same one, without a check."""
