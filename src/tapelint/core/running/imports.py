"""Imports between the files of a project: a file is parsed, lowered and run once, when it is read.

What a file binds is the same on all ways of whoever imports it. So its body is run in a frame of
its own, in a time before the present, and leaves nothing on the trail.
"""

from __future__ import annotations

import ast
from collections.abc import Hashable
from typing import Final

from tapelint.core.autograd.backward import Autograd
from tapelint.core.domain.alternatives import chosen, one_of
from tapelint.core.domain.objects import Class, Dictionary, Frame, Function
from tapelint.core.domain.values import (
    NONE,
    TRUE,
    UNBOUND,
    Const,
    Imported,
    Obj,
    Symbol,
    Value,
)
from tapelint.core.machine.machine import Machine
from tapelint.core.machine.models import Importer
from tapelint.core.machine.protocol import Arguments
from tapelint.core.machine.world import Budget, Limit
from tapelint.core.models.kind import Kind
from tapelint.core.running.files import code_at
from tapelint.core.running.registries import Registries
from tapelint.source.index import Index
from tapelint.source.neighbours import Neighbours, ProjectFile

MOST_HOPS: Final = 8
"""Over how many files a name may be handed on."""
MOST_FILES: Final = 200
"""How many other files are run for one."""
OF_A_FILE: Final = Budget(steps=5_000, cells=10_000, times=2)
"""What running the body of another file may cost."""
_LASTING: Final = (Function, Class, Imported, Symbol)
"""What a name is seldom bound to for a while only."""


class File(Obj):
    """A file of the project, as ``import file`` binds it.

    Attributes:
        at: Where it is.
        frame: The frame of its body; ``None`` where it cannot be run.
    """

    __slots__ = ("at", "frame")

    def __init__(self, at: ProjectFile, frame: Frame | None) -> None:
        super().__init__()
        self.at: Final = at
        self.frame: Final = frame

    def __repr__(self) -> str:
        return f"<file {self.at.name}>"


