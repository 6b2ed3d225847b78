"""Samples without a gradient: where the numbers of ``sample()`` go, and what is done with them.

A sample of a distribution with trained parameters carries a *trace*, which operations pass on as
they would pass on a history. A backward that the sample's numbers have gone into, and that reaches
the distribution's parameters some other way, is a loss that wants the gradient through the sample.
"""

from __future__ import annotations

import functools
from collections.abc import Iterable, Iterator, Sequence

from tapelint.source import tree
from tapelint.source.spelling import code_of
from tapelint.tape import distribution_events
from tapelint.tape.domain.graph_nodes import GraphNode
from tapelint.tape.domain.path_conditions import Condition
from tapelint.tape.domain.terms import SampleFact, Truth
from tapelint.tape.domain.values import (
    Distribution,
    Number,
    Sample,
    SampleRole,
    Tensor,
    Trace,
    Unknown,
    Value,
)
from tapelint.tape.machine.machine import Machine
from tapelint.torch_api.families import families
from tapelint.torch_api.knowledge import base_of
from tapelint.torch_api.names import words

_DEEPEST = 3
_NONE: frozenset[Sample] = frozenset()
_PLAIN = frozenset({SampleRole.NUMBERS, SampleRole.LOGARITHM})
_WEIGHTS = frozenset(
    {
        "alpha", "temperature", "temp", "coef", "coeff", "coefficient", "beta", "entropy", "ent",
        "kl", "lambda", "lamb", "lmbda",
    }
)  # fmt: skip
"""Words of the factors that weigh a log-probability and are no signal for a score function."""
_TRAINING = frozenset({"training", "train"})
_NOT_TRAINING = frozenset(
    {"eval", "evaluate", "evaluation", "test", "testing", "deterministic", "inference", "greedy"}
)


def draw(
    machine: Machine,
    kind: str,
    parameters: Sequence[Value],
    sources: Sequence[GraphNode],
    node: tree.Call,
) -> frozenset[Trace]:
    """The trace of a sample that is drawn now, if its distribution's parameters are trained."""
    for trace in of(machine, parameters):
        if trace.sample.node is node:  # each round draws from what the last one has drawn
            trace.sample.facts.add(SampleFact.FED_BACK)
    is_trained = any(
        (record := machine.tensor_record(value)) is not None and record.may_train
        for value in parameters
    )
    is_training = _is_training(machine.conditions)
    if machine.grad_mode is not Truth.YES or not is_trained or is_training is Truth.NO:
        return frozenset()
    facts = machine.sample_facts.setdefault(_origins(sources), set())
    sample = Sample(kind, node, frozenset(sources), facts, is_training is Truth.YES)
    return frozenset({Trace(sample, SampleRole.NUMBERS)})


def note_reparametrised(machine: Machine, sources: Iterable[GraphNode]) -> None:
    """``rsample`` of a distribution: what is sampled from the same one is meant as it is."""
    facts = machine.sample_facts.setdefault(_origins(sources), set())
    facts.add(SampleFact.REPARAMETRISED)


def _origins(nodes: Iterable[GraphNode]) -> frozenset[int | GraphNode]:
    """What tells nodes apart: leaves by themselves, operations by what they have made."""
    return frozenset(node if node.leaf is None else node.leaf for node in nodes)


@functools.cache
def _one_by_one() -> frozenset[str]:
    known = families()
    same = {each for each in known.keep_size if each.startswith("clamp")} | known.reshaping
    same -= known.partial_views | known.several_views
    return known.arithmetic | known.elementwise_as_in_numpy | known.into_range | same


def _made_of(sources: Iterable[GraphNode]) -> Iterator[GraphNode]:
    """Parameters, and what they are numbers of one by one: ``log_std`` of ``log_std.exp()``."""
    for source in sources:
        node = source
        yield node
        while len(node.inputs) == 1 and base_of(node.operation) in _one_by_one():
            node = node.inputs[0]
            yield node


def note_log_prob(
    machine: Machine, result: Tensor, value: Value, parameters: Sequence[Value]
) -> None:
    """``log_prob(sample)``: the sample is a constant there, and the result a score."""
    given = of(machine, [value])
    for trace in given:
        trace.sample.facts.add(SampleFact.SCORE_ASKED)
    scores = {
        trace if trace.role is SampleRole.MIXED else Trace(trace.sample, SampleRole.LOG_PROB)
        for trace in given
    }
    # What is behind a density of another distribution corrects nothing.
    behind = {
        Trace(each.sample, SampleRole.NUMBERS) if each.role is SampleRole.LOGARITHM else each
        for each in of(machine, parameters)
    }
    machine.update_tensor(result, samples=frozenset(scores | behind))


def note_scored(machine: Machine, values: Iterable[Value]) -> None:
    """A sample is given to a ``log_prob`` that is not known."""
    for trace in of(machine, values):
        trace.sample.facts.add(SampleFact.SCORED)


def of(machine: Machine, values: Iterable[Value], depth: int = 0) -> frozenset[Trace]:
    """The traces that values carry, or what containers and distributions hold."""
    found: frozenset[Trace] = frozenset()
    for value in values:
        record = machine.tensor_record(value)
        if record is not None:
            found |= record.samples
            continue
        held = machine.container_record(value)
        if held is not None and depth < _DEEPEST:
            found |= of(machine, held.held, depth + 1)
        elif isinstance(value, Distribution) and depth < _DEEPEST:
            found |= of(machine, [each for _, each in value.arguments], depth + 1)
    return found


