"""Examples of what is no function: operators, numbers as operands, subscripts, recurrent layers.

Each is given with the name of the operation of which it is another way to call it, if any.
"""

from collections.abc import Callable
from functools import partial

import torch
from torch import Tensor, nn

from .operands import (
    DTYPE,
    MATRIX,
    OTHER,
    SEED,
    UNIT,
    VECTOR,
    Arguments,
    indices,
    mask,
    real,
)

SEQUENCE = real(5, 2, 4)
STATE = real(1, 2, 3)
ITEMS = real(2, 4)
ITEM_STATE = real(2, 3)


def recurrent(kind: Callable[..., nn.Module], *sizes: int, states: int) -> Callable[..., object]:
    """Return a call of a recurrent layer whose weights are made anew."""

    def call(input: Tensor, hx: list[Tensor]) -> object:
        torch.default_generator.manual_seed(SEED)
        layer = kind(*sizes).to(DTYPE)
        return layer(input, tuple(hx) if states == 2 else hx[0])

    return call


def of_list(function: Callable[..., object], parameter: str) -> Callable[..., object]:
    """Return a function of several tensors as a function of one list of tensors."""
    return lambda **arguments: function(*arguments[parameter])


RECURRENT_CALLS: dict[str, tuple[Callable[..., object], Arguments]] = {
    "LSTM": (recurrent(nn.LSTM, 4, 3, states=2), {"input": SEQUENCE, "hx": (STATE, STATE)}),
    "GRU": (recurrent(nn.GRU, 4, 3, states=1), {"input": SEQUENCE, "hx": (STATE,)}),
    "RNN": (recurrent(nn.RNN, 4, 3, states=1), {"input": SEQUENCE, "hx": (STATE,)}),
    "LSTM_batch_first": (
        recurrent(partial(nn.LSTM, batch_first=True), 4, 3, states=2),
        {"input": real(2, 5, 4), "hx": (STATE, STATE)},
    ),
    "GRU_batch_first": (
        recurrent(partial(nn.GRU, batch_first=True), 4, 3, states=1),
        {"input": real(2, 5, 4), "hx": (STATE,)},
    ),
    "LSTMCell": (
        recurrent(nn.LSTMCell, 4, 3, states=2),
        {"input": ITEMS, "hx": (ITEM_STATE, ITEM_STATE)},
    ),
    "GRUCell": (recurrent(nn.GRUCell, 4, 3, states=1), {"input": ITEMS, "hx": (ITEM_STATE,)}),
    "RNNCell": (recurrent(nn.RNNCell, 4, 3, states=1), {"input": ITEMS, "hx": (ITEM_STATE,)}),
}
"""Calls of modules; the weights require grad, so that the rows hold for a layer in training."""

EXPRESSIONS: dict[str, tuple[str | None, Callable[..., object], Arguments]] = {
    "add_scalar": ("add", lambda self: self + 2.0, {"self": UNIT}),
    "sub_scalar": ("sub", lambda self: self - 2.0, {"self": UNIT}),
    "rsub_scalar": ("sub", lambda self: 2.0 - self, {"self": UNIT}),
    "mul_scalar": ("mul", lambda self: self * 2.0, {"self": UNIT}),
    "div_scalar": ("div", lambda self: self / 2.0, {"self": UNIT}),
    "rdiv_scalar": ("div", lambda self: 2.0 / self, {"self": UNIT}),
    "pow_scalar": ("pow", lambda self: self**2, {"self": UNIT}),
    "pow_scalar_fraction": ("pow", lambda self: self**0.5, {"self": UNIT}),
    "pow_scalar_one": ("pow", lambda self: self**1, {"self": UNIT}),
    "pow_scalar_zero": ("pow", lambda self: self**0, {"self": UNIT}),
    "rpow_scalar": ("pow", lambda self: 2.0**self, {"self": UNIT}),
    "remainder_scalar": ("remainder", lambda self: self % 0.3, {"self": UNIT}),
    "rremainder_scalar": ("remainder", lambda self: 2.0 % self, {"self": UNIT}),
    "fmod_scalar": ("fmod", lambda self: self.fmod(0.3), {"self": UNIT}),
    "floor_divide_scalar": ("floor_divide", lambda self: self // 0.3, {"self": UNIT}),
    "maximum_scalar": (
        "maximum",
        lambda self: torch.maximum(self, torch.tensor(0.5)),
        {"self": UNIT},
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
    "abs_operator": ("abs", lambda self: abs(self), {"self": MATRIX}),
    "split": (None, lambda self: torch.split(self, 1), {"self": MATRIX}),
    "tensor_unfold": ("unfold", lambda self: self.unfold(1, 2, 1), {"self": MATRIX}),
    "tensor_where": (
        "where",
        lambda self, condition, other: self.where(condition, other),
        {"self": MATRIX, "condition": mask(3, 4), "other": OTHER},
    ),
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

EXPRESSIONS |= {name: (None, call, operands) for name, (call, operands) in RECURRENT_CALLS.items()}
