"""Which functions are meant to run while autograd records, told by what is written in them."""

from __future__ import annotations

import enum
from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import Final

from tapelint.project.demand import MODULE, Triggers
from tapelint.project.roles.callers import callers_in, calling
from tapelint.source.index import Function, Index
from tapelint.torch_api.families import families
from tapelint.torch_api.names import BACKWARD_CALLS

BY_NAME = frozenset({"training_step", "main"})
"""Functions that nobody calls by a protocol of Python's or torch's: their names alone speak."""
_BY_PROTOCOL = frozenset({"__init__", "__call__", "forward"})
ALWAYS_RECORD = BY_NAME | _BY_PROTOCOL
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
    """Tells of the functions of a file whether they are meant to run while autograd records.

    What calls a function in the file counts, too, and whether a backward is run in what that calls.
    """

    def __init__(self, index: Index) -> None:
        self._functions: Final = index.functions
        callers_of = callers_in(index)
        self._callers: Final = {line: [each.line for each in c] for line, c in callers_of.items()}

    def of(self, line: int) -> Meant:
        """Of the function whose ``def`` stands on a line."""
        if line not in self._functions or line in self._meant:
            return Meant.YES
        return Meant.BY_NAME if line in self._meant_by_name else Meant.UNKNOWN

    @cached_property
    def training(self) -> frozenset[int]:
        """The lines of the functions in which a backward is written."""
        return frozenset(
            line for line, each in self._functions.items() if _TRAINS.are_in(each.words)
        )

    def calling(self, lines: Iterable[int]) -> set[int]:
        """Some functions, by their lines, and all that call them, themselves or over others."""
        return closed(lines, self._callers)

    @cached_property
    def _meant(self) -> set[int]:
        """The lines of the functions that are meant to record."""
        meant = self.calling(self.training)
        for line, each in self._functions.items():
            if line == MODULE or each.name in _BY_PROTOCOL or _SHOWS.are_in(each.words):
                meant.add(line)
        return closed(meant, self._called)

    @cached_property
    def _meant_by_name(self) -> set[int]:
        named = [line for line, each in self._functions.items() if each.name in BY_NAME]
        return closed(named, self._called)

    @cached_property
    def _called(self) -> dict[int, list[int]]:
        called: dict[int, list[int]] = {}
        for line, callers in self._callers.items():
            for caller in callers:
                called.setdefault(caller, []).append(line)
        return called


def closed(lines: Iterable[int], leads_to: Mapping[int, Iterable[int]]) -> set[int]:
    """Some lines, and all that they lead to."""
    found = set(lines)
    pending = list(found)
    while pending:
        new = set(leads_to.get(pending.pop(), ())) - found
        found |= new
        pending += new
    return found
