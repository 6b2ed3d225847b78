"""Slots and blocks, while a scope is lowered."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from tapelint.core.code import instructions as linear
from tapelint.core.code.code_object import Code
from tapelint.core.code.flow import examine
from tapelint.core.code.instruction import Block, Instruction
from tapelint.core.code.scopes import Names, names_of
from tapelint.core.domain.values import UNBOUND, Const, Value


class Builder:
    """Builds the code of one scope.

    Attributes:
        code: What is built.
        names: The names of the scope.
    """

    def __init__(self, code: Code) -> None:
        self.code: Final = code
        self.names: Final[Names] = names_of(code.node)
        self._block: Block = code.body
        self._constants: dict[tuple[type, object], int] = {}
        self._renamed: list[dict[str, int]] = []
        self._used: list[int] = []
        self._reusable: list[int] = []
        self._surely = set[str]()
        self._left = set[str]()
        self._around = 0

    def emit(self, instruction: Instruction) -> None:
        """Add an instruction to the block at hand."""
        if isinstance(instruction, (linear.MakeFunction, linear.MakeClass)):
            self.code.is_captured = True
        if isinstance(instruction, (linear.For, linear.While)):
            examine(instruction)
            shared = [self.slot_of(each) for each in self.code.shared & self.names.bound]
            instruction.carried |= frozenset(shared)  # any call may rebind them
        self._block.append(instruction)

    @contextmanager
    def reaching(self, node: ast.stmt) -> Iterator[None]:
        """What is lowered meanwhile is a statement, which somebody may watch."""
        if node not in self.code.watched:
            yield
            return
        self.emit(linear.Reach(node))
        yield
        is_left = isinstance(self._block[-1], linear.Exit)  # by the statement itself
        self._block.insert(len(self._block) - is_left, linear.Reach(node, True))

    @contextmanager
    def block(self, block: Block) -> Iterator[Block]:
        """For a while, instructions are added to another block."""
        before, self._block = self._block, block
        surely = self._surely.copy()
        try:
            yield block
        finally:
            self._block = before
            self._surely, self._left = surely, self._surely

    # Slots.

    def _new(self, content: Value = UNBOUND) -> int:
        self.code.template.append(content)
        return len(self.code.template) - 1

    def temporary(self) -> int:
        """A slot for what nobody names; it is free again after the statement."""
        slot = self._reusable.pop() if self._reusable else self._new()
        self._used.append(slot)
        return slot

    @contextmanager
    def statement(self) -> Iterator[None]:
        """What is lowered meanwhile is one statement, of which no temporary is left."""
        before, self._used = self._used, []
        try:
            yield
        finally:
            self._reusable += self._used
            self._used = before

    def constant(self, value: object) -> int:
        """The slot of a constant."""
        key = (type(value), repr(value) if isinstance(value, (float, complex)) else value)
        slot = self._constants.get(key)
        if slot is None:
            slot = self._constants[key] = self._new(Const(value))
        return slot

    # Names.

    @contextmanager
    def own(self, names: frozenset[str]) -> Iterator[None]:
        """Meanwhile some names are those of a comprehension: they have slots of their own."""
        self._renamed.append({name: self._new() for name in sorted(names)})
        try:
            yield
        finally:
            self._renamed.pop()

    def aliases(self) -> dict[str, int]:
        """The names of the comprehensions at hand, for scopes within them."""
        return {name: slot for each in self._renamed for name, slot in each.items()}

    def slot_of(self, name: str) -> int:
        """The slot of a name of the scope, or of one that is filled when it is called."""
        for each in reversed(self._renamed):
            if name in each:
                return each[name]
        slot = self.code.names.get(name)
        if slot is None:
            slot = self.code.names[name] = self._new()
            if name not in self.names.bound and name not in self.names.outer:
                self.code.free.append((slot, name))
        return slot

    def given(self, name: str) -> None:
        """A name that is bound before the first statement."""
        self.slot_of(name)
        self._surely.add(name)

    def load(self, node: ast.AST, name: str) -> int:
        """The slot in which a name can be read."""
        if any(name in each for each in self._renamed):
            return self.slot_of(name)
        names, is_class = self.names, self.code.is_class
        is_own, dst = name in names.bound, -1
        if is_class and self._renamed:  # a comprehension does not see the names of the class
            dst = self.temporary()
            self.emit(linear.LoadOuter(node, dst, name, False))
        elif is_own and (name in names.imported or (is_class and name not in self._surely)):
            dst = self.temporary()
            self.emit(linear.Resolve(node, dst, self.slot_of(name), name))
        elif not is_own and (name in names.outer or name in self.code.shared or names.has_stars):
            dst = self.temporary()
            self.emit(linear.LoadOuter(node, dst, name, name in names.globals or names.has_stars))
        elif is_own and name not in self._surely:
            self.emit(linear.Check(node, self.slot_of(name), name))
            self._surely.add(name)
        return self.slot_of(name) if dst < 0 else dst

    def store(self, node: ast.AST, name: str, src: int) -> None:
        """Bind a name."""
        is_renamed = any(name in each for each in self._renamed)
        if name in self.names.outer and not is_renamed:
            self.emit(linear.StoreOuter(node, name, src, name in self.names.globals))
        else:
            self.emit(linear.Bind(node, self.slot_of(name), src))
            self._surely.add(name)

    def store_in_function(self, node: ast.AST, name: str, src: int) -> None:
        """Bind a name by ``:=``, which goes past the comprehensions that it stands in."""
        hidden, self._renamed = self._renamed, []
        self.store(node, name, src)
        self._renamed = hidden

    def unbind(self, node: ast.AST, name: str) -> None:
        """``del name``."""
        self._surely.discard(name)
        if name in self.names.outer:
            self.emit(linear.StoreOuter(node, name, self._unbound(), name in self.names.globals))
        else:
            self.emit(linear.Unbind(node, self.slot_of(name)))

    def _unbound(self) -> int:
        return self._new()
