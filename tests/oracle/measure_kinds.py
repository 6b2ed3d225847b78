"""Measure what each kind of object can be asked for: ``python tests/oracle/measure_kinds.py``.

Roles (``tapelint.project.roles``) tell what an argument is from what code asks of it. What torch's,
numpy's and Python's own objects answer to is read off them here, and kept in ``kinds.json``.
"""

from __future__ import annotations

import json
import pathlib
from collections.abc import Iterable

import numpy
import torch
from torch import nn

KINDS = pathlib.Path(__file__).parents[2] / "src/tapelint/torch_api/kinds.json"
_SYNTAX = frozenset({"__call__", "__iter__", "__getitem__", "__len__", "__add__", "__mul__"})


def measured() -> dict[str, object]:
    """For each kind, the names that its objects answer to, sorted; with torch's version."""
    weights = [nn.Parameter(torch.zeros(1))]
    optimiser = torch.optim.SGD(weights, lr=0.1)
    loader = torch.utils.data.DataLoader([1])
    schedules = (
        torch.optim.lr_scheduler.StepLR(optimiser, 1),
        torch.optim.lr_scheduler.ReduceLROnPlateau(optimiser),
    )
    distributions = (
        getattr(torch.distributions, name)
        for name in torch.distributions.__all__
        if isinstance(getattr(torch.distributions, name), type)
        and issubclass(getattr(torch.distributions, name), torch.distributions.Distribution)
    )
    kinds: dict[str, Iterable[object]] = {
        "tensor": [torch.zeros(1)],
        "module": [nn.Module(), nn.Sequential(), nn.ModuleList()],
        "optimiser": [optimiser],
        "scheduler": schedules,
        "scaler": [torch.amp.GradScaler("cpu")],
        "loader": [loader],
        "distribution": distributions,
        "array": [numpy.zeros(1)],
        "number": [1, 1.0],
        "text": ["", pathlib.Path()],
        "list": [[], ()],
        "dict": [{}],
        "device": [torch.device("cpu")],
    }
    answers = {
        kind: sorted(
            {name for each in examples for name in _names(kind, each) if _is_asked_for(name)}
        )
        for kind, examples in kinds.items()
    }
    return {"torch": torch.__version__.partition("+")[0], "kinds": answers}


_WITH_OWN = frozenset({"module", "optimiser"})
"""Kinds of which people ask what each object keeps for itself: ``net.training``."""


def _names(kind: str, example: object) -> list[str]:
    """What its class has: what a scheduler keeps for itself (``optimizer``) others keep as well."""
    if kind in _WITH_OWN:
        return dir(example)
    return dir(example if isinstance(example, type) else type(example))


def _is_asked_for(name: str) -> bool:
    """Public names, and those that syntax asks for: ``x[0]``, ``x(...)``, ``x + 1``."""
    return not name.startswith("_") or name in _SYNTAX


def as_text(kinds: dict[str, object]) -> str:
    """The file's text."""
    return json.dumps(kinds, indent=1, sort_keys=True) + "\n"


if __name__ == "__main__":
    KINDS.write_text(as_text(measured()), encoding="utf-8")
