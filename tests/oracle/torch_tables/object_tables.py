"""The tables about aliases, constructors, modules, distributions and nn.init."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy
import torch
import typing_extensions
from torch import Tensor, distributions, nn

from . import torch_registry as registry
from .error_reports import error_of
from .example_objects import (
    DISTRIBUTIONS,
    ELEMENT_TYPES,
    INIT_ARGUMENTS,
    INIT_SHAPES,
    UNCONSTRUCTIBLE,
    Construction,
    Constructor,
    Expression,
    constructor_sources,
)
from .operands import DTYPE, SEED

Row = dict[str, object]


def measure_view(expression: Expression) -> Row:
    """Measure how the result of an expression over a tensor with history is related to it."""
    torch.default_generator.manual_seed(SEED)
    source = torch.randn(3, 4, dtype=DTYPE).requires_grad_().clone()
    before = source._version
    result = expression(source)
    array = isinstance(result, numpy.ndarray)
    tensor = torch.from_numpy(result) if array else result
    assert isinstance(tensor, Tensor)
    shares = tensor.untyped_storage().data_ptr() == source.untyped_storage().data_ptr()
    history = isinstance(result, Tensor) and result.requires_grad and not result.is_leaf
    counter = source._version
    if not array:
        torch.autograd.graph.increment_version(tensor)
    row: Row = {
        "memory": "same object" if result is source else "shares" if shares else "copy",
        "counter": source._version > counter if shares else None,
        "keeps_history": history,
        "is_view": not array and tensor._is_view(),
    }
    if counter > before:
        row["changes_source"] = True
    return row


def measure_constructor(name: str, constructor: Constructor) -> Row:
    """Measure what happens to the history of tensors given to a constructor."""
    leaf = torch.ones(2, dtype=ELEMENT_TYPES.get(name, torch.float32), requires_grad=True)
    vector = leaf * 2
    row: Row = {}
    for source, data in constructor_sources(vector[0], vector).items():
        row[f"over_{source}"] = history_after(constructor, data)
    row["over_tensor_keeps_history"] = row["over_tensor"] == "keeps"
    return row


def history_after(constructor: Constructor, data: object) -> str:
    """Say whether a constructor keeps or loses history, or which error it raises."""
    outcome: list[Tensor] = []
    error = error_of(lambda: outcome.append(constructor(data)))
    if error is not None:
        return f"raises {error}"
    return "keeps" if outcome[0].grad_fn is not None else "loses"


def construct(kind: type[object], construction: Construction | None, **more: object) -> object:
    """Make an instance of a class."""
    given = construction or Construction()
    return kind(*given.positional, **dict(given.keywords), **more)


def measure_module(kind: type[nn.Module], construction: Construction | None) -> Row:
    """Measure which parameters and buffers a typical instance of a module holds itself."""
    module = construct(kind, construction)
    assert isinstance(module, nn.Module)
    family = kind.__module__.rsplit(".", 1)[-1]
    row: Row = {
        "parameters": sorted(name for name, _ in module.named_parameters(recurse=False)),
        "buffers": sorted(name for name, _ in module.named_buffers(recurse=False)),
        "submodules": len(list(module.children())),
        "constructor": registry.named_parameters(constructor_of(kind))[1:],
        "kind": family if family in ("container", "activation", "loss") else "layer",
    }
    bases = [each.__name__ for each in kind.__mro__[1:] if issubclass(each, nn.Module)]
    row |= {"bases": [name for name in bases if hasattr(nn, name)]}
    own = {*row["parameters"], *row["buffers"]}  # type: ignore[misc]
    defaults = flags(kind)
    without = {flag: sorted(own & lost_without(kind, construction, flag)) for flag in defaults}
    without = {flag: lost for flag, lost in without.items() if lost}
    off = sorted(flag for flag in without if defaults[flag] is False)
    return row | ({"without": without} if without else {}) | ({"off": off} if off else {})


def constructor_of(kind: type[nn.Module]) -> Callable[..., object]:
    """Return a constructor, or what it declares to take where it only passes on what it gets."""
    declared = typing_extensions.get_overloads(kind.__init__)
    return declared[0] if declared else kind.__init__


def flags(kind: type[nn.Module]) -> dict[str, bool]:
    """Return the flags that the constructor of a module, or of a base of it, takes."""
    found = {"bias": True}  # recurrent layers pass it on as they get it
    for each in reversed(kind.__mro__):
        if "__init__" in vars(each):
            parameters = inspect.signature(each.__init__).parameters.values()
            found |= {one.name: one.default for one in parameters if isinstance(one.default, bool)}
    return found


def lost_without(kind: type[nn.Module], construction: Construction | None, flag: str) -> set[str]:
    """Return which parameters and buffers a module does not have if a flag is switched off."""
    given = construction or Construction()
    others = tuple(pair for pair in given.keywords if pair[0] != flag)
    held: list[set[str]] = []

    def make(value: bool) -> None:
        module = construct(kind, Construction(given.positional, others), **{flag: value})
        assert isinstance(module, nn.Module)
        pairs = (*module.named_parameters(recurse=False), *module.named_buffers(recurse=False))
        held.append({name for name, _ in pairs})

    failed = any(error_of(partial(make, value)) is not None for value in (True, False))
    return set() if failed else held[0] - held[1]


def measure_distribution(name: str, kind: type[distributions.Distribution]) -> Row:
    """Measure how a distribution treats what is no tensor, and whether it has ``rsample``."""
    signature = inspect.signature(kind.__init__)
    row: Row = {
        "parameters": [
            parameter
            for parameter in signature.parameters
            if parameter not in ("self", "validate_args")
        ],
        "has_rsample": False,
        "refuses": {},
    }
    if name not in UNCONSTRUCTIBLE:
        row |= {
            "has_rsample": is_reparametrised(kind, DISTRIBUTIONS[name]),
            "refuses": refusals(kind, DISTRIBUTIONS[name]),
        }
    return row


def is_reparametrised(
    kind: type[distributions.Distribution], construction: Construction
) -> bool | None:
    """Tell whether ``rsample`` gives a tensor; ``None`` where what it wraps decides."""
    if inspect.isdatadescriptor(kind.__dict__.get("has_rsample")):
        first = list(inspect.signature(kind.__init__).parameters)[1]
        if first.startswith("base"):
            return None
    made = construct(kind, construction)
    assert isinstance(made, distributions.Distribution)
    return error_of(made.rsample) is None


def refusals(kind: type[distributions.Distribution], construction: Construction) -> Row:
    """Return what each method raises over: arrays, lists, tuples, numbers, objects.

    A method that raises over a tensor, too, is left out. ``validated``, ``unvalidated`` and
    ``trained`` (unvalidated, with parameters that require grad) are asked one by one.
    """
    made = {
        "validated": construct(kind, construction),
        "unvalidated": construct(kind, construction, validate_args=False),
        "trained": with_grad(kind, construction),
    }
    return {
        name: {
            method: refused
            for method in ("log_prob", "cdf", "icdf")
            if (refused := refused_by(distribution, method))
        }
        for name, distribution in made.items()
    }


def refused_by(distribution: object, method: str) -> list[str]:
    """Return the kinds of values that a method raises over, and not over the same tensor."""
    assert isinstance(distribution, distributions.Distribution)
    torch.default_generator.manual_seed(SEED)
    sample = distribution.sample(torch.Size([2]))
    tensor = torch.full_like(sample, 0.5) if method == "icdf" else sample
    ask = getattr(distribution, method)
    if error_of(lambda: ask(tensor)) is not None:
        return []
    given = {
        "array": tensor.numpy(),
        "list": tensor.tolist(),
        "number": tensor.reshape(-1)[0].item(),
        "object": object(),
        "tuple": tuple(tensor.tolist()),
    }
    return [name for name, value in given.items() if error_of(partial(ask, value)) is not None]


def with_grad(
    kind: type[distributions.Distribution], construction: Construction
) -> distributions.Distribution:
    """Make an unvalidated distribution whose floating-point parameters require grad."""

    def trained(value: object) -> object:
        is_float = isinstance(value, Tensor) and value.is_floating_point()
        return value.detach().clone().requires_grad_() if is_float else value

    positional = tuple(trained(value) for value in construction.positional)
    keywords = {name: trained(value) for name, value in construction.keywords}
    made = kind(*positional, **keywords, validate_args=False)
    assert isinstance(made, distributions.Distribution)
    return made


def numpy_functions_that_give_tensors() -> list[str]:
    """Return the functions of numpy that may give a tensor where they are given one."""
    vector = torch.full((3,), 0.5)
    calls = (
        (vector,),
        (vector, vector),
        (vector, 0.5),
        (vector, 0, 1),
        (vector, 1),
        (vector, (3, 1)),
    )
    found = []
    for name in sorted(dir(numpy)):
        function = getattr(numpy, name)
        is_function = callable(function) and not isinstance(function, type)
        if not is_function or name.startswith("_") or name in NOT_CALLED:
            continue
        if any(gives_tensor(function, each) for each in calls):
            found.append(name)
    return found


NOT_CALLED = frozenset({"show_config", "show_runtime", "info", "test", "save", "savetxt", "savez"})
"""Functions of numpy that print or write."""


def gives_tensor(function: Any, given: tuple[Any, ...]) -> bool:
    """Tell whether a call gives a tensor."""
    try:
        return isinstance(function(*given), Tensor)
    except Exception:
        return False


def init_functions() -> list[str]:
    """Return the functions of torch.nn.init that change their argument."""
    return [name for name in registry.public_functions(nn.init) if name.endswith("_")]


def works_on_leaf(name: str) -> bool:
    """Tell whether a function of torch.nn.init changes a leaf that requires grad."""
    leaf = torch.ones(INIT_SHAPES.get(name, (3, 3)), requires_grad=True)
    before = leaf._version
    function = getattr(nn.init, name)
    error = error_of(lambda: function(leaf, *INIT_ARGUMENTS.get(name, ())))
    return error is None and leaf._version > before