def carried(
    machine: Machine,
    name: str,
    operands: Sequence[tuple[Value, tree.BaseExpression]],
    is_mixed: bool,
) -> frozenset[Trace]:
    """The traces that the result of an operation carries, noting what the operation tells.

    Args:
        machine: The machine.
        name: The operation's bare name.
        operands: The operands.
        is_mixed: Whether the operation has parameters of its own that are trained.
    """
    found: set[Trace] = set()
    given = [of(machine, [value]) for value, _ in operands]
    scored = frozenset().union(*map(_scored, given)) if base_of(name) in families().sums else _NONE
    for at, traces in enumerate(given):
        corrects = {each.sample for each in traces if each.role is SampleRole.LOGARITHM} & scored
        for trace in traces:
            if trace.sample in corrects and trace.role in _PLAIN:
                found.add(Trace(trace.sample, SampleRole.LOG_PROB))
                continue
            others = [each for position, each in enumerate(operands) if position != at]
            kept = _through(machine, name, trace, others, is_mixed)
            if kept is not None:
                found.add(kept)
    return frozenset(found)


def _scored(traces: Iterable[Trace]) -> frozenset[Sample]:
    return frozenset(each.sample for each in traces if each.role is SampleRole.LOG_PROB)


def _through(
    machine: Machine,
    name: str,
    trace: Trace,
    others: Sequence[tuple[Value, tree.BaseExpression]],
    is_mixed: bool,
) -> Trace | None:
    base = base_of(name)
    if trace.role is SampleRole.LOG_PROB:
        is_signal = base in families().all_products and not all(
            _is_weight(*other) for other in others
        )
        if is_signal or base in {"exp", "exp2"}:
            trace.sample.facts.add(SampleFact.SCORED)
        return trace
    if trace.role is SampleRole.MIXED:
        return trace
    if base in families().arithmetic and any(_is_own(machine, trace, value) for value, _ in others):
        trace.sample.facts.add(SampleFact.MEASURED)
    records = [machine.tensor_record(value) for value, _ in others]
    if is_mixed or any(record is not None and record.may_train for record in records):
        return Trace(trace.sample, SampleRole.MIXED)
    if any(
        isinstance(value, Unknown) or (record is not None and record.requires_grad is Truth.UNKNOWN)
        for (value, _), record in zip(others, records, strict=True)
    ):
        return Trace(trace.sample, SampleRole.BESIDE_UNKNOWN)
    is_logarithm = (base.startswith("log") and base != "log_prob") or base == "softplus"
    return Trace(trace.sample, SampleRole.LOGARITHM) if is_logarithm else trace


def _is_own(machine: Machine, trace: Trace, value: Value) -> bool:
    """Whether a value is a parameter of the distribution that the sample is drawn from."""
    record = machine.tensor_record(value)
    if record is None or not isinstance(value, Tensor):
        return False
    leaves = {value.identity, *(member.identity for member in record.members)}
    return any(source is record.graph or source.leaf in leaves for source in trace.sample.sources)


def _is_weight(value: Value, node: tree.BaseExpression) -> bool:
    return isinstance(value, Number) or not _WEIGHTS.isdisjoint(_words_of(node))


def _words_of(node: tree.Node) -> tuple[str, ...]:
    return words(code_of(node))


def _is_training(conditions: frozenset[Condition]) -> Truth:
    """Whether branches speak of training, or of anything else than that."""
    for text, holds in conditions:
        found = set(words(text.partition(": ")[2] or text))
        if found & _TRAINING:
            return Truth.of(holds)
        if found & _NOT_TRAINING and holds:
            return Truth.NO
    return Truth.UNKNOWN


def note_loss(
    machine: Machine,
    value: Value,
    passed: Iterable[GraphNode],
    node: tree.Node,
    *,
    is_return: bool = False,
    is_output: bool = False,
) -> None:
    """A loss, or what becomes one, that samples have gone into.

    Args:
        machine: The machine.
        value: The loss.
        passed: The nodes that a backward of it passes.
        node: The backward or the ``return``.
        is_return: Whether the loss is handed out.
        is_output: Whether it is the output of a network, from which a loss is computed later.
    """
    traces = of(machine, [value])
    if not traces:
        return
    reached = frozenset(passed)
    origins = _origins(reached)
    roles: dict[Sample, set[SampleRole]] = {}
    for trace in traces:
        roles.setdefault(trace.sample, set()).add(trace.role)
    trains = any(each.leaf is not None for each in reached)
    for sample, found in roles.items():
        if found == {SampleRole.LOG_PROB} or (is_output and SampleRole.MIXED not in found):
            continue
        machine.emit(
            distribution_events.SampleInLoss,
            sample.node,
            sample=sample,
            loss=node,
            is_return=is_return,
            has_score=SampleRole.LOG_PROB in found,
            reaches_parameters=not _origins(_made_of(sample.sources)).isdisjoint(origins),
            reaches_nothing=not trains and found <= _PLAIN,
        )
