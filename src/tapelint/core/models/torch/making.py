"""Layers and optimisers as their classes make them."""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Final

from tapelint.core.domain.certainty import Certainty
from tapelint.core.domain.objects import Dictionary, Instance
from tapelint.core.domain.values import ANY_NAME, TRUE, Item, Symbol, Value
from tapelint.core.machine.models import Model
from tapelint.core.machine.protocol import Arguments
from tapelint.core.models.torch.modules import GIVEN, OPTIMISED, Modules
from tapelint.torch_api.knowledge import knowledge

_TABLES: Final = frozenset({"torch.nn.Embedding", "torch.nn.EmbeddingBag"})
"""The classes of layers that are made from a weight that is there."""


def library(modules: Modules) -> Callable[[str], Model | None]:
    """The classes of ``torch.nn`` and ``torch.optim``."""

    def found(path: str) -> Model | None:
        name = path.rpartition(".")[2]
        if name == "from_pretrained" and path.rpartition(".")[0] in _TABLES:
            return lambda world, given, node: _pretrained(modules, path, given, node)
        if path.startswith("torch.nn.") and name in knowledge().modules:
            return lambda world, given, node: _layer(modules, path, name, given)
        if is_optimiser(path):
            return lambda world, given, node: _optimiser(modules, path, given, node)
        return None

    return found


def is_optimiser(path: str) -> bool:
    """Whether a full name is that of a class of optimisers, or of any of them."""
    name = path.rpartition(".")[2]
    is_known = name == ANY_NAME or name in knowledge().optimisers
    return path.startswith("torch.optim.") and is_known


def _layer(modules: Modules, path: str, name: str, given: Arguments) -> Value:
    made = Instance(Symbol(path), modules.world.state.tick())
    modules.fill(made, name, given)
    return made


def _pretrained(modules: Modules, path: str, given: Arguments, node: ast.AST) -> Value:
    """``nn.Embedding.from_pretrained(embeddings, freeze, padding_idx, max_norm)``."""
    made = Instance(Symbol(path.rpartition(".")[0]), modules.world.state.tick())
    settings, limit = Dictionary(made.birth), given.get(3, "max_norm")
    if limit is not None:
        settings.cells[Item("max_norm")] = limit
    modules.world.state.put(made, GIVEN, settings)
    told = modules.world.is_true(given.get(1, "freeze") or TRUE)
    requires = ~Certainty.of(told)
    weight = modules.autograd.leaf(node, requires, of=given.get(0, "embeddings"), is_parameter=True)
    modules.world.state.set_attribute(made, "weight", weight)
    return made


def _optimiser(modules: Modules, path: str, given: Arguments, node: ast.AST) -> Value:
    made = Instance(Symbol(path), modules.world.state.tick())
    modules.world.state.put(made, OPTIMISED, modules.optimised(given, node))
    return made
