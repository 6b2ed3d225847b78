"""``argparse``: what a program is told on its command line, and what it takes else."""

from __future__ import annotations

import ast

from tapelint.core.domain.fields import Items
from tapelint.core.domain.objects import Collection
from tapelint.core.domain.values import Const, Obj, Unknown, Value
from tapelint.core.machine.machine import Machine
from tapelint.core.machine.protocol import Arguments
from tapelint.core.machine.world import DEFAULT
from tapelint.core.models.kind import Kind
from tapelint.core.models.python.builtins import model


class Parser(Obj):
    """An ``ArgumentParser``, or a group of one; its cells are the arguments with a default."""

    __slots__ = ()


class Parsers(Kind[Parser]):
    """Parsers of the command line."""

    def call_method(self, obj: Parser, name: str, given: Arguments, node: ast.AST) -> Value:
        """An argument is added, or all are taken."""
        if name == "add_argument":
            self._add(obj, given)
        if name.startswith("parse_"):
            return self._parsed(obj, name)
        return obj if name.endswith("_group") else self.world.unknown(name)

    def _add(self, obj: Parser, given: Arguments) -> None:
        """Of a name nobody knows which is given: it is the default, or another one."""
        words = [each.v for each in given.positional if isinstance(each, Const)]
        dest, default = given.keywords.get("dest"), given.keywords.get("default")
        if isinstance(dest, Const):
            words = [dest.v]
        if words and isinstance(default, Const) and isinstance(default.v, str):
            name = str(max(words, key=lambda word: str(word).startswith("--")))
            name = name.lstrip("-").replace("-", "_")
            told = Unknown(name, self.world.state.tick(), of=(DEFAULT, default))
            self.world.state.set_attribute(obj, name, told)

    def _parsed(self, obj: Parser, name: str) -> Value:
        state = self.world.state
        found = self.world.unknown("arguments")
        for key in obj.cells:
            state.set_attribute(found, key, state.attribute(obj, key))
        if "known" not in name:
            return found
        return Collection("tuple", Items((found, self.world.unknown("rest"))), state.tick())


@model("argparse.ArgumentParser")
def _parser(world: Machine, given: Arguments, node: ast.AST) -> Value:
    return Parser(world.state.tick())
