"""What holds its attributes and nothing else: ``SimpleNamespace``; an object's ``__dict__``."""

from __future__ import annotations

import ast
from typing import Final

from tapelint.core.domain.fields import Field, Items, first_of
from tapelint.core.domain.objects import OPEN_KEYS, Class, Dictionary, Instance
from tapelint.core.domain.values import NONE, Item, Symbol, Value
from tapelint.core.machine.machine import Machine
from tapelint.core.machine.protocol import Arguments
from tapelint.core.models.python.dictionaries import Dictionaries

NAMESPACES: Final = (Symbol("types.SimpleNamespace"), Symbol("argparse.Namespace"))
VIEW: Final = Field[Value]("attributes", NONE, first_of)
"""The dictionary through which the program has read an object's attributes."""


class Attributes(Dictionary):
    """The ``__dict__`` of an object: what is written to one of them is seen in the other.

    Attributes:
        of: The object.
    """

    __slots__ = ("of",)

    def __init__(self, of: Instance, birth: int) -> None:
        super().__init__(birth)
        self.of: Final = of


def is_namespace(cls: Value) -> bool:
    """Whether objects of a class take whatever attributes they are given by name."""
    return any(each in NAMESPACES for each in (cls.mro if isinstance(cls, Class) else (cls,)))


def give(world: Machine, obj: Instance, given: Arguments) -> None:
    """Set the attributes of a namespace to what its constructor is given."""
    for each in given.positional:  # since Python 3.13 a dictionary may stand there
        if isinstance(each, Dictionary):
            for key in list(each.cells):
                if isinstance(key, Item) and isinstance(key.key, str):
                    world.state.set_attribute(obj, key.key, world.state.held(each, key))
        if not isinstance(each, Dictionary) or world.state.get(each, OPEN_KEYS):
            world.state.put(obj, OPEN_KEYS, True)
    for name, value in given.keywords.items():
        world.state.set_attribute(obj, name, value)
    if given.is_open:
        world.state.put(obj, OPEN_KEYS, True)


def attributes_of(world: Machine, obj: Instance) -> Attributes:
    """The ``__dict__`` of an object."""
    view = world.state.get(obj, VIEW)
    if not isinstance(view, Attributes):
        view = Attributes(obj, world.state.tick())
        world.state.put(obj, VIEW, view)
    read_again(world, view)
    return view


def read_again(world: Machine, view: Attributes) -> None:
    """What an object holds is what its ``__dict__`` holds."""
    state = world.state
    own = {Item(key): value for key, value in view.of.cells.items() if isinstance(key, str)}
    for key in [each for each in view.cells if isinstance(each, Item) and each not in own]:
        state.set_attribute(view, key, state.held(view.of, key.key))
    for key, value in own.items():
        if view.cells.get(key) is not value:
            state.set_attribute(view, key, value)
    if state.get(view, OPEN_KEYS) != state.get(view.of, OPEN_KEYS):
        state.put(view, OPEN_KEYS, state.get(view.of, OPEN_KEYS))


def _write_back(world: Machine, view: Attributes) -> None:
    state, of = world.state, view.of
    names = {key.key: key for key in view.cells if isinstance(key, Item)}
    gone = [each for each in of.cells if isinstance(each, str) and each not in names]
    for name in (*names, *gone):
        value = state.held(view, Item(name))
        if isinstance(name, str) and state.held(of, name) is not value:
            state.set_attribute(of, name, value)
    if state.get(view, OPEN_KEYS) or not all(isinstance(each, str) for each in names):
        state.put(of, OPEN_KEYS, True)


class AttributeDictionaries(Dictionaries):
    """Dictionaries of attributes."""

    def call_method(self, obj: Dictionary, name: str, given: Arguments, node: ast.AST) -> Value:
        """A method of a dictionary, with what the object holds at that time."""
        assert isinstance(obj, Attributes)
        read_again(self.world, obj)
        result = super().call_method(obj, name, given, node)
        _write_back(self.world, obj)
        return result

    def subscript(self, obj: Dictionary, key: Value, node: ast.AST) -> Value:
        """An attribute."""
        assert isinstance(obj, Attributes)
        read_again(self.world, obj)
        return super().subscript(obj, key, node)

    def set_subscript(
        self, obj: Dictionary, key: Value, value: Value, operator: str, node: ast.AST
    ) -> None:
        """An attribute is set."""
        assert isinstance(obj, Attributes)
        read_again(self.world, obj)
        super().set_subscript(obj, key, value, operator, node)
        _write_back(self.world, obj)

    def items(self, obj: Dictionary, node: ast.AST) -> Items | None:
        """The names of the attributes."""
        assert isinstance(obj, Attributes)
        read_again(self.world, obj)
        return super().items(obj, node)


def told(world: Machine, obj: Instance, name: str, value: Value) -> None:
    """An attribute was set: who has the object's ``__dict__`` sees it."""
    view = world.state.get(obj, VIEW)
    if isinstance(view, Attributes):
        world.state.set_attribute(view, Item(name), value)
