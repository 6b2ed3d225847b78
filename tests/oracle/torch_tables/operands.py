"""How the example calls describe the tensors they need.

An example is made anew for every experiment, because each experiment changes one of its tensors in
place.  So an example does not hold tensors, it holds recipes.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass

import torch
from torch import Tensor

Arguments = dict[str, object]

DTYPE = torch.float64
SEED = 7


@dataclass(frozen=True)
class Operand:
    """A recipe for one tensor of an example call, as an expression, for programs are made of it."""

    text: str
    differentiable: bool = True

    def make(self) -> Tensor:
        """Make the tensor anew."""
        made = eval(self.text, {"torch": torch})
        assert isinstance(made, Tensor)
        return made


@dataclass(frozen=True)
class Example:
    """One call of one operation, all arguments given by keyword.

    An argument that is an `Operand`, or a tuple of them, is a tensor under experiment; any other
    value is passed on as it is.
    """

    target: Callable[..., object]
    arguments: Arguments
    variant_of: str | None = None


def random(function: str, shape: tuple[int, ...]) -> str:
    """Write a call of a random function of torch's."""
    return f"torch.{function}({', '.join(map(str, shape))}, dtype={DTYPE})"


def real(*shape: int) -> Operand:
    """Make numbers of both signs."""
    return Operand(random("randn", shape))


def unit(*shape: int) -> Operand:
    """Make numbers between 0.1 and 0.9, where every elementary function is defined."""
    return Operand(f"{random('rand', shape)} * 0.8 + 0.1")


def above_one(*shape: int) -> Operand:
    """Make numbers between 1.5 and 2.5, such as `acosh` needs."""
    return Operand(f"{random('rand', shape)} + 1.5")


def positive_definite(size: int) -> Operand:
    """Make a symmetric positive definite matrix."""
    return Operand(f"{random('randn', (size, size))}.cov() + torch.eye({size}, dtype={DTYPE})")


def lower_triangular(size: int) -> Operand:
    """Make the Cholesky factor of a positive definite matrix."""
    return Operand(f"torch.linalg.cholesky({positive_definite(size).text})")


def log_probabilities(*shape: int) -> Operand:
    """Make normalised log probabilities over the last dimension."""
    return Operand(f"{random('randn', shape)}.log_softmax(-1)")


def probabilities(*shape: int) -> Operand:
    """Make probabilities that sum to one over the last dimension."""
    return Operand(f"{random('randn', shape)}.softmax(-1)")


def statistics(*shape: int) -> Operand:
    """Make positive numbers that never require grad, such as running statistics."""
    return Operand(f"{random('rand', shape)} + 0.5", differentiable=False)


def signs(*shape: int) -> Operand:
    """Make a target of -1 and 1."""
    return Operand(f"{random('randn', shape)}.sign()", differentiable=False)


def mask(*shape: int) -> Operand:
    """Make a boolean mask that is neither empty nor full."""
    counted = f"torch.arange({math.prod(shape)})"
    return Operand(f"({counted} % 2 == 0).reshape({shape})", differentiable=False)


def indices(upper: int, *shape: int) -> Operand:
    """Make integers from 0 up to, but not including, `upper`."""
    return Operand(f"torch.randint(0, {upper}, {shape})", differentiable=False)


def integers(values: list[int]) -> Operand:
    """Make a given vector of integers."""
    return Operand(f"torch.tensor({values})", differentiable=False)


def floats(values: list[float]) -> Operand:
    """Make a given vector of floats."""
    return Operand(f"torch.tensor({values}, dtype={DTYPE})")


def sparse(*shape: int) -> Operand:
    """Make a sparse tensor without elements."""
    return Operand(f"torch.zeros({shape}, dtype={DTYPE}).to_sparse()", differentiable=False)


def names(text: str) -> list[str]:
    """Split a list of names that is written as running text."""
    return text.split()


def same_arguments(functions: list[str], arguments: Arguments) -> dict[str, Arguments]:
    """Give several functions the same arguments."""
    return dict.fromkeys(functions, arguments)


MATRIX = real(3, 4)
OTHER = real(3, 4)
UNIT = unit(3, 4)
SQUARE = real(3, 3)
VECTOR = real(4)
IMAGE = real(2, 3, 6, 6)
SIGNAL = real(2, 3, 8)
VOLUME = real(1, 2, 4, 4, 4)
QUERY = real(2, 2, 3, 4)
