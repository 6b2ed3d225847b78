"""What objects of torch's, numpy's and Python's own kinds can be asked for, as measured.

``tests/oracle/measure_kinds.py`` writes ``kinds.json``.
"""

from __future__ import annotations

import functools
import json
from collections.abc import Mapping
from pathlib import Path

_TABLE = Path(__file__).with_name("kinds.json")


@functools.cache
def answers() -> Mapping[str, frozenset[str]]:
    """For each kind of object, the names of its attributes, methods and of what syntax asks."""
    raw = json.loads(_TABLE.read_text("utf-8"))
    return {kind: frozenset(names) for kind, names in raw["kinds"].items()}


@functools.cache
def kinds_with(name: str) -> frozenset[str]:
    """The kinds whose objects have an attribute of that name.

    >>> sorted(kinds_with("zero_grad")), sorted(kinds_with("log_prob"))
    (['module', 'optimiser'], ['distribution'])
    """
    return frozenset(kind for kind, names in answers().items() if name in names)
