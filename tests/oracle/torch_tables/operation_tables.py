"""The tables about operations: what they save for backward, and what they change in place."""

from __future__ import annotations

import operator
from collections.abc import Callable
from functools import partial

import torch
from torch import Tensor
from torch.nn import functional

from . import torch_registry as registry
from .autograd_experiments import (
    measure_inplace_operation,
    measure_operation,
    named_operands,
    run,
)
from .error_reports import error_of
from .example_calls import CALLS, VARIANTS
from .example_changes import INPLACE_FUNCTIONS, INPLACE_METHODS, POSITIONAL_ONLY
from .example_expressions import EXPRESSIONS
from .operands import DTYPE, SEED, Arguments, Example, Operand

Row = dict[str, object]

LEAF_ERROR = "leaf Variable that requires grad"
NO_GRADIENTS = frozenset[str]()
AUGMENTED_ASSIGNMENTS: dict[str, Callable[[Tensor, Tensor], object]] = {
    "+=": operator.iadd,
    "-=": operator.isub,
    "*=": operator.imul,
    "/=": operator.itruediv,
    "//=": operator.ifloordiv,
    "%=": operator.imod,
    "**=": operator.ipow,
    "@=": operator.imatmul,
    "&=": operator.iand,
    "|=": operator.ior,
    "^=": operator.ixor,
    "<<=": operator.ilshift,
    ">>=": operator.irshift,
}


def find_function(name: str, arguments: Arguments) -> Callable[..., object]:
    """Return the function of torch, or else the method of Tensor, that an example calls."""
    if "self" in arguments:
        return method_by_keywords(name)
    if name.startswith("linalg."):
        return getattr(torch.linalg, bare(name))  # type: ignore[no-any-return]
    for namespace in (functional, torch, torch.linalg, torch.special, torch.fft):
        function = getattr(namespace, name, None)
        if callable(function):
            return function  # type: ignore[no-any-return]
    raise LookupError(f"no function of torch is called {name!r}")


def bare(name: str) -> str:
    """Return the last part of a dotted name."""
    return name.rsplit(".", 1)[-1]


def method_by_keywords(name: str) -> Callable[..., object]:
    """Return a method of Tensor as a function that takes all its arguments by keyword."""
    method: Callable[..., object] = getattr(Tensor, name)

    def call(*, self: Tensor, **arguments: object) -> object:
        if name in POSITIONAL_ONLY:
            return method(self, *arguments.values())
        return method(self, **arguments)

    return call


def operation_examples() -> dict[str, Example]:
    """Return all out-of-place examples by the name under which they are written."""
    examples = {
        bare(name): Example(find_function(name, call), call) for name, call in CALLS.items()
    }
    for variant, (name, call) in VARIANTS.items():
        examples[variant] = Example(find_function(name, call), call, variant_of=name)
    for variant, (base, target, call) in EXPRESSIONS.items():
        examples[variant] = Example(target, call, variant_of=base)
    return examples


def operand_parameters(name: str, example: Example) -> Row:
    """Return which parameters are tensors, and where they stand among all parameters."""
    operands = list(dict.fromkeys(key.split("[")[0] for key in named_operands(example)))
    declared = registry.call_parameters(name, example.target, set(example.arguments))
    order = declared or list(example.arguments)
    operands.sort(key=order.index)
    row: Row = {"parameters": operands}
    positions = [order.index(operand) for operand in operands]
    if positions != list(range(len(operands))):
        row["positions"] = positions
    return row


def measure_operations() -> dict[str, Row]:
    """Measure what each operation saves for backward."""
    table: dict[str, Row] = {}
    broken: list[str] = []
    for name, example in operation_examples().items():
        try:
            row = operand_parameters(example.variant_of or name, example)
            row |= measure_operation(example)
        except Exception as error:
            broken.append(f"{name}: {type(error).__name__}: {error}")
            continue
        if example.variant_of is not None:
            row["variant_of"] = example.variant_of
        table[name] = row
    if broken:
        raise RuntimeError("example calls that do not work:\n" + "\n".join(broken))
    return table


def inplace_examples() -> dict[str, Example]:
    """Return the in-place methods that can be called, by name."""
    return {
        name: Example(method_by_keywords(name), arguments)
        for name, arguments in INPLACE_METHODS.items()
    }


def measure_inplace_operations() -> dict[str, Row]:
    """Measure what each in-place call on a tensor with history saves."""
    examples = inplace_examples() | {
        name: Example(target, arguments) for name, (target, arguments) in INPLACE_FUNCTIONS.items()
    }
    kinds = inplace_kinds()
    changes = {*kinds["data"], *kinds["metadata"], *INPLACE_FUNCTIONS}
    table: dict[str, Row] = {}
    for name, example in examples.items():
        first = next(iter(named_operands(example).values()))
        if name in changes and first.differentiable and not refuses_history(example):
            table[name] = operand_parameters(name, example) | measure_inplace_operation(example)
    return table


