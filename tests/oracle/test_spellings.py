"""The table holds all that torch exports, and the space of spellings is what torch answers."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

torch = pytest.importorskip("torch")

from tests.spaces.writing import Case, written  # noqa: E402
from torch import nn  # noqa: E402

from .measure_torch import MEASURED  # noqa: E402
from .spelled_programs import TARGET, answer_of  # noqa: E402
from .torch_tables import torch_registry as registry  # noqa: E402
from .torch_tables.spelling_tables import NAMESPACES  # noqa: E402

KNOWN: Mapping[str, Any] = json.loads(MEASURED.read_text(encoding="utf-8"))
SPACE: Mapping[str, Any] = json.loads(TARGET.read_text(encoding="utf-8"))
UNMEASURED: Mapping[str, list[str]] = json.loads(
    Path(__file__).with_name("unmeasured.json").read_text(encoding="utf-8")
)
"""What nobody has written an example for: kernels, quantised and sparse tensors, facts, makers."""
EVERY = 40
"""Each case of so many is run again."""


def exported() -> dict[str, set[str]]:
    """What torch has that makes tensors of tensors, by place, less what changes one in place."""
    found = {
        "torch": registry.torch_functions(),
        "torch.nn.functional": registry.functional_functions(),
        "torch.Tensor": registry.tensor_methods(),
    }
    found |= {
        place: registry.public_functions(namespace)
        for place, namespace in NAMESPACES.items()
        if place not in found
    }
    return {
        place: {name for name in names if not name.endswith("_")} for place, names in found.items()
    }


def test_the_table_has_every_spelling_that_torch_has() -> None:
    spelled = {name for row in KNOWN["operations"].values() for name in row.get("spellings", ())}
    missing = {
        place: sorted(name for name in names if f"{place}.{name}" not in spelled)
        for place, names in exported().items()
    }
    assert missing == UNMEASURED


def test_the_table_has_every_class_that_torch_has() -> None:
    missing = {
        name
        for name in registry.public_subclasses(nn, nn.Module)
        if not KNOWN["modules"][name].get("operation")
    }
    assert missing == set(UNMEASURED_CLASSES)


UNMEASURED_CLASSES = frozenset(
    {
        "AdaptiveLogSoftmaxWithLoss", "Container", "DataParallel", "ModuleDict", "ModuleList",
        "MultiheadAttention", "ParameterDict", "ParameterList", "RNNBase", "RNNCellBase",
        "Sequential", "SyncBatchNorm", "Transformer", "TransformerDecoder",
        "TransformerDecoderLayer", "TransformerEncoder", "TransformerEncoderLayer",
    }
)  # fmt: skip
"""Classes that hold others, that are made of several layers, or that need a GPU."""


def test_the_space_of_spellings_is_what_torch_answers() -> None:
    rows = (row for kind in ("operations", "changes", "classes") for row in SPACE[kind].values())
    every = [case for row in rows for case in row]
    for operands, layer, call, results, weights, raising, impossible in every[::EVERY]:
        case = Case(tuple(operands.items()), layer, call, tuple(results), tuple(weights))
        for experiment in set(case.experiments()) - set(impossible):
            answer = answer_of(written(case, experiment, case.results))
            assert answer is (experiment in raising), f"{call}, {experiment}"
