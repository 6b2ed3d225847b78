"""Typed access to ``shapes.json``: what operations do to the shapes of what they are given."""

from __future__ import annotations

import functools
import json
import pkgutil
from collections.abc import Mapping
from typing import NamedTuple

from tapelint.torch_api.families import families


class ShapeTable(NamedTuple):
    """What was measured; see ``tests/oracle/measure_shapes.py``.

    Attributes:
        effects: The effect of each operation, by the last part of its name.
        layers: That of each layer of ``torch.nn`` that has one of these.
        features: For each other layer that is told, the constructor's parameter that is the last
            size of what it gives.
        broadcasting: The losses that compare each number of a column with each of a row.
    """

    effects: Mapping[str, str]
    layers: Mapping[str, str]
    features: Mapping[str, str]
    broadcasting: frozenset[str]


_FEATURES = "features:"
VECTORS = frozenset({"arange", "linspace", "logspace", "randperm"})
"""Factories of vectors; https://docs.pytorch.org/docs/stable/torch.html#creation-ops."""
GIVEN_SIZES = frozenset({"full", "randint"})
"""Factories that are given a size beside other numbers; the same page."""


@functools.cache
def shape_table() -> ShapeTable:
    """The table, read once."""
    text = pkgutil.get_data(__package__, "shapes.json")
    assert text is not None
    raw = json.loads(text)
    layers = raw["layers"]
    return ShapeTable(
        effects=raw["effects"],
        layers={name: each for name, each in layers.items() if not each.startswith(_FEATURES)},
        features={
            name: each.removeprefix(_FEATURES)
            for name, each in layers.items()
            if each.startswith(_FEATURES)
        },
        broadcasting=frozenset(raw["broadcasting"]),
    )


def is_arithmetic(name: str) -> bool:
    """Whether an operation or an operator adds, subtracts, multiplies or divides numbers."""
    is_one = name in families().arithmetic and name != "pow"
    return name == "truediv" or (is_one and shape_table().effects.get(name) == "elementwise")


def may_make_column(name: str) -> bool:
    """Whether an operation, or numpy's of that name, may make a column of a vector."""
    return name == "expand_dims" or shape_table().effects.get(name) in ("unsqueezed", "resized")
