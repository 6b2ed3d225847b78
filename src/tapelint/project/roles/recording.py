"""Which functions are meant to run while autograd records, told by what is written in them."""

from __future__ import annotations

import enum
from typing import Final

from tapelint.project.demand import MODULE, Triggers
from tapelint.project.roles.callers import callers_in, calling
from tapelint.source.index import Function, Index, named_by, reached
from tapelint.torch_api.families import families
from tapelint.torch_api.names import BACKWARD_CALLS

BY_NAME = frozenset({"training_step", "main"})
"""Functions that nobody calls by a protocol of Python's or torch's: their names alone speak."""
ALWAYS_RECORD = BY_NAME | {"__init__", "forward"}
SIGNS_OF_RECORDING = families().switches | {"backward", "rsample"}
"""What is written in a function that runs a backward, switches recording, or samples for it."""
_SHOWS = Triggers(f"*{name}*" for name in SIGNS_OF_RECORDING)
_TRAINS = Triggers(f"{name}(" for name in BACKWARD_CALLS)


class Meant(enum.Enum):
    """Whether a function is there to run while autograd records."""

    YES = "yes"
    BY_NAME = "by name"
    """What it is called, or who calls it is, is all that says so."""
    UNKNOWN = "unknown"


def is_used_to_train(index: Index, function: Function) -> bool:
    """Whether a function that is meant to record calls one in its file, over whatever."""
    return any(
        each.line == MODULE or each.name in ALWAYS_RECORD or _TRAINS.are_in(each.words)
        for each in calling(callers_in(index), function)
    )


class MeantToRecord:
    """Tells of the functions of a file whether they are meant to run while autograd records."""

    def __init__(self, index: Index) -> None:
        self._index: Final = index
        self._callers_of: Final = callers_in(index)
        self._by_name: Final = named_by(index.functions.values(), lambda each: each.named)
        self._known: Final[dict[int, Meant]] = {}

    def of(self, line: int) -> Meant:
        """Of the function whose ``def`` stands on a line.

        What calls it in the file counts, too, and whether a backward is run in what these call.
        """
        if line not in self._known:
            function = self._index.functions.get(line)
            self._known[line] = Meant.YES if function is None else self._of(function)
        return self._known[line]

    def _of(self, function: Function) -> Meant:
        found = Meant.UNKNOWN
        for each in (function, *calling(self._callers_of, function)):
            if each.line == MODULE or _SHOWS.are_in(each.words):
                return Meant.YES
            if _TRAINS.are_in(frozenset(reached([each], self._by_name)[0])):
                return Meant.YES
            if each.name in BY_NAME:
                found = Meant.BY_NAME
            elif each.name in ALWAYS_RECORD:
                return Meant.YES
        return found
