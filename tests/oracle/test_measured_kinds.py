"""What objects answer to is what the installed torch's and numpy's do."""

from __future__ import annotations

import json

import pytest

torch = pytest.importorskip("torch")

from .measure_kinds import KINDS, as_text, measured  # noqa: E402


def test_kinds_are_as_measured() -> None:
    known = json.loads(KINDS.read_text(encoding="utf-8"))
    found = json.loads(as_text(measured()))
    if found["torch"] != known["torch"]:
        pytest.skip(f"the file is of torch {known['torch']}, installed is {found['torch']}")
    # Numpy's and Python's own versions vary; torch's kinds are held to the letter.
    for kind in ("tensor", "module", "optimiser", "scheduler", "scaler", "loader", "distribution"):
        assert found["kinds"][kind] == known["kinds"][kind], (
            f"{kind}: regenerate the file with: python tests/oracle/measure_kinds.py"
        )
