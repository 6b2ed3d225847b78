"""The execution of one file, whole: what is run, with which budgets, and who listens."""

from __future__ import annotations

import ast
import gc
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from tapelint.core.code.code_object import Code
from tapelint.core.machine.machine import Machine
from tapelint.core.models.torch import torch_models
from tapelint.core.models.torch.given import Makers
from tapelint.core.running import imports
from tapelint.core.running.entries import Entries
from tapelint.core.running.given import GivenRoles
from tapelint.core.running.imports import Imports
from tapelint.project.demand import Triggers, relevant
from tapelint.source.indexing import kept_index
from tapelint.source.neighbours import Neighbours
from tapelint.torch_api.project import Project


class Execution:
    """A file that is run abstractly.

    Attributes:
        machine: Runs it.
        autograd: The machine's autograd.
        entries: What is run of it, and what of that was cut short.
        frame: The frame of the file's body.
    """

    def __init__(
        self,
        code: Code,
        text: str,
        *,
        neighbours: Neighbours | None = None,
        triggers: Triggers | None = None,
        project: Project | None = None,
    ) -> None:
        """Get ready; rules may listen to the machine before anything is run.

        Args:
            code: The file's code; see :mod:`tapelint.core.running.files`.
            text: Its text.
            neighbours: Finds the other files of the project; ``None`` to look at none.
            triggers: What the rules look for; ``None`` to run everything.
            project: What is known of the project.
        """
        machine, tree = Machine(), code.node
        assert isinstance(tree, ast.Module)
        self.machine: Final = machine
        registry, self.autograd = torch_models(machine)
        index = kept_index(tree, text)
        needed = None if triggers is None else relevant(index, triggers, neighbours)
        self._is_needed: Final = needed is None or bool(needed)
        makers = Makers(machine, self.autograd)
        self._roles: Final = GivenRoles(machine, makers, code, text, index, project or Project())
        self.entries: Final = Entries(machine, self.autograd, self._roles, index, needed)
        registry.unbound = self._roles.unbound
        self.frame: Final = machine.module_frame(code, "__main__")
        if neighbours is not None:
            known = Imports(machine, self.autograd, neighbours)
            registry.importer = known
            registry.kinds.update(imports.kinds(machine, known))
            known.has_run(self.frame)

    def run(self) -> Entries:
        """Run the file, unless nothing in it can matter."""
        if self._is_needed:
            with _without_collecting():
                self.entries.run(self.frame)
        return self.entries


@contextmanager
def _without_collecting() -> Iterator[None]:
    """Meanwhile Python looks for no garbage: all that is made is needed until the file is done."""
    was_collecting = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_collecting:
            gc.enable()
