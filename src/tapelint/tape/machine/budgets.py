"""How many steps an execution may take, and what is told where it took more.

A step is an expression or a statement that is executed, a cell that is joined, or a node of a graph
that is passed: the same number for the same file, on any machine.
"""

from __future__ import annotations

import enum

from tapelint.tape.domain.frozen import dataclass

UNBOUNDED = 10**18
"""The budget of what runs outside of any bound."""
MOST_HELD = 4_000_000
"""How many cells, conditions and spans a file's execution may keep or copy: some 350 MB.

They are what dominates where small files take much memory: each `break` copies what changed before.
All that was ever made counts, also what is let go, so that a file ends at the same place on any
machine."""


class BudgetExhaustedError(Exception):
    """An execution has cost what it may; what was found so far stands."""


@dataclass(frozen=True)
class Budgets:
    """How many steps parts of an execution may take.

    Attributes:
        module: The module's own body.
        function: One function, executed on its own.
        followed: All followed calls of one function; then calls are unknown.
        elsewhere: Those of them that go to functions of other files.
        elsewhere_to_train: The same of what runs a backward: the networks stand in other files.
        elsewhere_of_script: The same of a file's own statements, which make them all, too.
        definition: Executing one definition of another file.
        caller: A caller that stands in another file, and all that it calls.
        file: All of a file.
    """

    module: int = 400_000
    function: int = 60_000
    followed: int = 20_000
    elsewhere: int = 3_000
    elsewhere_to_train: int = 12_000
    elsewhere_of_script: int = 20_000
    definition: int = 10_000
    caller: int = 10_000
    file: int = 4_000_000


USUAL = Budgets()


class Limit(enum.Enum):
    """What has ended an execution early."""

    STEPS = "steps"
    CALLS = "calls"
    NESTING = "nesting"
    OBJECTS = "objects"
    """The core has made too many objects for one function."""
    UNPARSED = "unparsed"
    """Python cannot parse the file, so the core has not run it."""
    MEMORY = "memory"
    """What the whole file has copied would not fit into memory; what follows is not looked at."""
    FILE = "file"
    """The whole file has cost what it may, before this function's turn came or while it ran."""


@dataclass(frozen=True)
class Ended:
    """An execution that has ended early.

    Attributes:
        function: What was executed: a function's qualified name, "" for the module.
        limit: What has ended it.
        steps: How many steps it was given.
    """

    function: str
    limit: Limit
    steps: int = 0

    @property
    def is_of_file(self) -> bool:
        """Whether the file as a whole has cost what it may, in steps or in memory."""
        return self.limit in (Limit.FILE, Limit.MEMORY)

    @property
    def is_of_memory(self) -> bool:
        """Whether what it holds has ended it."""
        return self.limit is Limit.MEMORY

    def __str__(self) -> str:
        what = f"`{self.function}`" if self.function else "the code outside of functions"
        if self.limit is Limit.CALLS:
            return f"{what} calls functions that take too many steps: later calls count as unknown"
        if self.limit is Limit.NESTING:
            return f"{what} is nested too deep: the rest of it was not looked at"
        if self.limit is Limit.OBJECTS:
            return f"{what} makes too many objects: the rest of it was not looked at"
        if self.limit is Limit.UNPARSED:
            return "this version of Python cannot parse the file: some rules did not look at it"
        if self.limit is Limit.MEMORY:
            return f"{what} was not looked at, or not to its end: the file takes too much memory"
        if self.limit is Limit.FILE:
            return f"{what} was not looked at, or not to its end: the file's steps were used up"
        return f"{what} took more than {self.steps:,} steps: the rest of it was not looked at"
