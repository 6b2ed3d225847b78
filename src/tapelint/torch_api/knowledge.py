"""Typed access to ``measured.json``, read once and only when a file needs it."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from typing import Any, NamedTuple


class OperationFacts(NamedTuple):
    """What one operation saves for its backward.

    Attributes:
        parameters: The names of its tensor operands, in call order.
        positions: Where each operand stands among the call's arguments.
        saves: For each operand that is saved, the operands of which one must require grad for
            that; none where it is saved in any case.
        keeps_itself: The saved operands that are kept as they are, so that other memory assigned
            to their ``.data`` is what the backward sees.
        saves_results: For each of its results, whether it is saved.
        with_history: For each of its results, whether a gradient flows through it.
        differentiable: Whether a gradient flows through it at all.
        frees: Whether a second backward through it raises, since the first freed its memory.
        refuses_backward: Whether its result requires grad, though torch has no derivative of it.
        arguments: The names of all its arguments, in call order; one that begins with ``*`` stands
            for any number of them.
        renamed: What arguments are called by keyword in some places, and what they are here.
        when: For one of several ways to call it, what is true of its arguments then.
        ways: The other ways to call it, each with a row of its own.
        operands: The arguments that are tensors in one of the ways.
        base: The operation, where this is one of several ways to call it, or "".
    """

    parameters: tuple[str, ...]
    positions: tuple[int, ...]
    saves: Mapping[str, tuple[str, ...]]
    keeps_itself: frozenset[str]
    saves_results: tuple[bool, ...]
    with_history: tuple[bool, ...]
    differentiable: bool
    frees: bool
    refuses_backward: bool
    arguments: tuple[str, ...]
    renamed: Mapping[str, str]
    when: Mapping[str, str | tuple[object, ...]]
    ways: tuple[str, ...] = ()
    operands: frozenset[str] = frozenset()
    base: str = ""


class InplaceFacts(NamedTuple):
    """What an operation that changes its first operand saves for its backward.

    Attributes:
        parameters: The names of its tensor operands, in call order, the changed one first.
        positions: Where each operand stands among the call's arguments.
        saves: For each other operand that is saved, the operands of which one must require grad
            for that; none where it is saved in any case.
        saves_new_value: Whether the changed tensor is saved.
        frees: Whether a second backward through it raises.
    """

    parameters: tuple[str, ...]
    positions: tuple[int, ...]
    saves: Mapping[str, tuple[str, ...]]
    saves_new_value: bool
    frees: bool


class DistributionFacts(NamedTuple):
    """What is known of a class of ``torch.distributions``.

    Attributes:
        parameters: The constructor's parameters in order, without ``validate_args``.
        has_rsample: Whether its samples can have a gradient; ``None`` where the distribution
            decides that it is made around.
        refuses: What the methods ``log_prob``, ``cdf`` and ``icdf`` raise over: ``array``,
            ``list``, ``tuple``, ``number``. First by whether it validates (``validated``,
            ``unvalidated``), or does not and has parameters that require grad (``trained``).
    """

    parameters: tuple[str, ...]
    has_rsample: bool | None
    refuses: Mapping[str, Mapping[str, frozenset[str]]]

    def refuses_given(self, method: str, given: str, *, validates: bool, trained: bool) -> bool:
        """Whether a method raises over a kind of value."""
        modes = ["validated" if validates else "unvalidated", *(["trained"] if trained else [])]
        return any(given in self.refuses.get(mode, {}).get(method, ()) for mode in modes)


class ModuleFacts(NamedTuple):
    """What is known of a class of ``torch.nn``.

    Attributes:
        parameters: The names of its own parameters.
        buffers: The names of its own buffers.
        constructor: The names of its constructor's parameters, in order.
        bases: The classes of ``torch.nn`` that it derives from.
        has_submodules: Whether it holds other modules, with parameters of their own.
        without: For each flag of the constructor, the parameters and buffers that are ``None`` if
            it is off.
        off: The flags of these that are off by default.
        operation: The operation that it runs, or "".
        operands: Where the operation's operands come from: the place of what it is called with,
            or the name of its own attribute. None where it is measured as a whole.
    """

    parameters: tuple[str, ...]
    buffers: tuple[str, ...]
    constructor: tuple[str, ...]
    bases: frozenset[str]
    has_submodules: bool
    without: Mapping[str, tuple[str, ...]]
    off: frozenset[str]
    operation: str
    operands: tuple[int | str | None, ...]


class NumpyFacts(NamedTuple):
    """Which arguments of a function of numpy's must not be tensors that require grad.

    Attributes:
        refuses_tensor: The positions where such a tensor raises.
        refuses_list: The positions where a list of such tensors raises.
    """

    refuses_tensor: frozenset[int]
    refuses_list: frozenset[int]


class Knowledge(NamedTuple):
    """Everything that is known of torch; see ``tests/oracle/measure_torch.py`` for its making."""

    tensor_methods: frozenset[str]
    tensor_attributes: frozenset[str]
    array_attributes: frozenset[str]
    inplace_methods: frozenset[str]
    inplace_metadata_methods: frozenset[str]
    inplace_refused_on_leaf: frozenset[str]
    torch_functions: frozenset[str]
    functional: frozenset[str]
    functional_parameters: Mapping[str, tuple[str, ...]]
    factories: frozenset[str]
    loss_functions: Mapping[str, tuple[str, ...]]
    loss_modules: frozenset[str]
    modules: Mapping[str, ModuleFacts]
    init_functions: frozenset[str]
    distributions: Mapping[str, DistributionFacts]
    operations: Mapping[str, OperationFacts]
    spellings: Mapping[str, tuple[str, int]]
    inplace_operations: Mapping[str, InplaceFacts]
    typed_constructors: frozenset[str]
    views: frozenset[str]
    keep_history_of_tensor: frozenset[str]
    optimisers: frozenset[str]
    numpy_functions: Mapping[str, NumpyFacts]
    numpy_gives_tensors: frozenset[str]
    changes_counted_once: frozenset[str]
    fresh_results: frozenset[str]
    families: Mapping[str, frozenset[str]]


def _operation(facts: Mapping[str, Any]) -> OperationFacts:
    saves_result = facts.get("saves_result", False)
    saves_results = tuple(saves_result) if isinstance(saves_result, list) else (saves_result,)
    parameters = tuple(facts["parameters"])
    return OperationFacts(
        parameters=parameters,
        positions=tuple(facts.get("positions", range(len(parameters)))),
        saves={name: _condition(text) for name, text in facts["saves"].items()},
        keeps_itself=frozenset(facts.get("keeps_itself", ())),
        saves_results=saves_results,
        with_history=tuple(facts.get("outputs_with_history", [True] * len(saves_results))),
        differentiable=facts.get("differentiable", True),
        frees=facts.get("second_backward_raises", False),
        refuses_backward=facts.get("backward_raises", False),
        arguments=tuple(facts.get("arguments", parameters)),
        renamed=facts.get("renamed", {}),
        when={
            name: tuple(each) if isinstance(each, list) else each
            for name, each in facts.get("when", {}).items()
        },
        base=facts.get("variant_of", ""),
    )


def _operations(rows: Mapping[str, Mapping[str, Any]]) -> dict[str, OperationFacts]:
    """All operations; what one way to call one does not keep as it is, none is taken to keep."""
    operations = {name: _operation(facts) for name, facts in rows.items()}
    for name, facts in rows.items():
        base = facts.get("variant_of", name)
        if base in operations and name != base:
            if operations[name].when:
                known = operations[base]
                operations[base] = known._replace(
                    ways=(*known.ways, name),
                    operands=known.operands.union(operations[name].parameters),
                )
            kept = operations[base].keeps_itself & operations[name].keeps_itself
            if operations[name].saves:
                operations[base] = operations[base]._replace(keeps_itself=kept)
    return operations


def _spellings(rows: Mapping[str, Mapping[str, Any]]) -> dict[str, tuple[str, int]]:
    """For each name of an operation, the operation and which of its arguments stands first."""
    found: dict[str, tuple[str, int]] = {}
    for name, facts in sorted(rows.items(), key=lambda row: "variant_of" in row[1]):
        for spelled, first in facts.get("spellings", {}).items():
            found.setdefault(spelled, (facts.get("variant_of", name), first))
    return found


def _condition(text: str) -> tuple[str, ...]:
    """The operands of ``if x or y requires grad``; none for ``always``."""
    return tuple(word for word in text.split() if word not in _WORDS_OF_CONDITIONS)


_WORDS_OF_CONDITIONS = {"always", "if", "or", "requires", "grad"}


def _inplace(facts: Mapping[str, Any]) -> InplaceFacts:
    parameters = tuple(facts["parameters"])
    return InplaceFacts(
        parameters=parameters,
        positions=tuple(facts.get("positions", range(len(parameters)))),
        saves={name: _condition(text) for name, text in facts["saves_operands"].items()},
        saves_new_value=facts["saves_new_value"],
        frees=facts["second_backward_raises"],
    )


def _distribution(facts: Mapping[str, Any]) -> DistributionFacts:
    return DistributionFacts(
        parameters=tuple(facts["parameters"]),
        has_rsample=facts["has_rsample"],
        refuses={
            mode: {method: frozenset(given) for method, given in methods.items()}
            for mode, methods in facts["refuses"].items()
        },
    )


def base_of(name: str) -> str:
    """The operation of which a row of the table is one of several ways to call it.

    >>> base_of("pow_scalar_one"), base_of("exp")
    ('pow', 'exp')
    """
    facts = knowledge().operations.get(name)
    return facts.base if facts is not None and facts.base else name


@functools.cache
def knowledge() -> Knowledge:
    """What is known of torch.

    Long: it reads each table.
    """
    import json
    import pkgutil

    # `importlib.resources` would do, but takes as long to be imported as the file to be read.
    text = pkgutil.get_data(__package__, "measured.json")
    assert text is not None
    raw: dict[str, Any] = json.loads(text)
    return Knowledge(
        tensor_methods=frozenset(raw["tensor_methods"]),
        tensor_attributes=frozenset(raw["tensor_attributes"]),
        array_attributes=frozenset(raw["array_attributes"]),
        inplace_methods=frozenset(raw["inplace_methods"]),
        inplace_metadata_methods=frozenset(raw["inplace_metadata_methods"]),
        inplace_refused_on_leaf=frozenset(raw["inplace_refused_on_leaf"]),
        torch_functions=frozenset(raw["torch_functions"]),
        functional=frozenset(raw["functional"]),
        functional_parameters={
            name: tuple(each) for name, each in raw["functional_parameters"].items()
        },
        factories=frozenset(raw["factories"]),
        loss_functions={name: tuple(each) for name, each in raw["losses_functional"].items()},
        loss_modules=frozenset(raw["losses_modules"]),
        modules={
            name: ModuleFacts(
                parameters=tuple(facts["parameters"]),
                buffers=tuple(facts["buffers"]),
                constructor=tuple(facts["constructor"]),
                bases=frozenset(facts["bases"]),
                has_submodules=bool(facts["submodules"]),
                without={flag: tuple(lost) for flag, lost in facts.get("without", {}).items()},
                off=frozenset(facts.get("off", ())),
                operation=facts.get("operation", ""),
                operands=tuple(facts.get("operands", ())),
            )
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
        numpy_gives_tensors=frozenset(raw["numpy_gives_tensors"]),
        changes_counted_once=frozenset(raw["changes_counted_once"]),
        fresh_results=frozenset(raw["fresh_results"]),
        families={name: frozenset(members) for name, members in raw["families"].items()},
        optimisers=frozenset(raw["optimizers"]),
        numpy_functions={
            name: NumpyFacts(frozenset(facts["tensor"]), frozenset(facts["list"]))
            for name, facts in raw["numpy_functions"].items()
        },
        operations=_operations(raw["operations"]),
        spellings=_spellings(raw["operations"]),
        inplace_operations={
            name: _inplace(facts) for name, facts in raw["inplace_operations"].items()
        },
    )