class Imports(Importer):
    """Finds what the imports of one file mean, and of those that it imports."""

    def __init__(
        self, machine: Machine, autograd: Autograd, neighbours: Neighbours, index: Index
    ) -> None:
        """Know of no file yet but the one at hand, with what its functions hold."""
        self._unread: Final = {neighbours.here.path: unread_in(index)}
        self._machine: Final = machine
        self._autograd: Final = autograd
        self._neighbours: Final = neighbours
        self._importers: Final[dict[str, ProjectFile]] = {}
        self._files: Final[dict[str, File]] = {}
        self._hops = 0
        self._registries: Final = Registries(neighbours, self.frame_of)

    def is_entered(self, path: str, index: Index) -> None:
        """Another file is run for its own sake: what it imports in vain is run as well."""
        self._unread[path] = unread_in(index)

    def has_run(self, frame: Frame) -> None:
        """The file at hand is run by somebody else, in a frame: others may import it."""
        at, name = self._neighbours.here, frame.code.file
        self._files[at.path] = self._files[name] = File(at, frame)
        self._importers[name] = at

    def imported(self, module: str, name: str, file: str) -> Value | None:
        """What an import in a file binds, if the module is one of the project."""
        importer = self._importers.get(file)
        if importer is None:
            importer = self._importers[file] = self._neighbours.file(file)
        full = self._neighbours.absolute(module, importer).rstrip(".")
        at = self._neighbours.find(full, importer) if full else None
        if at is not None:
            if (name or module) in self._unread.get(importer.path, ()):
                self._file(at)  # it is imported for what it does
            return Imported(at.path, full, name)
        if module.strip(".") or name in ("", "*"):
            return None
        inner = f"{full}.{name}".lstrip(".")  # ``from . import file``, in what is no package
        at = self._neighbours.find(inner, importer)
        return None if at is None else Imported(at.path, inner)

    def found(self, imported: Imported) -> Value:
        """What a name of another file means; ``UNBOUND`` if the file has none such."""
        file = self._file(ProjectFile(imported.file, imported.module))
        return self.part(file, imported.name) if imported.name not in ("", "*") else file

    def part(self, file: File, name: str) -> Value:
        """What a file binds a name to, or the file of that name in a package."""
        value: Value = UNBOUND
        if file.frame is not None and self._hops < MOST_HOPS:
            self._hops += 1
            value = self._bound(file.frame, name)
            self._hops -= 1
        if value is not UNBOUND:
            return value
        full = f"{file.at.name}.{name}"
        at = self._neighbours.find(full, file.at)
        if at is not None:
            return self._file(at)
        return Symbol(full) if file.frame is None else UNBOUND

    def classes(self, file: File) -> list[tuple[str, Class]]:
        """The classes that a file defines itself, by their names."""
        if file.frame is None:
            return []
        held = [(name, file.frame.slots[at]) for name, at in file.frame.code.names.items()]
        return [
            (name, each)
            for name, each in held
            if isinstance(each, Class) and each.code.file == file.frame.code.file
        ]

    def _bound(self, frame: Frame, name: str) -> Value:
        slot = frame.code.names.get(name)
        own: Value = UNBOUND if slot is None else frame.slots[slot]
        if own is not UNBOUND:
            return self._machine.resolved(own)
        stars = [frame.slots[at] for at in frame.code.stars]
        return self._machine.models.starred(name, stars) if stars else UNBOUND

    def frame_of(self, at: ProjectFile) -> Frame | None:
        """The frame of a file's body, once that was run; ``None`` where it cannot be."""
        return self._file(at).frame

    def has_made(self, frame: Frame) -> None:
        """The body of a file was run: other files may fill the tables that it has made."""
        self._registries.has_made(self._neighbours.file(frame.code.file), frame)

    def fill(self, table: Dictionary, key: Hashable = None) -> bool:
        """Run the files that may put something into a table; whether it may hold more."""
        return self._registries.fill(table, key)

    def _file(self, at: ProjectFile) -> File:
        known = self._files.get(at.path)
        if known is None:
            code = code_at(at.path) if len(self._files) < MOST_FILES else None
            with self._machine.state.before():
                frame = self._machine.module_frame(code, at.name) if code is not None else None
            known = self._files[at.path] = File(at, frame)  # while it runs, it may be imported
            if frame is not None:
                self._run(frame)
                self.has_made(frame)
        return known

    def _run(self, frame: Frame) -> None:
        machine, autograd = self._machine, self._autograd
        with machine.state.before():
            mode = autograd.switch(TRUE)
            limit = machine.bounded(OF_A_FILE, frame.code, lambda: machine.run_body(frame))
            is_whole = limit in (None, Limit.ELSEWHERE)
            for name, at in frame.code.names.items():
                value = frame.slots[at]
                # Functions rebind it, or what was not run any more may do so, or change it.
                if name in frame.code.shared or not (is_whole or isinstance(value, _LASTING)):
                    frame.slots[at] = one_of(value, machine.unknown(name))
            autograd.switch(mode)


def unread_in(index: Index) -> frozenset[str]:
    """The names that a file imports in vain."""
    read = frozenset[str]().union(*(each.words for each in index.functions.values()))
    return frozenset(index.imports) - read


class Files(Kind[File]):
    """Files of the project, where a name stands for the file itself."""

    def __init__(self, world: Machine, imports: Imports) -> None:
        super().__init__(world)
        self._imports: Final = imports

    def attribute(self, obj: File, name: str, node: ast.AST) -> Value:
        """What the file binds; its dictionary holds the same."""
        if name == "__dict__":
            return obj
        value = self._imports.part(obj, name)
        return self.world.derived(name, obj) if value is UNBOUND else value

    def subscript(self, obj: File, key: Value, node: ast.AST) -> Value:
        """An item of its dictionary."""
        if isinstance(key, Const):
            return self.attribute(obj, str(key.v), node)
        found = chosen(key, self._imports.classes(obj), self.world.state.path)
        return self.world.unknown("item") if found is UNBOUND else found

    def call_method(self, obj: File, name: str, given: Arguments, node: ast.AST) -> Value | None:
        """A function of the file, or ``get`` of its dictionary."""
        key = given.get(0, "")
        is_item = name == "get" and key is not None and self._imports.part(obj, name) is UNBOUND
        return self.subscript(obj, key or NONE, node) if is_item else None

    def set_attribute(self, obj: File, name: str, value: Value, node: ast.AST) -> None:
        """Its functions see what is set, as far as the file has that name itself."""
        frame = obj.frame
        slot = frame.code.names.get(name) if frame is not None else None
        if frame is not None and slot is not None:
            self.world.state.set_slot(frame, slot, value)
