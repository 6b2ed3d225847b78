"""The table of numpy's functions: which raise over a tensor because it requires grad."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy
import torch
from torch import Tensor

from .error_reports import error_of
from .operands import DTYPE

Row = dict[str, list[int]]


@dataclass(frozen=True)
class Given:
    """The place of an array among the arguments of an example call."""


X = Given()
REFUSAL = "Can't call numpy() on Tensor that requires grad"
CALLS: dict[str, tuple[object, ...]] = {
    "allclose": (X, X),
    "append": (X, X),
    "array_equal": (X, X),
    "array_split": (X, 1),
    "broadcast_to": (X, (3, 3)),
    "clip": (X, 0, 1),
    "convolve": (X, X),
    "cross": (X, X),
    "delete": (X, 0),
    "digitize": (X, numpy.ones(3)),
    "dot": (X, X),
    "einsum": ("...,...->...", X, X),
    "expand_dims": (X, 0),
    "full": (3, X),
    "full_like": (numpy.ones(3), X),
    "inner": (X, X),
    "interp": (X, numpy.arange(3.0), numpy.arange(3.0)),
    "isclose": (X, X),
    "isin": (X, X),
    "kron": (X, X),
    "linalg.inv": (X,),
    "linalg.norm": (X,),
    "linspace": (0, X, 3),
    "matmul": (X, X),
    "moveaxis": (X, 0, 0),
    "outer": (X, X),
    "pad": (X, 1),
    "percentile": (X, 50),
    "quantile": (X, 0.5),
    "polyfit": (X, X, 1),
    "random.binomial": (1, X),
    "random.choice": (X,),
    "random.normal": (X, 1.0),
    "random.permutation": (X,),
    "random.uniform": (X, 2.0),
    "repeat": (X, 2),
    "reshape": (X, -1),
    "resize": (X, 3),
    "roll": (X, 1),
    "searchsorted": (X, 0.5),
    "setdiff1d": (X, X),
    "split": (X, 1),
    "swapaxes": (X, 0, 0),
    "take": (X, 0),
    "tensordot": (X, X, 0),
    "testing.assert_allclose": (X, X),
    "testing.assert_almost_equal": (X, X),
    "testing.assert_array_almost_equal": (X, X),
    "testing.assert_array_equal": (X, X),
    "tile": (X, 2),
    "vdot": (X, X),
    "where": (numpy.ones(3, dtype=bool), X, X),
}
"""Example calls of functions that take more than one array."""
WRITE_OR_ASK = frozenset(
    {
        "fromfile", "genfromtxt", "info", "load", "loadtxt", "save", "savetxt", "savez",
        "savez_compressed", "set_printoptions", "setbufsize", "seterr", "seterrcall", "show_config",
        "show_runtime", "test",
    }
)  # fmt: skip
"""Functions that read and write files or switch something."""


def measure_numpy_functions() -> dict[str, Row]:
    """Measure which of numpy's functions raise over tensors because they require grad.

    A row has the positions of the arguments that must not be such a tensor, or a list of such.
    """
    rows = {}
    for name, (function, arguments) in examples():
        row: Row = {
            kind: [at for at in range(len(arguments)) if is_refused(function, arguments, at, made)]
            for kind, made in (("tensor", tensors()), ("list", lists()))
        }
        if any(row.values()):
            rows[f"numpy.{name}"] = row
    return rows


def examples() -> Iterator[tuple[str, tuple[Callable[..., object], tuple[object, ...]]]]:
    """Give each function of numpy with the arguments of an example call."""
    of_matrices = {f"linalg.{name}" for name in numpy.linalg.__all__}
    for name in sorted({*dir(numpy), *of_matrices, *CALLS}):
        function: object = numpy
        for part in name.split("."):
            function = getattr(function, part)
        if name.startswith("_") or not callable(function) or name in WRITE_OR_ASK:
            continue
        if inspect.isclass(function) and not issubclass(function, numpy.floating):
            continue
        arguments = CALLS.get(name)
        if arguments is None:
            arguments = (X,) * (function.nin if isinstance(function, numpy.ufunc) else 1)
        yield name, (function, arguments)


def tensors() -> list[object]:
    """Make tensors of several shapes that require grad."""
    vector = torch.tensor([0.3, 0.4, 0.5], dtype=DTYPE, requires_grad=True) * 1
    return [vector, vector.sum(), vector.outer(vector) + torch.eye(3, dtype=DTYPE)]


def lists() -> list[object]:
    """Make lists of such tensors."""
    return [[each, each, each] for each in tensors()]


def is_refused(
    function: Callable[..., object], arguments: tuple[object, ...], at: int, given: list[object]
) -> bool:
    """Whether each of the given raises in that place, and one of them for its history."""
    if not isinstance(arguments[at], Given):
        return False
    found = []
    for each in given:
        plain = as_array(each)
        call = [each if place == at else plain if isinstance(argument, Given) else argument
                for place, argument in enumerate(arguments)]  # fmt: skip
        error = error_of(functools.partial(function, *call))
        if error is None:
            return False
        found.append(error)
    return any(REFUSAL in error for error in found)


def as_array(given: object) -> object:
    """Return the same numbers as an array that numpy takes."""
    if isinstance(given, Tensor):
        return given.detach().numpy()
    assert isinstance(given, list)
    return numpy.array([each.detach().numpy() for each in given])
