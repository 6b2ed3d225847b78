"""A tensor, or what `.data` gives, that may be either of two: what is known of it."""

from __future__ import annotations

from tapelint.tape.domain import powers
from tapelint.tape.domain.frozen import replace
from tapelint.tape.domain.graph_nodes import GraphNode, NodeKind
from tapelint.tape.domain.path_conditions import contradict
from tapelint.tape.domain.paths import Sides, path_to
from tapelint.tape.domain.terms import Truth
from tapelint.tape.domain.values import (
    DataOfUnknown,
    Member,
    SampleRole,
    TensorRecord,
    Trace,
    Unknown,
    join_truth,
)


def either_tensor(
    one: TensorRecord,
    two: TensorRecord,
    identity: int,
    members: tuple[Member, ...],
    sides: Sides,
    *,
    is_in_loop: bool,
    is_mixing: bool,
) -> TensorRecord:
    """What is known of a tensor that may be either of two.

    Args:
        one: The first.
        two: The second.
        identity: That of the joined one.
        members: Those that it may be.
        sides: The paths that lead to the two.
        is_in_loop: Whether a loop's rounds meet.
        is_mixing: Whether they stand beside each other, as items do: no path leads to the one of
            them whose history was ended.
    """
    graph = one.graph
    if one.graph is not two.graph:
        graphs = tuple(
            path_to(each, side)
            for each, side in zip((one.graph, two.graph), sides, strict=True)
            if each is not None
        )
        graph = GraphNode(
            "join",
            graphs,
            (),
            one.made_at,
            # Whether a round of a loop cuts the history may go with what else it does.
            is_certain=not is_in_loop or None not in (one.graph, two.graph),
            kind=NodeKind.JOIN,
            beside_unknown=any(
                each.graph is None and each.requires_grad is not Truth.NO for each in (one, two)
            ),
            beside_cut=_is_cut_by_branch(one, two, sides),
        )
    is_ended = not is_mixing or (one.ended_by is not None and two.ended_by is not None)
    same_memory = one.storage == two.storage
    return TensorRecord(
        requires_grad=join_truth(one.requires_grad, two.requires_grad),
        is_leaf=join_truth(one.is_leaf, two.is_leaf),
        storage=one.storage if same_memory else identity,
        counter=one.counter if one.counter == two.counter else identity,
        made_at=one.made_at,
        graph=graph,
        requires_grad_at=one.requires_grad_at or two.requires_grad_at,
        base=one.base if one.base == two.base else None,
        data_of=one.data_of if one.data_of is two.data_of else None,
        memory_of=one.memory_of if one.memory_of == two.memory_of else None,
        is_parameter=one.is_parameter and two.is_parameter,
        cuts=one.cuts | two.cuts,
        samples=joined_traces(one.samples, two.samples),
        members=members,
        trained_on_a_path=one.may_train or two.may_train,
        shares=tuple(dict.fromkeys((*one.shares, *two.shares))),
        is_part=one.is_part or two.is_part,
        is_guess=one.is_guess or two.is_guess,
        origin=(one.ended_by or two.ended_by) if is_ended else None,
    )


def _is_cut_by_branch(one: TensorRecord, two: TensorRecord, sides: Sides) -> bool:
    """Whether one of two branches ends the history that the other keeps."""
    if one.graph is not None and two.graph is not None:
        return False
    cut, kept = (one, two) if one.graph is None else (two, one)
    ended = cut.origin.sources if cut.origin is not None else ()
    return kept.graph in ended and contradict(sides[0].conditions, sides[1].conditions)


def joined_traces(one: frozenset[Trace], other: frozenset[Trace]) -> frozenset[Trace]:
    """The traces of a tensor that is a sample on one path, and something else on another.

    Which of the two paths is the one for training is not known, unless a branch says so.
    """
    return frozenset(
        trace
        for trace in one | other
        if (trace in one and trace in other)
        or trace.role not in {SampleRole.NUMBERS, SampleRole.LOGARITHM}
        or trace.sample.is_training
    )


def data_of_either(one: DataOfUnknown, other: Unknown) -> DataOfUnknown:
    """``w`` after ``w = p.data`` and, on another path, ``w = w.float()``."""
    theirs = other.reads if isinstance(other, DataOfUnknown) else ()
    return replace(
        one,
        power=powers.join(one.power, other.power),
        reads=tuple(dict.fromkeys((*one.reads, *theirs))),
        is_tensor=one.is_tensor or (bool(theirs) and other.is_tensor),
        is_cut=one.is_cut and other.is_cut,
        is_guess=one.is_guess
        or not theirs
        or (isinstance(other, DataOfUnknown) and other.is_guess),
    )
