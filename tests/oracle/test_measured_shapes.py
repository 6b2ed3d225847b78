"""What tapelint knows of shapes is still what the installed torch does to them."""

from __future__ import annotations

import json

import pytest

torch = pytest.importorskip("torch")

from .measure_shapes import TABLE, as_text, measure  # noqa: E402

REGENERATE = "regenerate the file with: python -m tests.oracle.measure_shapes"


def test_the_table_is_what_torch_does() -> None:
    known = json.loads(TABLE.read_text(encoding="utf-8"))
    measured = measure()
    if measured["torch"] != known["torch"]:
        pytest.skip(f"the file is of torch {known['torch']}, installed is {measured['torch']}")
    assert json.loads(as_text(measured)) == known, REGENERATE
    assert TABLE.read_text(encoding="utf-8") == as_text(measured), REGENERATE
