"""Everything that is measured of torch, put together as one JSON text."""

from __future__ import annotations

import json
import warnings
from collections.abc import Mapping

import numpy
import torch
from torch import distributions, nn, optim

from . import torch_registry as registry
from .class_tables import measure_classes
from .example_objects import CONSTRUCTORS, MODULES, VIEWS
from .family_tables import measure_families
from .numpy_tables import measure_numpy_functions
from .object_tables import (
    init_functions,
    measure_constructor,
    measure_distribution,
    measure_module,
    measure_view,
    numpy_functions_that_give_tensors,
    works_on_leaf,
)
from .operation_tables import measure_inplace_methods, measure_operations
from .spelling_tables import measure_spellings
from .version_tables import measure_versions


def name_tables() -> dict[str, object]:
    """Return the tables that are read from torch without an experiment."""
    return {
        "torch": torch.__version__.split("+", 1)[0],
        "tensor_methods": registry.tensor_methods(),
        "tensor_attributes": registry.tensor_attributes(),
        "array_attributes": registry.public_names(numpy.ndarray),
        "torch_functions": registry.torch_functions(),
        "functional": registry.functional_functions(),
        "functional_parameters": registry.functional_parameters(),
        "factories": registry.functions_with_parameter("requires_grad"),
        "out_functions": registry.functions_with_parameter("out"),
        "typed_constructors": registry.typed_constructors(),
        "losses_functional": registry.functional_losses(),
        "losses_modules": registry.loss_modules(),
        "optimizers": sorted(registry.public_subclasses(optim, optim.Optimizer)),
        "init_functions": init_functions(),
    }


def object_tables(classes: Mapping[str, Mapping[str, object]]) -> dict[str, object]:
    """Return the tables about classes, constructors and aliases."""
    modules = registry.public_subclasses(nn, nn.Module)
    found = registry.public_subclasses(distributions, distributions.Distribution)
    return {
        "modules": {
            name: measure_module(kind, MODULES.get(name)) | classes.get(name, {})
            for name, kind in modules.items()
        },
        "distributions": {name: measure_distribution(name, kind) for name, kind in found.items()},
        "views": {name: measure_view(expression) for name, expression in VIEWS.items()},
        "constructors": {
            name: measure_constructor(name, constructor)
            for name, constructor in CONSTRUCTORS.items()
        },
        "numpy_gives_tensors": numpy_functions_that_give_tensors(),
        "init_under_no_grad": [name for name in init_functions() if works_on_leaf(name)],
        "numpy_functions": measure_numpy_functions(),
    }


def measure() -> dict[str, object]:
    """Measure everything."""
    with warnings.catch_warnings(), torch.random.fork_rng():
        warnings.simplefilter("ignore")
        operations = measure_operations()
        classes, own = measure_classes(operations)
        operations |= own
        for row, ways in measure_spellings().items():
            operations[row] |= ways
        return {
            **name_tables(),
            **object_tables(classes),
            "operations": operations,
            **measure_inplace_methods(),
            **measure_versions(),
            "families": measure_families(),
        }


def as_text(tables: dict[str, object]) -> str:
    """Write the tables as JSON, one name or one row on a line, so that differences read well."""
    written = []
    for name, table in sorted(tables.items()):
        if isinstance(table, dict):
            rows = (f" {json.dumps(key)}: {inline(row)}" for key, row in sorted(table.items()))
            text = "{\n " + ",\n ".join(rows) + "\n }"
        else:
            text = json.dumps(table, indent=1).replace("\n", "\n ")
        written.append(f" {json.dumps(name)}: {text}")
    return "{\n" + ",\n".join(written) + "\n}\n"


def inline(row: object) -> str:
    """Write one row of a table as JSON on one line."""
    return json.dumps(row, sort_keys=True)
