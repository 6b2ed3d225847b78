"""The execution of one file, whole: what is run, with which budgets, and who listens."""

from __future__ import annotations

import ast
import gc
import sys
from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache, cached_property
from typing import Final

from tapelint.core.code.code_object import Code
from tapelint.core.domain.objects import Frame
from tapelint.core.domain.predicates import forget_guards
from tapelint.core.machine.machine import Machine
from tapelint.core.models.torch import torch_models
from tapelint.core.models.torch.given import Makers
from tapelint.core.running.callers_elsewhere import CallersElsewhere
from tapelint.core.running.configured import Configured
from tapelint.core.running.contracts import Contracts
from tapelint.core.running.entries import Entries
from tapelint.core.running.given import GivenRoles
from tapelint.core.running.imports import File, Files, Imports
from tapelint.project.demand import MODULE, Triggers, relevant, training_elsewhere
from tapelint.project.roles.callers import callers, derived_elsewhere
from tapelint.project.roles.recording import MeantToRecord
from tapelint.source.index import Function
from tapelint.source.indexing import kept_index
from tapelint.source.neighbours import Neighbours
from tapelint.torch_api.project import Project

MOST_DEEP: Final = 10_000
"""How deep Python's functions may call each other while code is lowered: it nests no deeper."""

PATIENCE: Final = 4
"""How many times the steps may be run that a budget says, where loops are run for more rounds."""


class Execution:
    """A file that is run abstractly.

    Attributes:
        machine: Runs it.
        autograd: The machine's autograd.
        entries: What is run of it, and what of that was cut short.
    """

    def __init__(
        self,
        code: Code,
        text: str,
        *,
        neighbours: Neighbours | None = None,
        triggers: Triggers | None = None,
        project: Project | None = None,
        only: Collection[int] | None = None,
        is_thorough: bool = False,
    ) -> None:
        """Get ready; rules may listen to the machine before anything is run.

        Args:
            code: The file's code; see :mod:`tapelint.core.running.files`.
            text: Its text.
            neighbours: Finds the other files of the project; ``None`` to look at none.
            triggers: What the rules look for; ``None`` to run everything.
            project: What is known of the project.
            only: The lines of the functions that are run for themselves; ``None`` for all.
            is_thorough: Whether somebody asks what is sure: loops are run for more rounds, and each
                function as if called from anywhere.
        """
        machine, tree = Machine(), code.node
        assert isinstance(tree, ast.Module)
        self.machine: Final = machine
        machine.hand = code.file
        machine.is_thorough, machine.patience = is_thorough, PATIENCE if is_thorough else 1
        self.autograd: Final = torch_models(machine)
        index = kept_index(tree, text)
        needed = None if triggers is None else relevant(index, triggers, neighbours)
        if only is not None:
            lines = index.functions if needed is None else needed
            needed = frozenset(line for line in lines if line == MODULE or line in only)
        self._is_needed: Final = needed is None or bool(needed)
        self._index, self._triggers, self._neighbours = index, triggers, neighbours
        self._project: Final = project or Project()
        makers = Makers(machine, self.autograd)
        self._roles: Final = GivenRoles(machine, makers, code, text, index, self._project)
        far = training_elsewhere(index, neighbours) if neighbours is not None else ()
        self.entries: Final = Entries(
            machine,
            self.autograd,
            self._roles,
            index,
            needed,
            runs_all=is_thorough,
            elsewhere=self._elsewhere,
            training_elsewhere=far,
        )
        training = MeantToRecord(index).training
        machine.models.outside = Contracts(machine, self._roles, tree, training)
        machine.models.unbound = self._roles.unbound
        machine.models.canonical = cache(self._project.canonical)
        self._code: Final = code
        self._imports = None
        if neighbours is not None:
            self._imports = Imports(machine, self.autograd, neighbours, index)
            machine.models.importer = self._imports
            Configured(machine, neighbours)
            machine.models.kinds[File] = Files(machine, self._imports)

    @cached_property
    def frame(self) -> Frame:
        """The frame of the file's body."""
        frame = self.machine.module_frame(self._code, "__main__")
        if self._imports is not None:
            self._imports.has_run(frame)
        return frame

    def run(self) -> Entries:
        """Run the file, unless nothing in it can matter."""
        if self._is_needed:
            with _without_collecting(), _deep():
                self.entries.run(self.frame)
                self._run_callers()
        return self.entries

    def _elsewhere(self, owner: str) -> Iterable[Sequence[Function]]:
        """The methods of each class of another file that derives from a class of this one."""
        neighbours = self._neighbours
        return () if neighbours is None else derived_elsewhere(neighbours, owner)

    def _run_callers(self) -> None:
        """Run who calls the file's functions in other files."""
        neighbours, imports = self._neighbours, self._imports
        if neighbours is None or imports is None or self._triggers is None:
            return
        found = callers(neighbours, self._index, self._triggers).executed
        elsewhere = CallersElsewhere(self.machine, self.autograd, imports, self._project)
        elsewhere.run(found)


@contextmanager
def _deep() -> Iterator[None]:
    """Meanwhile Python lets functions call each other as deep as its parser lets code nest."""
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(max(limit, MOST_DEEP))
    try:
        yield
    finally:
        sys.setrecursionlimit(limit)


@contextmanager
def _without_collecting() -> Iterator[None]:
    """Meanwhile Python looks for no garbage: all that is made is needed until the file is done."""
    was_collecting = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        forget_guards()
        if was_collecting:
            gc.enable()