def refuses_history(example: Example) -> bool:
    """Tell whether an in-place call raises on every tensor with history."""
    first = next(iter(named_operands(example)))
    return error_of(lambda: run(example, frozenset({first}))) is not None


def geometry(tensor: Tensor) -> tuple[object, ...]:
    """Return how a tensor lays its numbers out in memory."""
    if tensor.is_sparse:
        return (tensor.shape,)
    return (tensor.shape, tensor.stride(), tensor.storage_offset())


def inplace_kinds() -> dict[str, list[str]]:
    """Sort the methods that end in an underscore by what they change: data, metadata or neither."""
    kinds: dict[str, list[str]] = {"data": [], "metadata": [], "neither": []}
    for name, example in sorted(inplace_examples().items()):
        torch.default_generator.manual_seed(SEED)
        tensor = next(iter(named_operands(example).values())).make()
        numbers, shape, version = tensor.clone(), geometry(tensor), tensor._version
        example_on(example, tensor)
        if geometry(tensor) != shape:
            kinds["metadata"].append(name)
        elif tensor._version != version or not torch.equal(tensor, numbers):
            kinds["data"].append(name)
        else:
            kinds["neither"].append(name)
    return kinds


def example_on(example: Example, tensor: Tensor) -> None:
    """Make the call of an in-place example on a given tensor."""
    rest = {key: value for key, value in example.arguments.items() if key != "self"}

    def call(**arguments: object) -> None:
        example.target(self=tensor, **arguments)

    run(Example(call, rest), NO_GRADIENTS)


def refusing_floats() -> set[str]:
    """Return the in-place methods that raise on floats of torch's own size, but not on larger ones.

    The type of what they give is wider, and a tensor in place keeps its own.
    """

    def error(example: Example, dtype: torch.dtype) -> str | None:
        made = {
            name: each.make().to(dtype) if isinstance(each, Operand) else each
            for name, each in example.arguments.items()
        }
        return error_of(lambda: example.target(**made))

    return {
        name.removesuffix("_")
        for name, example in inplace_examples().items()
        if error(example, torch.float) is not None and error(example, torch.double) is None
    }


def errors_on_leaf() -> dict[str, str]:
    """Return the error of each in-place method on a leaf that requires grad, if it raises one."""
    errors: dict[str, str] = {}
    for name, example in inplace_examples().items():
        first = next(iter(named_operands(example).values()))
        torch.default_generator.manual_seed(SEED)
        leaf = first.make()
        if not leaf.is_floating_point():
            leaf = torch.rand(leaf.shape, dtype=DTYPE)
        leaf.requires_grad_()
        error = error_of(partial(example_on, example, leaf))
        if error is not None:
            errors[name] = error
    return errors


def measure_inplace_operators() -> dict[str, bool]:
    """Measure which augmented assignments change the tensor itself."""
    return {
        symbol: any(changes_object(assign, dtype) for dtype in (DTYPE, torch.int64))
        for symbol, assign in AUGMENTED_ASSIGNMENTS.items()
    }


def changes_object(assign: Callable[[Tensor, Tensor], object], dtype: torch.dtype) -> bool:
    """Tell whether an augmented assignment leaves the same tensor behind."""
    tensor, other = torch.ones(2, 2, dtype=dtype), torch.ones(2, 2, dtype=dtype)
    results: list[object] = []
    return error_of(lambda: results.append(assign(tensor, other))) is None and results[0] is tensor


def operators_refused_on_leaf() -> list[str]:
    """Measure which augmented assignments a leaf that requires grad refuses."""
    leaf = torch.ones(2, 2, dtype=DTYPE, requires_grad=True)
    other = torch.ones(2, 2, dtype=DTYPE)
    errors = {
        symbol: error_of(partial(assign, leaf, other))
        for symbol, assign in AUGMENTED_ASSIGNMENTS.items()
    }
    return [symbol for symbol, error in errors.items() if LEAF_ERROR in str(error)]


def check_inplace_examples() -> None:
    """Make sure that every method that ends in an underscore has an example call."""
    methods = {name for name in registry.tensor_methods() if name.endswith("_")}
    missing = methods.union(registry.methods_that_write()) - INPLACE_METHODS.keys()
    if missing:
        raise LookupError(f"add example calls for {sorted(missing)} to INPLACE_METHODS")


def measure_inplace_methods() -> dict[str, object]:
    """Measure the tables about methods that end in an underscore."""
    check_inplace_examples()
    kinds = inplace_kinds()
    errors = errors_on_leaf()
    refused = sorted(name for name, error in errors.items() if LEAF_ERROR in error)
    return {
        "inplace_methods": kinds["data"],
        "inplace_metadata_methods": kinds["metadata"],
        "inplace_refused_on_leaf": refused,
        "inplace_other_error_on_leaf": {
            name: error for name, error in errors.items() if name not in refused
        },
        "inplace_operators": measure_inplace_operators(),
        "inplace_operators_refused_on_leaf": operators_refused_on_leaf(),
        "inplace_operations": measure_inplace_operations(),
    }
