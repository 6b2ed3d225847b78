"""What a name or a cell may hold."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from typing import Any, Final


class Value:
    """What a slot or a cell holds; two are the same where ``==`` says so."""

    __slots__ = ()


class Unbound(Value):
    """The content of a slot that nothing was bound to."""

    __slots__ = ()

    def __repr__(self) -> str:
        return "UNBOUND"


UNBOUND: Final = Unbound()


class Const(Value):
    """A number, a text, bytes, a truth value, ``None`` or ``...``: equal ones are the same."""

    __slots__ = ("v",)

    def __init__(self, v: Hashable) -> None:
        self.v: Final = v

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Const) and type(self.v) is type(other.v) and self.v == other.v

    def __hash__(self) -> int:
        return hash(self.v)

    def __repr__(self) -> str:
        return repr(self.v)


NONE: Final = Const(None)
TRUE: Final = Const(True)
FALSE: Final = Const(False)


ANY_NAME: Final = "?"
"""Stands in a symbol's name for what nobody knows: ``getattr(torch.nn, kind)``, an unbound name."""


class Symbol(Value):
    """Something that stands in no file that is read, by its full name: ``torch.nn.Linear``."""

    __slots__ = ("path",)

    def __init__(self, path: str) -> None:
        self.path: Final = path

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Symbol) and self.path == other.path

    def __hash__(self) -> int:
        return hash(self.path)

    def __repr__(self) -> str:
        return self.path


@dataclass(slots=True, unsafe_hash=True)
class Imported(Value):
    """What an import of another file of the project binds, until somebody reads it.

    Attributes:
        file: The file's path.
        module: The file's name, as imports spell it.
        name: The name that is imported from it; "" for the file itself, ``*`` for all names.
    """

    file: str
    module: str
    name: str = ""

    def __repr__(self) -> str:
        return f"<{self.name or 'all'} of {self.module}>"


class Obj(Value):
    """An object: it is the same as itself alone, and its cells change.

    Its cells are read and written through the :class:`~tapelint.core.domain.state.State` only.

    Attributes:
        cells: What it holds. A key is a ``str`` for an attribute of the program, an
            :class:`Item` for an item, a :class:`~tapelint.core.domain.fields.Field` for what the
            analysis keeps of it; so none is ever taken for another.
        birth: Objects that are made later have a larger one. 0 is that of what was always there.
    """

    __slots__ = ("birth", "cells")

    def __init__(self, birth: int = 0) -> None:
        self.cells: Final[dict[object, Any]] = {}
        self.birth: Final = birth


class Item:
    """The key of an item in a container, as far as it is a constant."""

    __slots__ = ("key",)

    def __init__(self, key: Hashable) -> None:
        self.key: Final = key

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Item) and self.key == other.key

    def __hash__(self) -> int:
        return hash((Item, self.key))

    def __repr__(self) -> str:
        return f"[{self.key!r}]"


class Unknown(Obj):
    """Something of which nothing is known but that it is itself.

    Attributes:
        hint: The name or the expression that it comes from, for people.
        of: What it is computed from, if that is known: an operator and its operands.
    """

    __slots__ = ("hint", "of")

    def __init__(self, hint: str = "", birth: int = 0, of: tuple[object, ...] = ()) -> None:
        super().__init__(birth)
        self.hint: Final = hint
        self.of: Final = of

    @property
    def is_constant(self) -> bool:
        """Whether its name is written as those of constants are: ``Phase.FIRST``."""
        return self.hint.isupper()

    def __repr__(self) -> str:
        return f"?{self.hint}"
