"""Names that say which scale they hold: a deviation, a variance, a precision."""

from __future__ import annotations

import functools
import re
from typing import NamedTuple

from tapelint.torch_api.names import words

_SCALE_PARTS = re.compile(r"[A-Z]+(?=[A-Z][a-z])|[A-Z]?[a-z]+|[A-Z]+|\d+")
_MAY_BE_SCALE = re.compile("std|standard|var|sigma|cov|precision|tril", re.IGNORECASE)
"""Each name that promises a power has one of these; to look for them is a tenth of the work."""
_DEVIATION = frozenset({"std", "stds", "stdev", "stdevs", "stddev", "stddevs"})
_VARIANCE = frozenset({"var", "variance", "variances", "cov", "covariance", "covar", "covariances"})
_PRECISION = frozenset({"precision"})
_LOG_DEVIATION = frozenset({"logstd", "logstds", "logstddev"})
_LOG_VARIANCE = frozenset({"logvar", "logvars", "logvariance"})
_SIGMA = frozenset({"sigma", "sigmas"})
_SQUARED = frozenset({"sq", "squared", "square"})
_SPOILERS = frozenset(
    {
        "sqrt", "root", "half", "chol", "cholesky", "tril", "inv", "inverse", "diff", "loss",
        "weight", "factor", "ratio", "2", "raw", "unconstrained", "type", "name", "idx", "index",
        "dim", "net", "layer", "head", "fn", "func", "module", "l", "lower", "factorized", "num",
        "n", "to", "is", "use", "has", "scaling", "schedule", "coef", "coeff", "coefficient",
        "param", "params", "parameter", "and", "list", "dict", "names", "shape", "size", "min",
        "max", "scaler", "multiplier", "decay", "ema", "grad", "kl", "prob", "random", "env",
        "local", "global", "input", "inputs", "encoder", "decoder", "proj", "linear", "fc",
        "explained",
    }
)  # fmt: skip
"""Parts that make a name say less, or something else, than its other parts do."""


class ScaleName(NamedTuple):
    """What a name promises of the size of what it names.

    Attributes:
        exponent: The power of a standard deviation: 1 for ``std``, 2 for ``var``.
        is_logarithm: Whether it is the logarithm of that.
        is_ambiguous: Whether the name is used for other powers, too.
    """

    exponent: int
    is_logarithm: bool = False
    is_ambiguous: bool = False


_FACTOR = frozenset({"chol", "cholesky", "tril"})


def names_factor(name: str) -> bool:
    """Whether a name says that a matrix is the Cholesky factor of a covariance: ``scale_tril``."""
    return not _FACTOR.isdisjoint(words(name))


@functools.lru_cache(maxsize=4096)
def scale_named(name: str) -> ScaleName | None:
    """Which power of a standard deviation a variable's name promises, or ``None``.

    ``sigma`` names a covariance as often as a deviation, so it is ambiguous, and ``scale`` any
    factor at all: it promises nothing.

    >>> scale_named("action_logvar")
    ScaleName(exponent=2, is_logarithm=True, is_ambiguous=False)
    """
    if not _MAY_BE_SCALE.search(name):
        return None
    found = [part.lower() for part in _SCALE_PARTS.findall(name)]
    parts = set(found)
    if parts == {"scale", "tril"}:
        return ScaleName(1)
    if parts & _SPOILERS:
        return None
    exponents = set()
    is_logarithm = bool(parts & {"log", "ln"})
    squared = 2 if parts & _SQUARED else 1
    if parts & _DEVIATION or {"standard", "deviation"} <= parts or {"std", "dev"} <= parts:
        exponents.add(squared)
    if parts & _SIGMA:
        exponents.add(squared)
    if parts & _VARIANCE:
        exponents.add(2 * squared)
    if parts & _PRECISION:
        exponents.add(-2)
    if parts & _LOG_DEVIATION:
        exponents.add(1)
        is_logarithm = True
    if parts & _LOG_VARIANCE:
        exponents.add(2)
        is_logarithm = True
    if len(exponents) != 1 or (squared == 2 and is_logarithm):
        return None
    return ScaleName(exponents.pop(), is_logarithm, bool(parts & _SIGMA) and squared == 1)
