"""What everybody imports names as, for texts that leave their imports out: snippets, later cells.

``imports.json`` is counted in public code by ``python -m tests.roles.imports FOLDER``: the names on
which at least 95 % of the repositories agree that import one, each with in how many files it is so.
"""

from __future__ import annotations

import functools
import json
from collections.abc import Mapping
from pathlib import Path

_TABLE = Path(__file__).with_name("imports.json")


@functools.cache
def meant_by() -> Mapping[str, str]:
    """For each such name, what it stands for.

    >>> meant_by()["nn"], meant_by()["np"]
    ('torch.nn', 'numpy')
    """
    raw = json.loads(_TABLE.read_text("utf-8"))
    return {each["name"]: each["meant"] for each in raw["names"]}
