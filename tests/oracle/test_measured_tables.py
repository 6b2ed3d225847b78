"""What tapelint knows of torch is still what the installed torch does."""

from __future__ import annotations

import json
from collections.abc import Mapping

import pytest

torch = pytest.importorskip("torch")

from .measure_torch import MEASURED  # noqa: E402
from .torch_tables.measurement import as_text, measure  # noqa: E402

REGENERATE = "regenerate the file with: python tests/oracle/measure_torch.py"
KNOWN: Mapping[str, object] = json.loads(MEASURED.read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def measured() -> dict[str, object]:
    """Everything, derived again from the installed torch."""
    tables: dict[str, object] = json.loads(as_text(measure()))
    if tables["torch"] != KNOWN["torch"]:
        pytest.skip(f"the file is of torch {KNOWN['torch']}, installed is {tables['torch']}")
    return tables


def rows(table: object) -> set[str]:
    """Spell a table as a set of rows, so that two tables can be compared row by row."""
    if isinstance(table, dict):
        return {f"{name}: {json.dumps(row, sort_keys=True)}" for name, row in table.items()}
    if isinstance(table, list):
        return {json.dumps(row, sort_keys=True) for row in table}
    return {json.dumps(table)}


def test_each_table_is_what_torch_does(
    measured: dict[str, object], subtests: pytest.Subtests
) -> None:
    """Each table in the file is what comes out when it is derived again.

    One test, so that everything is derived once: two processes would share several out.
    """
    for name in sorted(KNOWN):
        with subtests.test(name):
            outdated = sorted(rows(KNOWN[name]) - rows(measured.get(name, [])))
            missing = sorted(rows(measured.get(name, [])) - rows(KNOWN[name]))
            assert not outdated, f"{name} says what torch does not do: {outdated}; {REGENERATE}"
            assert not missing, f"{name} does not say what torch does: {missing}; {REGENERATE}"
    assert set(KNOWN) == set(measured), f"a table is missing; {REGENERATE}"
    assert MEASURED.read_text(encoding="utf-8") == as_text(measured), (
        f"the file was edited by hand; {REGENERATE}"
    )
