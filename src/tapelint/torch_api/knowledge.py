"""Typed access to ``measured.json``, read once and only when a file needs it."""

from __future__ import annotations

import functools
import importlib.resources
import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class OperationFacts:
    """What one operation saves for its backward.

    Attributes:
        parameters: The names of its tensor operands, in call order.
        positions: Where each operand stands among the call's arguments.
        saves: For each operand that is saved, the condition: ``always``,
            ``if <operand> requires grad`` or two operands joined by ``or`` or ``and``.
        saves_result: Whether the result is saved.
        differentiable: Whether a gradient flows through it.
    """

    parameters: tuple[str, ...]
    positions: tuple[int, ...]
    saves: Mapping[str, str]
    saves_result: bool
    differentiable: bool


@dataclass(frozen=True)
class DistributionFacts:
    """What is known of a class of ``torch.distributions``.

    Attributes:
        parameters: The constructor's parameters in order, without ``validate_args``.
        refuses: The methods among ``log_prob``, ``cdf`` and ``icdf`` that raise when they are
            given a numpy array.
        refuses_unvalidated: The same with ``validate_args=False``.
        refuses_with_grad: The same with ``validate_args=False`` and parameters that require grad.
        refuses_number: The same with ``validate_args=False`` and a Python number.
    """

    parameters: tuple[str, ...]
    refuses: frozenset[str]
    refuses_unvalidated: frozenset[str]
    refuses_with_grad: frozenset[str]
    refuses_number: frozenset[str]


@dataclass(frozen=True)
class ModuleFacts:
    """What is known of a class of ``torch.nn``.

    Attributes:
        parameters: The names of its own parameters.
        buffers: The names of its own buffers.
    """

    parameters: tuple[str, ...]
    buffers: tuple[str, ...]


@dataclass(frozen=True)
class Knowledge:
    """Everything that is known of torch; see ``tests/oracle/measure_torch.py`` for its making."""

    tensor_methods: frozenset[str]
    tensor_attributes: frozenset[str]
    inplace_methods: frozenset[str]
    inplace_metadata_methods: frozenset[str]
    inplace_refused_on_leaf: frozenset[str]
    torch_functions: frozenset[str]
    functional: frozenset[str]
    factories: frozenset[str]
    loss_functions: Mapping[str, tuple[str, ...]]
    loss_modules: frozenset[str]
    modules: Mapping[str, ModuleFacts]
    init_functions: frozenset[str]
    distributions: Mapping[str, DistributionFacts]
    operations: Mapping[str, OperationFacts]
    typed_constructors: frozenset[str]
    views: frozenset[str]
    keep_history_of_tensor: frozenset[str]
    optimisers: frozenset[str]


def _operation(facts: Mapping[str, Any]) -> OperationFacts:
    saves_result = facts.get("saves_result", False)
    parameters = tuple(facts["parameters"])
    return OperationFacts(
        parameters=parameters,
        positions=tuple(facts.get("positions", range(len(parameters)))),
        saves=facts["saves"],
        saves_result=bool(saves_result[0] if isinstance(saves_result, list) else saves_result),
        differentiable=facts.get("differentiable", True),
    )


def _refusing(facts: Mapping[str, Any], keys: Mapping[str, str]) -> frozenset[str]:
    """The methods that raise over what is no tensor, and would not raise over a tensor.

    Args:
        facts: A distribution's row.
        keys: For each method, where the row keeps its error.
    """
    errors = {method: facts.get(key) for method, key in keys.items()}
    return frozenset(
        method
        for method, error in errors.items()
        if error and not error.startswith("NotImplementedError")
    )


def _distribution(facts: Mapping[str, Any]) -> DistributionFacts:
    """``icdf`` never validates; what an unvalidated ``cdf`` does is not measured."""
    over_array = {
        "log_prob": "log_prob_array_error", "cdf": "cdf_array_error", "icdf": "icdf_array_error"
    }  # fmt: skip
    unvalidated = {"log_prob": "log_prob_array_error_unvalidated", "icdf": "icdf_array_error"}
    with_grad = unvalidated | {"log_prob": "log_prob_array_error_unvalidated_with_grad"}
    return DistributionFacts(
        parameters=tuple(facts["parameters"]),
        refuses=_refusing(facts, over_array),
        refuses_unvalidated=_refusing(facts, unvalidated),
        refuses_with_grad=_refusing(facts, with_grad),
        refuses_number=_refusing(facts, {"log_prob": "log_prob_number_error_unvalidated"}),
    )


@functools.cache
def knowledge() -> Knowledge:
    """What is known of torch."""
    text = importlib.resources.files(__package__).joinpath("measured.json").read_text("utf-8")
    raw: dict[str, Any] = json.loads(text)
    return Knowledge(
        tensor_methods=frozenset(raw["tensor_methods"]),
        tensor_attributes=frozenset(raw["tensor_attributes"]),
        inplace_methods=frozenset(raw["inplace_methods"]),
        inplace_metadata_methods=frozenset(raw["inplace_metadata_methods"]),
        inplace_refused_on_leaf=frozenset(raw["inplace_refused_on_leaf"]),
        torch_functions=frozenset(raw["torch_functions"]),
        functional=frozenset(raw["functional"]),
        factories=frozenset(raw["factories"]),
        loss_functions={name: tuple(each) for name, each in raw["losses_functional"].items()},
        loss_modules=frozenset(raw["losses_modules"]),
        modules={
            name: ModuleFacts(tuple(facts["parameters"]), tuple(facts["buffers"]))
            for name, facts in raw["modules"].items()
        },
        init_functions=frozenset(raw["init_functions"]),
        distributions={name: _distribution(facts) for name, facts in raw["distributions"].items()},
        views=frozenset(
            name
            for name, facts in raw["views"].items()
            if facts["is_view"] and facts["memory"] == "shares"
        ),
        keep_history_of_tensor=frozenset(
            name
            for name, facts in raw["constructors"].items()
            if facts["over_tensor_keeps_history"]
        ),
        typed_constructors=frozenset(raw["typed_constructors"]),
        optimisers=frozenset(raw["optimizers"]),
        operations={name: _operation(facts) for name, facts in raw["operations"].items()},
    )
