"""Which operation each class of torch.nn runs: found by running it under an observer."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

import torch
from torch import Tensor, nn
from torch.func import functional_call
from torch.nn import functional
from torch.nn.utils.rnn import PackedSequence
from torch.overrides import TorchFunctionMode

from .autograd_experiments import measure_operation
from .example_forwards import FORWARDS, RECURRENT, WAYS
from .example_objects import MODULES
from .object_tables import construct
from .operands import SEED, Example, Operand

Row = dict[str, object]


class Call(NamedTuple):
    """One call of a function of torch's, with what it gives."""

    function: Callable[..., object]
    positional: tuple[Any, ...]
    keywords: dict[str, Any]
    result: object


class Calls(TorchFunctionMode):
    """Notes the functions of torch that are called, without those that these call."""

    def __init__(self) -> None:
        super().__init__()
        self.made: list[Call] = []

    def __torch_function__(
        self,
        func: Callable[..., object],
        types: object,
        args: tuple[Any, ...] = (),
        kwargs: dict[str, Any] | None = None,
    ) -> object:
        """Note one call, and make it."""
        result = func(*args, **(kwargs or {}))
        self.made.append(Call(func, args, kwargs or {}, result))
        return result


def constructed(name: str, **more: object) -> nn.Module:
    """Make an instance of a class, of the same type of numbers as what it is called with."""
    torch.manual_seed(SEED)
    layer = construct(getattr(nn, name), MODULES.get(name), **more)
    assert isinstance(layer, nn.Module)
    given = given_to(name)
    if isinstance(given[0], Tensor) and given[0].is_floating_point():
        layer = layer.to(given[0].dtype)
    with torch.no_grad():
        layer(*given)  # a lazy layer makes its parameters
    return layer


def given_to(name: str) -> list[Any]:
    """Return what an instance of a class is called with."""
    return [
        tuple(map(made, each)) if isinstance(each, tuple) else made(each)
        for each in FORWARDS[name].values()
    ]


def forward_example(name: str, **more: object) -> Example:
    """Return the call of an instance of a class as an example, for a layer in training.

    Its own parameters are among the operands, and require grad in any case.
    """
    layer = constructed(name, **more)
    own = dict(layer.named_parameters(recurse=False))
    operands = {
        each: Operand(
            f"torch.rand({tuple(held.shape)}, dtype={held.dtype}).requires_grad_()",
            differentiable=False,
        )
        for each, held in own.items()
    }

    def call(**given: object) -> object:
        weights = {each: given.pop(each) for each in own}
        values = tuple(tuple(each) if isinstance(each, list) else each for each in given.values())
        return functional_call(layer, weights, values)

    return Example(call, {**FORWARDS[name], **operands})


def packed_example(name: str) -> Example:
    """Return the call of a recurrent layer over a packed sequence, whose data is the operand."""
    example = forward_example(name)

    def call(**given: object) -> object:
        data = given["input"]
        assert isinstance(data, Tensor)
        packed = PackedSequence(data.flatten(0, 1)[:3], torch.tensor([2, 1]))
        outputs, state = example.target(**{**given, "input": packed})  # type: ignore[misc]
        return outputs.data, state

    return Example(call, example.arguments)


def given_alone(name: str) -> Example:
    """Return the call of an instance of a class as an example, with its own weights as they are."""
    example = forward_example(name)
    weights = dict(constructed(name).named_parameters(recurse=False))
    return Example(lambda **given: example.target(**given, **weights), FORWARDS[name])


def made(argument: object) -> object:
    """Make an argument of an example."""
    if not isinstance(argument, Operand):
        return argument
    tensor = argument.make()
    return tensor.requires_grad_() if argument.differentiable else tensor


def observed(name: str) -> tuple[nn.Module, list[Tensor], Call | None]:
    """Run a class of torch.nn: return it, the tensors it was given, and the call it is made of."""
    layer = constructed(name)
    given = given_to(name)
    with Calls() as calls:
        result = layer(*given)
    own = [each for each in calls.made if each.result is result]
    return layer, [each for each in given if isinstance(each, Tensor)], own[0] if own else None


