"""TAP403 over ways of a variance to a distribution: it reports where torch makes a wrong spread."""

from __future__ import annotations

from tapelint import Settings, lint_source

from .carrying import is_wrong, programs

_KNOWN_MISSED = frozenset(
    f"{square}: variance of a logarithm" for square in ("square", "square in place", "torch.square")
)
"""Whoever squares it may mean a deviation by it, whatever the logarithm is called."""


def test_a_variance_is_reported_where_torch_makes_a_wrong_spread() -> None:
    outcomes = set()
    for program in programs():
        found = lint_source(program.text, path="x.py", settings=Settings(select=("TAP403",)))
        is_pitfall = is_wrong(program)
        outcomes.add(is_pitfall)
        is_missed = program.name in _KNOWN_MISSED
        assert bool(found) is (is_pitfall and not is_missed), f"{program.name}\n{program.text}"
    assert outcomes == {True, False}
