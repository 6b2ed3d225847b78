"""What autograd keeps of a call, found by experiment.

A tensor is *saved* by an operation if raising its version counter between the forward and the
backward pass makes backward complain.  Whether an operation saves an operand often depends on which
other operands require grad, so the experiment is repeated for every subset of them, and the subsets
in which backward complained are put into words by `describe_condition`:

    "always"                       whenever the operation is recorded
    "if other requires grad"       exactly when `other` requires grad
    "if a or b requires grad"      exactly when at least one of them does
    "if a and b require grad"      exactly when all of them do
    "if exactly [a] or [a, b] require grad"   in just these subsets (nothing simpler fits)
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import torch
from torch import Tensor

from .operands import DTYPE, SEED, Example, Operand

STALE = ("modified by an inplace operation", "its base has been modified inplace")
FREED = ("a second time",)
UNIMPLEMENTED = ("is not implemented", "derivative for")
ALWAYS = "always"

Subset = frozenset[str]


@dataclass(frozen=True)
class Forward:
    """A call that was made: its tensors by name, and the tensors it returned."""

    operands: dict[str, Tensor]
    outputs: list[Tensor]

    def loss(self) -> Tensor | None:
        """Return a scalar that depends on all outputs with history, saving nothing on the way."""
        summands = [real_view(output).sum() for output in self.outputs if output.requires_grad]
        return torch.stack([summand.to(DTYPE) for summand in summands]).sum() if summands else None


def real_view(tensor: Tensor) -> Tensor:
    """Return complex numbers as pairs of real ones, so that they can be summed to a loss."""
    return torch.view_as_real(tensor.resolve_conj()) if tensor.is_complex() else tensor


def named_operands(example: Example) -> dict[str, Operand]:
    """Return the tensors under experiment; elements of a list are called `tensors[0]`, ..."""
    found: dict[str, Operand] = {}
    for name, value in example.arguments.items():
        if isinstance(value, Operand):
            found[name] = value
        elif (
            isinstance(value, tuple) and value and all(isinstance(item, Operand) for item in value)
        ):
            found.update({f"{name}[{position}]": item for position, item in enumerate(value)})
    return found


def run(example: Example, requiring_grad: Subset, as_leaves: bool = False) -> Forward:
    """Make fresh operands, require grad of some, and call the operation.

    Operands are results of a clone unless `as_leaves`, because in-place operations are refused on
    leaves.
    """
    torch.default_generator.manual_seed(SEED)
    tensors: dict[str, Tensor] = {}
    for name, operand in named_operands(example).items():
        tensor = operand.make()
        if name in requiring_grad:
            tensor = tensor.requires_grad_() if as_leaves else tensor.requires_grad_().clone()
        tensors[name] = tensor
    arguments = {
        name: tensors[name]
        if isinstance(value, Operand)
        else [tensors[f"{name}[{position}]"] for position in range(len(value))]
        if isinstance(value, tuple) and f"{name}[0]" in tensors
        else value
        for name, value in example.arguments.items()
    }
    return Forward(tensors, tensors_in(example.target(**arguments)))


def tensors_in(result: object) -> list[Tensor]:
    """Return the tensors of a result, nested ones flattened."""
    if isinstance(result, Tensor):
        return [result]
    if isinstance(result, (tuple, list)):
        return [tensor for item in result for tensor in tensors_in(item)]
    return []


def backward_complains(loss: Tensor, complaints: tuple[str, ...]) -> bool:
    """Run backward and tell whether it raised one of the complaints; other errors pass through."""
    try:
        loss.backward()  # type: ignore[no-untyped-call]
    except RuntimeError as error:
        if any(complaint in str(error) for complaint in complaints):
            return True
        raise
    return False


def is_saved(example: Example, requiring_grad: Subset, choose: Callable[[Forward], Tensor]) -> bool:
    """Raise the version of one tensor of the call and tell whether backward notices."""
    forward = run(example, requiring_grad)
    loss = forward.loss()
    torch.autograd.graph.increment_version(choose(forward))
    return loss is not None and backward_complains(loss, STALE)


def subsets(names: list[str]) -> Iterator[Subset]:
    """Return all subsets but the empty one, small ones first."""
    for size in range(1, len(names) + 1):
        yield from map(frozenset, itertools.combinations(names, size))


def refuses_backward(loss: Tensor) -> bool:
    """Run backward and tell whether it raised, be it that no derivative is implemented."""
    try:
        return backward_complains(loss, STALE)
    except RuntimeError as error:
        if all(part in str(error) for part in UNIMPLEMENTED):
            return True
        raise


def recorded_subsets(example: Example) -> list[Subset]:
    """Return the subsets of operands whose requiring grad gives the result a usable history."""
    names = [name for name, operand in named_operands(example).items() if operand.differentiable]
    usable: list[Subset] = []
    for subset in subsets(names):
        loss = run(example, subset).loss()
        if loss is not None and not refuses_backward(loss):
            usable.append(subset)
    return usable


def describe_condition(hits: list[Subset], recorded: list[Subset]) -> str | None:
    """Say in which of the recorded subsets the tensor was saved; None if in none."""
    if not hits:
        return None
    if len(hits) == len(recorded):
        return ALWAYS
    for chosen in subsets(sorted(frozenset().union(*recorded))):
        names = sorted(chosen)
        if hits == [subset for subset in recorded if subset & chosen]:
            return f"if {' or '.join(names)} requires grad"
        if hits == [subset for subset in recorded if chosen <= subset]:
            return f"if {' and '.join(names)} require grad"
    spelled = [f"[{', '.join(sorted(subset))}]" for subset in hits]
    return f"if exactly {' or '.join(spelled)} require grad"


def saved_when(
    example: Example, recorded: list[Subset], choose: Callable[[Forward], Tensor]
) -> str | None:
    """Say when one tensor of the call is saved; None if never."""
    hits = [subset for subset in recorded if is_saved(example, subset, choose)]
    return describe_condition(hits, recorded)


def operand_named(name: str) -> Callable[[Forward], Tensor]:
    """Return how to choose an operand of a call."""
    return lambda forward: forward.operands[name]


def output_at(position: int) -> Callable[[Forward], Tensor]:
    """Return how to choose an output of a call."""
    return lambda forward: forward.outputs[position]


def saved_operands(example: Example, recorded: list[Subset]) -> dict[str, str]:
    """Say for each operand that is ever saved when that is."""
    conditions: dict[str, str] = {}
    for name in named_operands(example):
        condition = saved_when(example, recorded, operand_named(name))
        if condition is not None:
            conditions[name] = condition
    return conditions


def saved_outputs(example: Example, recorded: list[Subset], count: int) -> list[bool | str]:
    """Say for each output whether it is saved: a condition where it is not always or never."""
    found: list[bool | str] = []
    for position in range(count):
        condition = saved_when(example, recorded, output_at(position))
        found.append(True if condition == ALWAYS else condition or False)
    return found


def second_backward_raises(example: Example, requiring_grad: Subset) -> bool:
    """Tell whether a second backward meets a buffer that the first one freed."""
    forward = run(example, requiring_grad, as_leaves=True)
    first, second = forward.loss(), forward.loss()
    assert first is not None
    assert second is not None
    backward_complains(first, FREED)
    return backward_complains(second, FREED)


def is_kept_itself(example: Example, requiring_grad: Subset, name: str) -> bool:
    """Tell whether other memory, assigned to an operand's `.data`, changes the gradients.

    It does if autograd keeps the tensor itself; a view of it, or a copy, keeps the old memory.
    """
    if not named_operands(example)[name].differentiable:
        return False
    before = gradients(run(example, requiring_grad, as_leaves=True))
    forward = run(example, requiring_grad, as_leaves=True)
    operand = forward.operands[name]
    operand.data = operand.detach() * -0.5 + 0.125
    return any(
        not torch.equal(torch.nan_to_num(real_view(one)), torch.nan_to_num(real_view(other)))
        for one, other in zip(before, gradients(forward), strict=True)
    )


def gradients(forward: Forward) -> list[Tensor]:
    """Run backward and return the gradients of the operands that require grad."""
    loss = forward.loss()
    assert loss is not None
    loss.backward()  # type: ignore[no-untyped-call]
    leaves = [tensor for tensor in forward.operands.values() if tensor.requires_grad]
    return [torch.zeros(()) if leaf.grad is None else leaf.grad for leaf in leaves]


def no_history(example: Example) -> dict[str, object]:
    """Return the row of a call that backward cannot pass.

    `backward_raises` is set if the result has a history all the same, which backward refuses.
    """
    row: dict[str, object] = {
        "saves": {},
        "saves_result": False,
        "second_backward_raises": False,
        "differentiable": False,
    }
    operands = named_operands(example)
    every = frozenset(name for name, operand in operands.items() if operand.differentiable)
    if run(example, every).loss() is not None:
        row["backward_raises"] = True
    return row


def measure_operation(example: Example) -> dict[str, object]:
    """Measure everything about one out-of-place call."""
    recorded = recorded_subsets(example)
    if not recorded:
        return no_history(example)
    outputs = run(example, recorded[-1]).outputs
    saved = saved_outputs(example, recorded, len(outputs))
    row: dict[str, object] = {
        "saves": saved_operands(example, recorded),
        "saves_result": saved if len(saved) > 1 else saved[0],
        "second_backward_raises": second_backward_raises(example, recorded[-1]),
        "differentiable": True,
    }
    itself = [
        name for name in named_operands(example) if is_kept_itself(example, recorded[-1], name)
    ]
    if itself:
        row["keeps_itself"] = itself
    if not all(output.requires_grad for output in outputs):
        row["outputs_with_history"] = [output.requires_grad for output in outputs]
    return row


def second_backward_raises_in_place(example: Example, requiring_grad: Subset) -> bool:
    """Tell whether a second backward through a changed tensor meets what the first one freed."""
    loss = run(example, requiring_grad).loss()
    assert loss is not None
    backward_complains(loss, FREED)
    return backward_complains(loss, FREED)


def measure_inplace_operation(example: Example) -> dict[str, object]:
    """Measure what a call saves that changes its first operand in place.

    The old value cannot be saved (backward would always complain), so what counts is the new one.
    """
    recorded = recorded_subsets(example)
    changed, *others = named_operands(example)
    new_value = saved_when(example, recorded, operand_named(changed))
    conditions = saved_operands(example, recorded)
    return {
        "saves_new_value": new_value is not None,
        "second_backward_raises": bool(recorded)
        and second_backward_raises_in_place(example, recorded[-1]),
        "saves_operands": {name: conditions[name] for name in others if name in conditions},
    }
