"""TAP801 over ways to keep a tensor for the backward: it reports where torch leaks or is blind."""

from __future__ import annotations

from tapelint import Settings, lint_source

from .kept_on_context import is_leaked, is_unseen, programs


def test_what_is_kept_is_reported_where_torch_leaks_or_is_blind() -> None:
    outcomes = set()
    for program in programs():
        found = lint_source(program.text, path="x.py", settings=Settings(select=("TAP801",)))
        said = {"result" if "keeps the result" in each.message else "input" for each in found}
        expected = set[str]()
        if is_leaked(program):
            expected.add("result")
        if is_unseen(program):
            expected.add("input")
        outcomes |= expected or {""}
        assert said == expected, f"{program.name}\n{program.text}"
    assert outcomes == {"result", "input", ""}
