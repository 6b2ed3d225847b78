"""Training frameworks, declared: what they do with the methods and functions that users write."""

from __future__ import annotations

from collections.abc import Iterable

from tapelint.torch_api.frameworks.accelerate import ACCELERATE
from tapelint.torch_api.frameworks.fabric import FABRIC
from tapelint.torch_api.frameworks.fastai import FASTAI
from tapelint.torch_api.frameworks.framework import Framework, Loss
from tapelint.torch_api.frameworks.ignite import IGNITE
from tapelint.torch_api.frameworks.lightning import LIGHTNING
from tapelint.torch_api.frameworks.skorch import SKORCH
from tapelint.torch_api.frameworks.transformers import TRANSFORMERS

FRAMEWORKS = (ACCELERATE, FABRIC, FASTAI, IGNITE, LIGHTNING, SKORCH, TRANSFORMERS)
BACKWARD_OF = frozenset().union(*(each.backward_of for each in FRAMEWORKS))
"""Words of variables which hold an object whose ``backward`` runs that of a tensor."""
LOSS_METHODS = frozenset(name for each in FRAMEWORKS for name in each.losses)
"""The methods of users' classes whose result some framework runs a backward of."""
LOSS_PARAMETERS = frozenset(
    keyword for each in FRAMEWORKS for _, keyword, _ in each.losses_given.values()
)
"""The keywords by which frameworks take a function whose result they run a backward of."""


def framework_of(bases: Iterable[str]) -> Framework | None:
    """The framework that one of a class's bases, given by their dotted names, belongs to."""
    return next((each for base in bases for each in FRAMEWORKS if each.has(base)), None)


def loss_taken(name: str) -> tuple[int | None, str, Loss] | None:
    """Where a function or class of a framework takes a loss function, by its dotted name."""
    package, last = name.partition(".")[0], name.rpartition(".")[2]
    return next(
        (
            each.losses_given[last]
            for each in FRAMEWORKS
            if package in each.packages and last in each.losses_given
        ),
        None,
    )


def exported_by_star(module: str, name: str) -> str | None:
    """The dotted name of what ``from module import *`` gives, where a framework takes a loss by it.

    >>> exported_by_star("fastai.vision.all", "Learner")
    'fastai.vision.all.Learner'
    """
    full = f"{module}.{name}"
    return full if loss_taken(full) is not None else None


__all__ = [
    "BACKWARD_OF",
    "FRAMEWORKS",
    "LOSS_METHODS",
    "LOSS_PARAMETERS",
    "Framework",
    "Loss",
    "exported_by_star",
    "framework_of",
    "loss_taken",
]
