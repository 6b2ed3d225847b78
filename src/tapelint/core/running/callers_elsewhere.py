"""Callers in other files of the project: they show what the file at hand is given."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from tapelint.core.autograd.backward import Autograd
from tapelint.core.machine.machine import Machine
from tapelint.core.models.torch.given import Makers
from tapelint.core.running.entries import Entries
from tapelint.core.running.files import code_at
from tapelint.core.running.given import GivenRoles
from tapelint.core.running.imports import Imports
from tapelint.project.roles.callers import Caller, callers_in
from tapelint.project.roles.recording import closed
from tapelint.source.decoding import decode
from tapelint.source.errors import SourceError
from tapelint.source.index import MODULE, Index
from tapelint.source.observations import read_text
from tapelint.torch_api.project import Project


class CallersElsewhere:
    """Runs functions of other files as their own entries are run."""

    def __init__(
        self, machine: Machine, autograd: Autograd, imports: Imports, project: Project
    ) -> None:
        self._machine: Final = machine
        self._autograd: Final = autograd
        self._imports: Final = imports
        self._project: Final = project

    def run(self, callers: Iterable[Caller]) -> None:
        """Run some callers, file by file."""
        by_file: dict[str, list[Caller]] = {}
        for each in callers:
            by_file.setdefault(each.file.path, []).append(each)
        for path, several in by_file.items():
            self._run_in(path, several)

    def _run_in(self, path: str, callers: list[Caller]) -> None:
        code = code_at(path)
        try:
            text = decode(read_text(path)[0], path)
        except (OSError, SourceError):
            return
        if code is None:
            return
        machine, autograd, index = self._machine, self._autograd, callers[0].outline.index
        makers = Makers(machine, autograd)
        roles = GivenRoles(machine, makers, code, text, index, self._project)
        self._imports.is_entered(callers[0].file.path, index)
        lines = {each.function.line for each in callers}
        if MODULE in closed(lines, _callers(index)):  # it says what they are given
            lines.add(MODULE)
        entries = Entries(machine, autograd, roles, index, lines, is_elsewhere=True)
        if MODULE in lines:
            entries.run(machine.module_frame(code, "__main__"))
        elif self._imports.frame_of(callers[0].file) is not None:
            entries.run_defined(code.file)


def _callers(index: Index) -> Mapping[int, list[int]]:
    """Who calls each function of a file in it, by their lines."""
    return {line: [each.line for each in several] for line, several in callers_in(index).items()}
