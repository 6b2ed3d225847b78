"""How often reports that rest on an assumption were right on code that was read.

The table is data: ``weights.json``, made by ``python -m tests.weights`` from the verdicts on code
that people have read. It says for each kind of assumption with each kind of evidence how many
reports were read, and how many of them were right.
"""

from __future__ import annotations

import functools
import json
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from tapelint.tape.domain.assumptions import Sign

if TYPE_CHECKING:
    from tapelint.tape.domain.assumptions import Assumption

_TABLE = Path(__file__).with_name("weights.json")
LEAST_READ = 20
"""How many reports must have been read for the table to decide."""
LEAST_RIGHT = 0.9
"""Which part of them must have been right."""


class Weight(NamedTuple):
    """What was read of the reports that rest on one kind of assumption with one kind of evidence.

    Attributes:
        right: How many were right.
        read: How many were read and judged.
    """

    right: int
    read: int

    @property
    def is_likely(self) -> bool:
        """Whether another such report is likely to be right."""
        return self.read >= LEAST_READ and self.right >= LEAST_RIGHT * self.read


@functools.cache
def weights() -> Mapping[tuple[str, str], Weight]:
    """The table, by the kind of the assumption and that of the evidence."""
    raw = json.loads(_TABLE.read_text("utf-8"))
    return {
        (each["kind"], each["evidence"]): Weight(each["right"], each["read"])
        for each in raw["weights"]
    }


def is_likely(assumption: Assumption) -> bool:
    """Whether reports that rest on such an assumption were right often enough.

    Where too few reports were read to count, it is enough that something speaks for it.
    """
    known = weights().get(assumption.key)
    if known is None or known.read < LEAST_READ:
        return is_supported(assumption)
    return known.is_likely


def is_supported(assumption: Assumption | None) -> bool:
    """Whether nothing is assumed, or something speaks for what is, be it measured or not."""
    if assumption is None:
        return True
    return not assumption.evidence.is_against and assumption.evidence is not Sign.NONE
