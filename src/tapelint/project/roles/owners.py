"""What losses are computed with, and which networks each optimiser trains.

The name of an optimiser tells first. Else the way to a loss does: in ``f(g(x), y).backward()``
before a step, ``f`` computes a loss, and ``g`` is a network.
"""

from __future__ import annotations

import ast
from collections.abc import Mapping, Sequence, Set

from tapelint.project.roles import words
from tapelint.project.roles.role import Basis, Evidence, Kind, Role
from tapelint.project.roles.training import UNSEEN, Made, Shown, alone, shown_by
from tapelint.torch_api.names import HANDED_ON


def with_owners(
    roles: Mapping[str, Role],
    kept: Mapping[str, str],
    bodies: Sequence[Sequence[ast.stmt]],
    called: Set[str],
) -> Mapping[str, Role]:
    """The roles, with what losses are computed with, and the networks that each optimiser trains.

    Args:
        roles: The roles by their names.
        kept: For each attribute that keeps one of them, its name.
        bodies: The code that uses them.
        called: Those that may be networks or losses, as nothing but their calls tells.
    """
    optimisers = [name for name, role in roles.items() if role.kind is Kind.OPTIMISER]
    networks = {name for name, role in roles.items() if role.kind is Kind.MODULE}
    if not optimisers or not (networks or called):
        return roles

    others = called | {name for name, role in roles.items() if role.kind is Kind.LOSS}
    shown = shown_by(bodies, networks.__contains__, others.__contains__, kept)
    found = {**roles, **_told_by_flow(roles, shown, called)}
    networks = {name for name, role in found.items() if role.kind is Kind.MODULE}
    losses = {name for name, role in found.items() if role.kind is Kind.LOSS}
    trained = alone({name: each - losses for name, each in shown.trained.items()})
    for name in optimisers:
        is_only_one = len(networks) == 1 and len(optimisers) == 1
        reached = trained.get(name, frozenset(networks if is_only_one else ()))
        if len(optimisers) > 1 and not reached <= networks:
            # It may be that of what nothing tells, and has what no other one reaches.
            reached = reached.difference(
                *(trained.get(each, ()) for each in optimisers if each != name)
            )
            if not reached & networks or not trained.keys() >= {*optimisers}:
                continue
        reached &= networks
        named_so = frozenset(
            each for each in reached or networks if words.belong_together(name, each)
        )
        if len(optimisers) > 1 and len(networks) == 1 and not named_so:
            continue  # each has a part of it
        found[name] = found[name]._replace(owns=tuple(sorted(named_so or reached)))
    return found


def _told_by_flow(roles: Mapping[str, Role], shown: Shown, called: Set[str]) -> Mapping[str, Role]:
    """The networks and losses among what is called on the way to a loss.

    The name of an optimiser tells its network first. Else ``f(g(x), y).backward()`` tells that
    ``f`` computes a loss, and that ``g`` is a network, unless one is known there, several could be
    meant, or they are given something from outside, which may be the network.
    """
    known = {name for name, role in roles.items() if role.kind is Kind.MODULE}
    losses = {name for name, role in roles.items() if role.kind is Kind.LOSS}
    optimisers = {name for name, role in roles.items() if role.kind is Kind.OPTIMISER}
    annotated = {name for name in known if _is_any_module(roles[name])}
    found: dict[str, Role] = {}

    def tell(kind: Kind, name: str, optimiser: str, text: str) -> None:
        evidence = Evidence(Basis.FLOW, roles[optimiser].evidence[0].line, text)
        found.setdefault(name, roles[name]._replace(kind=kind, evidence=(evidence,)))

    several: dict[str, frozenset[str]] = {}
    for optimiser in sorted(optimisers & shown.losses.keys()):
        made = Made().join(*shown.losses[optimiser])
        for each in sorted(made.sums & (called | annotated)):
            given = shown.called[each]
            is_clear = (len(optimisers) == 1 and each in called) or shown.fewest[each] > 1
            is_clear &= UNSEEN not in given.nearest
            if given.nearest and is_clear and not words.belong_together(optimiser, each):
                tell(Kind.LOSS, each, optimiser, f"`{optimiser}` steps after its backward")
        nearest = frozenset[str]()
        known -= found.keys()
        for each in made.nearest:
            is_loss = each in losses or found.get(each, Role()).kind is Kind.LOSS
            below = shown.called[each].nearest if each in shown.called else frozenset[str]()
            nearest |= below if is_loss else below | {each}
        named = {each for each in made.behind & called if words.belong_together(optimiser, each)}
        for each in sorted(named - found.keys()):
            text = f"`{optimiser}` is called after it, and steps after its backward"
            tell(Kind.MODULE, each, optimiser, text)
        if not named and not made.behind & known and UNSEEN not in nearest:
            several[optimiser] = nearest & called
    for optimiser, nearest in sorted(several.items(), key=lambda each: len(each[1])):
        left = {
            each for each in nearest - found.keys() if not _may_be_given_one(each, roles, shown)
        }
        if len(left) == 1 == len(nearest - found.keys()):
            (each,) = left
            text = f"`{optimiser}` steps after a backward through what it gives"
            tell(Kind.MODULE, each, optimiser, text)
    return found


def _is_any_module(role: Role) -> bool:
    """Whether nothing tells of a module what it is for: a loss may be annotated as one."""
    return all(each.basis is Basis.ANNOTATION for each in role.evidence)


def _may_be_given_one(name: str, roles: Mapping[str, Role], shown: Shown) -> bool:
    """Whether what is called may be given a network from outside: ``compute(model, batch)``."""
    given = (each for each in shown.outsiders.get(name, ()) if each not in HANDED_ON)
    return any(
        roles.get(each, Role(Kind.TENSOR)).kind in {Kind.NOTHING, Kind.MODULE} for each in given
    )
