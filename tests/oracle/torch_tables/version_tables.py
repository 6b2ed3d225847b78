"""The tables about version counters: what moves one, and what begins with one at zero."""

from __future__ import annotations

import torch

from .operands import SEED
from .operation_tables import (
    NO_GRADIENTS,
    example_on,
    inplace_examples,
    inplace_kinds,
    named_operands,
    operation_examples,
    run,
)

COMPUTES_ALWAYS = frozenset(
    {
        "softmax", "log_softmax", "cross_entropy", "nll_loss", "logsumexp",
        "std", "var", "max", "min", "where", "l1_loss", "square", "multiply", "subtract", "divide",
    }
)  # fmt: skip
"""Functions put together of others that never hand out an operand itself, on no path."""
FACTORY_CALLS = {
    "tensor": lambda: torch.tensor([2.0]),
    "zeros": lambda: torch.zeros(2),
    "ones": lambda: torch.ones(2),
    "empty": lambda: torch.empty(2),
    "full": lambda: torch.full((2,), 2.0),
    "eye": lambda: torch.eye(2),
    "arange": lambda: torch.arange(3),
    "linspace": lambda: torch.linspace(0, 1, 3),
    "logspace": lambda: torch.logspace(0, 1, 3),
    "rand": lambda: torch.rand(2),
    "randn": lambda: torch.randn(2),
    "randint": lambda: torch.randint(0, 3, (2,)),
    "randperm": lambda: torch.randperm(3),
    "zeros_like": lambda: torch.zeros_like(torch.ones(2)),
    "ones_like": lambda: torch.ones_like(torch.ones(2)),
    "empty_like": lambda: torch.empty_like(torch.ones(2)),
    "full_like": lambda: torch.full_like(torch.ones(2), 2.0),
    "rand_like": lambda: torch.rand_like(torch.ones(2)),
    "randn_like": lambda: torch.randn_like(torch.ones(2)),
    "new_tensor": lambda: torch.ones(2).new_tensor([2.0]),
    "new_zeros": lambda: torch.ones(2).new_zeros(2),
    "new_ones": lambda: torch.ones(2).new_ones(2),
    "new_full": lambda: torch.ones(2).new_full((2,), 2.0),
    "new_empty": lambda: torch.ones(2).new_empty(2),
}


def changes_counted_once() -> list[str]:
    """Return the in-place methods that move the version by exactly one."""
    kinds = inplace_kinds()
    found = []
    for name, example in inplace_examples().items():
        if name not in {*kinds["data"], *kinds["metadata"]}:
            continue
        torch.default_generator.manual_seed(SEED)
        tensor = next(iter(named_operands(example).values())).make()
        before = tensor._version
        example_on(example, tensor)
        if tensor._version == before + 1:
            found.append(name)
    return sorted(found)


def is_one_kernel(name: str) -> bool:
    """Tell whether all overloads of an operation are kernels with results of their own.

    What is put together of other operations may hand out an operand itself on some path, as
    `dropout` does where it does not train.
    """
    kernels = 0
    for schema in torch._C._jit_get_schemas_for_operator(f"aten::{name}"):
        names = [argument.name for argument in schema.arguments]
        if "out" in names or "Dimname" in str(schema):
            continue
        full = ".".join(filter(None, (schema.name, schema.overload_name)))
        try:
            is_composite = torch._C._dispatch_has_kernel_for_dispatch_key(
                full, "CompositeImplicitAutograd"
            )
        except RuntimeError:
            continue  # an operation of the interpreter alone
        if is_composite or any(result.alias_info is not None for result in schema.returns):
            return False
        kernels += 1
    return kernels > 0


def fresh_results() -> list[str]:
    """Return the operations and constructors whose results begin with a version of zero."""
    found = {name for name, call in FACTORY_CALLS.items() if call()._version == 0}
    for name, example in operation_examples().items():
        base = (example.variant_of or name).rsplit(".", 1)[-1]
        if base != name or not (is_one_kernel(base) or base in COMPUTES_ALWAYS):
            continue
        outputs = run(example, NO_GRADIENTS).outputs
        if outputs and all(each._version == 0 for each in outputs):
            found.add(name)
    return sorted(found)


def measure_versions() -> dict[str, object]:
    """Measure the tables about version counters."""
    return {"changes_counted_once": changes_counted_once(), "fresh_results": fresh_results()}
