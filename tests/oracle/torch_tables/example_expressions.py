"""Examples of what is no function: operators, numbers as operands, subscripts, recurrent layers.

Each is given with the name of the operation of which it is another way to call it, if any.
"""

from collections.abc import Callable

import torch

from .operands import (
    MATRIX,
    OTHER,
    UNIT,
    VECTOR,
    Arguments,
    indices,
    mask,
    real,
)


def of_list(function: Callable[..., object], parameter: str) -> Callable[..., object]:
    """Return a function of several tensors as a function of one list of tensors."""
    return lambda **arguments: function(*arguments[parameter])


EXPRESSIONS: dict[str, tuple[str | None, Callable[..., object], Arguments]] = {
    "add_scalar": ("add", lambda input: input + 2.0, {"input": UNIT}),
    "sub_scalar": ("sub", lambda input: input - 2.0, {"input": UNIT}),
    "rsub_scalar": ("sub", lambda other: 2.0 - other, {"other": UNIT}),
    "mul_scalar": ("mul", lambda input: input * 2.0, {"input": UNIT}),
    "div_scalar": ("div", lambda input: input / 2.0, {"input": UNIT}),
    "rdiv_scalar": ("div", lambda other: 2.0 / other, {"other": UNIT}),
    "pow_scalar": ("pow", lambda input: input**2, {"input": UNIT}),
    "pow_scalar_fraction": ("pow", lambda input: input**0.5, {"input": UNIT}),
    "pow_scalar_one": ("pow", lambda input: input**1, {"input": UNIT}),
    "pow_scalar_zero": ("pow", lambda input: input**0, {"input": UNIT}),
    "rpow_scalar": ("pow", lambda exponent: 2.0**exponent, {"exponent": UNIT}),
    "remainder_scalar": ("remainder", lambda input: input % 0.3, {"input": UNIT}),
    "rremainder_scalar": ("remainder", lambda other: 2.0 % other, {"other": UNIT}),
    "fmod_scalar": ("fmod", lambda input: input.fmod(0.3), {"input": UNIT}),
    "floor_divide_scalar": ("floor_divide", lambda input: input // 0.3, {"input": UNIT}),
    "maximum_scalar": (
        "maximum",
        lambda input: torch.maximum(input, torch.tensor(0.5)),
        {"input": UNIT},
    ),
    "getitem_basic": ("getitem", lambda self: self[1:3], {"self": MATRIX}),
    "getitem_integer": ("getitem", lambda self: self[0], {"self": MATRIX}),
    "getitem_none": ("getitem", lambda self: self[..., None], {"self": MATRIX}),
    "getitem_list": ("getitem", lambda self: self[[0, 2]], {"self": MATRIX}),
    "getitem_index": (
        "getitem",
        lambda self, index: self[index],
        {"self": MATRIX, "index": indices(3, 5)},
    ),
    "getitem_mask": (
        "getitem",
        lambda self, index: self[index],
        {"self": MATRIX, "index": mask(3, 4)},
    ),
    "T": (None, lambda self: self.T, {"self": MATRIX}),
    "mT": (None, lambda self: self.mT, {"self": MATRIX}),
    "H": (None, lambda self: self.H, {"self": MATRIX}),
    "data": (None, lambda self: self.data, {"self": MATRIX}),
    "abs_operator": ("abs", lambda input: abs(input), {"input": MATRIX}),
    "split": (None, lambda input: torch.split(input, 1), {"input": MATRIX}),
    "tensor_unfold": (None, lambda input: input.unfold(1, 2, 1), {"input": MATRIX}),
    "chain_matmul": (
        None,
        of_list(torch.chain_matmul, "matrices"),
        {"matrices": (MATRIX, real(4, 5))},
    ),
    "einsum": (
        None,
        lambda operands: torch.einsum("ij,jk->ik", *operands),
        {"operands": (MATRIX, real(4, 5))},
    ),
    "atleast_1d": (None, of_list(torch.atleast_1d, "tensors"), {"tensors": (MATRIX,)}),
    "atleast_2d": (None, of_list(torch.atleast_2d, "tensors"), {"tensors": (MATRIX,)}),
    "atleast_3d": (None, of_list(torch.atleast_3d, "tensors"), {"tensors": (MATRIX,)}),
    "meshgrid": (
        None,
        lambda tensors: torch.meshgrid(*tensors, indexing="ij"),
        {"tensors": (real(3), VECTOR)},
    ),
    "broadcast_tensors": (
        None,
        of_list(torch.broadcast_tensors, "tensors"),
        {"tensors": (MATRIX, VECTOR)},
    ),
    "cartesian_prod": (
        None,
        of_list(torch.cartesian_prod, "tensors"),
        {"tensors": (real(3), VECTOR)},
    ),
    "block_diag": (
        None,
        of_list(torch.block_diag, "tensors"),
        {"tensors": (MATRIX, OTHER)},
    ),
}

WRITTEN: dict[str, tuple[str, Arguments]] = {
    "add_scalar": ("add", {"input": UNIT, "other": 2.0}),
    "sub_scalar": ("sub", {"input": UNIT, "other": 2.0}),
    "rsub_scalar": ("sub", {"input": 2.0, "other": UNIT}),
    "mul_scalar": ("mul", {"input": UNIT, "other": 2.0}),
    "div_scalar": ("div", {"input": UNIT, "other": 2.0}),
    "rdiv_scalar": ("div", {"input": 2.0, "other": UNIT}),
    "pow_scalar": ("pow", {"input": UNIT, "exponent": 2}),
    "pow_scalar_fraction": ("pow", {"input": UNIT, "exponent": 0.5}),
    "pow_scalar_one": ("pow", {"input": UNIT, "exponent": 1}),
    "pow_scalar_zero": ("pow", {"input": UNIT, "exponent": 0}),
    "rpow_scalar": ("pow", {"input": 2.0, "exponent": UNIT}),
    "remainder_scalar": ("remainder", {"input": UNIT, "other": 0.3}),
    "rremainder_scalar": ("remainder", {"input": 2.0, "other": UNIT}),
    "fmod_scalar": ("fmod", {"input": UNIT, "other": 0.3}),
    "floor_divide_scalar": ("floor_divide", {"input": UNIT, "other": 0.3}),
    "abs_operator": ("abs", {"input": MATRIX}),
    "tensor_unfold": ("unfold", {"input": MATRIX, "dimension": 1, "size": 2, "step": 1}),
    "split": ("split", {"input": MATRIX, "split_size": 1}),
}
"""How what is no call of one function may be written as one: its name and its arguments."""

OF_MANY: dict[str, list[str]] = {
    "chain_matmul": ["*matrices"],
    "einsum": ["equation", "*operands"],
    "atleast_1d": ["*tensors"],
    "atleast_2d": ["*tensors"],
    "atleast_3d": ["*tensors"],
    "meshgrid": ["*tensors"],
    "broadcast_tensors": ["*tensors"],
    "cartesian_prod": ["*tensors"],
    "block_diag": ["*tensors"],
}
"""The arguments of functions that take any number of tensors."""

OF_SHAPES = frozenset(
    {
        "cross_entropy_probabilities", "linear_batched", "matmul_batched", "matmul_vector",
        "maximum_scalar", "to_same",
    }
)  # fmt: skip
"""Second ways to call an operation that differ by the shape or the type of a tensor."""
OF_VALUES = frozenset({"adaptive_avg_pool2d_one", "norm_one", "pow_scalar_one", "pow_scalar_zero"})
"""Those that differ by the value of a number."""
