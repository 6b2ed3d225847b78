"""The lattice of roles: its laws, over all kinds."""

from __future__ import annotations

import itertools

from tapelint.project.roles.role import Basis, Evidence, Kind, Role

_EVIDENCE = (
    (),
    (Evidence(Basis.USE, 3, "asked for `parameters`"),),
    (Evidence(Basis.NAME, 1, "called so, and used so"),),
)
ROLES = [
    Role(kind, evidence, owns) for kind in Kind for evidence in _EVIDENCE for owns in ((), ("net",))
]


def test_a_join_is_commutative_and_idempotent() -> None:
    for one, other in itertools.product(ROLES, repeat=2):
        assert one.join(other) == other.join(one)
    for one in ROLES:
        assert one.join(one) == one


def test_a_join_is_associative() -> None:
    few = [role for role in ROLES if role.kind in {Kind.NOTHING, Kind.MODULE, Kind.TENSOR}]
    for one, other, third in itertools.product(few, repeat=3):
        assert one.join(other).join(third) == one.join(other.join(third))


def test_nothing_is_the_least_and_anything_the_greatest() -> None:
    for role in ROLES:
        assert Role().join(role) == role
        assert Role(Kind.ANYTHING).join(role).kind is Kind.ANYTHING


def test_evidence_for_two_kinds_leaves_it_unknown() -> None:
    for one, other in itertools.permutations(Kind, 2):
        if Kind.NOTHING not in {one, other}:
            assert not Role(one).join(Role(other)).is_known
