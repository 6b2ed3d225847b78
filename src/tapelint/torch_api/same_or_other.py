"""Calls of torch's that may give the tensor that they are given."""

from __future__ import annotations

from tapelint.torch_api.conversions import CONVERSIONS

SAME_OR_OTHER = CONVERSIONS.union(
    {
        "reshape", "flatten", "ravel", "reshape_as", "as_tensor",
        "asarray", "positive", "dropout", "expand_as", "sum_to_size", "resolve_conj",
        "broadcast_to", "atleast_1d", "atleast_2d", "atleast_3d", "einsum", "interpolate", "pad",
        "conj", "view_as_real", "view_as_complex", "real", "imag", "alpha_dropout",
        "feature_alpha_dropout", "dropout1d", "dropout2d", "dropout3d", "feature_dropout", "rrelu",
        "unflatten", "pixel_shuffle", "pixel_unshuffle", "channel_shuffle",
    }
)  # fmt: skip
"""Calls that give the tensor itself, a view of it or a copy, as its layout decides."""

ALWAYS_ANOTHER = frozenset(
    {
        "reshape", "reshape_as", "expand_as", "broadcast_to", "unflatten", "view_as_real",
        "view_as_complex",
    }
)  # fmt: skip
"""Those of them that give a view or a copy, never the tensor itself."""

REORDERING = frozenset(
    {
        "permute", "transpose", "t", "T", "mT", "H", "mH", "adjoint", "swapaxes", "swapdims",
        "movedim", "moveaxis", "expand", "expand_as", "broadcast_to",
    }
)  # fmt: skip
"""Views whose items stand in the memory in another order, or more than once."""
COPY_REORDERED = frozenset({"reshape", "reshape_as", "flatten", "ravel", "contiguous"})
"""Calls that give a copy of such a view."""

SEVERAL = frozenset({"meshgrid", "triangular_solve"})
"""Calls that give several tensors, as a tuple."""
SEVERAL_WHERE_ASKED = frozenset({"return_inverse", "return_counts", "return_indices", "as_tuple"})
"""Arguments by which a call gives a tuple."""