def names_of(function: Callable[..., object]) -> list[str]:
    """Return the names under which torch exports a function."""
    found = [name for name, each in vars(functional).items() if each is function]
    return [*found, function.__name__.lstrip("_")]


def operands_of(
    layer: nn.Module, given: list[Tensor], call: Call, row: Mapping[str, Any]
) -> list[object]:
    """Return where a class takes the operands of its function from.

    A number is the place among what it is called with, a name is an attribute of its own.
    """
    at = row.get("positions", range(len(row["parameters"])))
    pairs = zip(row["parameters"], at, strict=True)
    values = {name: call.positional[place] for name, place in pairs if place < len(call.positional)}
    values |= call.keywords
    found: list[object] = []
    for parameter in row["parameters"]:
        value = values.get(parameter)
        places = [at for at, each in enumerate(given) if each is value]
        own = [each for each, held in layer.named_parameters() if shares(held, value)]
        named = own[0] if own else parameter if hasattr(layer, parameter) else None
        found.append(places[0] if places else named)
    return found


def shares(one: Tensor, other: object) -> bool:
    """Tell whether something is a tensor, or a view of it."""
    return isinstance(other, Tensor) and (
        one.untyped_storage().data_ptr() == other.untyped_storage().data_ptr()
    )


def measure_classes(
    operations: Mapping[str, Mapping[str, Any]],
) -> tuple[dict[str, Row], dict[str, Row]]:
    """Measure which row each class has, and the rows of those that have none of their own."""
    classes: dict[str, Row] = {}
    own: dict[str, Row] = {}
    for name in FORWARDS:
        found = row_of(name, operations, *observed(name))
        if found is None:
            own[name], operands = as_a_whole(forward_example(name), name)
            found = {"operation": name, "operands": operands}
        classes[name] = found
    for row, (name, flags) in WAYS.items():
        own[row] = {**as_a_whole(forward_example(name, **flags), name)[0], "variant_of": name}
    for name in RECURRENT:
        own[f"{name}_packed"] = {**as_a_whole(packed_example(name), name)[0], "variant_of": name}
    return classes, own


def as_a_whole(example: Example, name: str) -> tuple[Row, list[object]]:
    """Measure a class that calls more than one function; return where its operands come from."""
    parameters = list(example.arguments)
    count = len(FORWARDS[name])
    return (
        {"parameters": parameters, **measure_operation(example)},
        [*range(count), *parameters[count:]],
    )


def row_of(
    name: str,
    operations: Mapping[str, Mapping[str, Any]],
    layer: nn.Module,
    given: list[Tensor],
    call: Call | None,
) -> Row | None:
    """Return the row of the function that a class calls, in the way in which it calls it."""
    names = names_of(call.function) if call is not None else []
    ways = [row for row, facts in operations.items() if {row, facts.get("variant_of")} & {*names}]
    ways.sort(key=lambda row: row not in names)
    is_trained = any(
        isinstance(each, Operand) and each.differentiable for each in FORWARDS[name].values()
    )
    measured = measure_operation(given_alone(name)) if len(ways) > 1 and is_trained else None
    for row in ways:
        assert call is not None
        operands = operands_of(layer, given, call, operations[row])
        if measured is None or agrees(measured, operations[row], operands, list(FORWARDS[name])):
            return {"operation": row, "operands": operands}
    return None


def agrees(measured: Row, row: Mapping[str, Any], operands: list[object], names: list[str]) -> bool:
    """Tell whether a class saves what a function does, of what the class is given."""
    taken = {
        parameter: names[at]
        for parameter, at in zip(row["parameters"], operands, strict=True)
        if isinstance(at, int)
    }
    mine = measured["saves"]
    assert isinstance(mine, dict)
    return (
        {taken[each] for each in row["saves"] if each in taken} == {*mine}
        and row["saves_result"] == measured["saves_result"]
        and row["second_backward_raises"] == measured["second_backward_raises"]
    )
