"""Calls of torch's that may give the tensor that they are given."""

from __future__ import annotations

SAME_OR_OTHER = frozenset(
    {
        "to", "cuda", "cpu", "float", "double", "half", "bfloat16", "type", "type_as",
        "contiguous", "pin_memory", "reshape", "flatten", "ravel", "reshape_as", "as_tensor",
        "asarray", "positive", "dropout", "expand_as", "sum_to_size", "resolve_conj",
        "broadcast_to", "atleast_1d", "atleast_2d", "atleast_3d", "einsum", "interpolate", "pad",
        "conj",
    }
)  # fmt: skip
"""Calls that give the tensor itself, a view of it or a copy, as its layout decides."""
