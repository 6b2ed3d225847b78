"""The objects of a program: frames, functions, classes, instances, containers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from tapelint.core.domain.fields import (
    Field,
    Items,
    any_of_these,
    first_of,
    join_any,
    join_items,
    widen_items,
)
from tapelint.core.domain.state import Slots, State
from tapelint.core.domain.values import UNBOUND, Const, Item, Obj, Symbol, Value

ITEMS: Final = Field("items", Items(), join_items, widen_items)
"""What a list, a tuple, a set or an iterator holds, in order."""

OPEN_KEYS: Final = Field("open keys", False, join_any)
"""Whether a dictionary may hold more than the items that are known."""


class Frame(Slots):
    """The slots of one call of a function, of a class's body or of a module's.

    Attributes:
        code: What is run in it; see :class:`tapelint.core.code.code_object.Code`.
        outer: The frame in which free names are looked up; ``None`` for that of a module.
        function: What was called; ``None`` for a class or a module.
        owner: The class in whose body it stands, if it stands in one.
    """

    __slots__ = ("code", "function", "outer", "owner")

    def __init__(
        self,
        code: Any,
        slots: list[Value],
        outer: Frame | None,
        function: Function | None,
        birth: int,
        owner: Class | None = None,
    ) -> None:
        super().__init__(slots, birth)
        self.code: Final = code
        self.outer: Final = outer
        self.function: Final = function
        self.owner: Final = owner if function is None else function.owner


class Function(Obj):
    """A function of the program.

    Attributes:
        code: Its code.
        scope: The frame in which it was defined.
        defaults: What its last positional parameters are where nothing is given.
        keyword_defaults: The same for parameters that are given by keyword only.
        owner: The class in whose body it was defined; what ``super()`` starts behind.
    """

    __slots__ = ("code", "defaults", "keyword_defaults", "owner", "scope")

    def __init__(
        self,
        code: Any,
        scope: Frame,
        defaults: Sequence[Value],
        keyword_defaults: dict[str, Value],
        birth: int,
    ) -> None:
        super().__init__(birth)
        self.code: Final = code
        self.scope: Final = scope
        self.defaults: Final = tuple(defaults)
        self.keyword_defaults: Final = keyword_defaults
        self.owner: Final[Class | None] = scope.owner


class Generator(Obj):
    """What a call of a generator function gives.

    Attributes:
        frame: The frame in which it will be run.
    """

    __slots__ = ("frame",)

    def __init__(self, frame: Frame, birth: int) -> None:
        super().__init__(birth)
        self.frame: Final = frame


class Class(Obj):
    """A class of the program; its attributes are cells like all others.

    Attributes:
        name: Its name.
        mro: Itself, then its bases, as far as they are known; a base from elsewhere is a symbol.
    """

    __slots__ = ("code", "mro", "name")

    def __init__(self, name: str, bases: Sequence[Value], code: Any, birth: int) -> None:
        super().__init__(birth)
        self.name: Final = name
        self.code: Final = code
        self.mro: Final[tuple[Value, ...]] = (self, *_linear(bases))

    def is_a(self, path: str) -> bool:
        """Whether a class from elsewhere is among its bases."""
        return any(isinstance(each, Symbol) and each.path == path for each in self.mro)

    def __repr__(self) -> str:
        return f"<class {self.name}>"


def _linear(bases: Sequence[Value]) -> list[Value]:
    """The bases in the order in which attributes are looked up: depth first, the last counts."""
    found: list[Value] = []
    for base in bases:
        found += base.mro if isinstance(base, Class) else [base]
    return [each for at, each in enumerate(found) if each not in found[at + 1 :]]


class Instance(Obj):
    """An object of a class of the program, or of one from elsewhere.

    Attributes:
        cls: Its class.
    """

    __slots__ = ("cls",)

    def __init__(self, cls: Class | Symbol, birth: int) -> None:
        super().__init__(birth)
        self.cls: Final = cls

    def __repr__(self) -> str:
        return f"<{self.cls!r} object>"


class Collection(Obj):
    """A list, tuple, set or iterator; what it holds is its field :data:`ITEMS`.

    Attributes:
        kind: ``list``, ``tuple``, ``set``, ``frozenset``, ``iterator``, ``deque``, or ``keys`` for
            those of a dictionary.
    """

    __slots__ = ("kind",)

    def __init__(self, kind: str, items: Items, birth: int) -> None:
        super().__init__(birth)
        self.kind: Final = kind
        self.cells[ITEMS] = distinct(items) if kind in SETS else items

    def __repr__(self) -> str:
        return f"<{self.kind} {self.cells[ITEMS]!r}>"


class Numbered(Obj):
    """``range(n)`` or ``enumerate(several)``, of which nobody knows how long it is.

    Attributes:
        start: The first number.
        length: How many there are, as the program would say it.
        of: What is numbered; ``None`` for the numbers alone.
    """

    __slots__ = ("length", "of", "start")

    def __init__(self, start: int, length: Value, of: Value | None, birth: int) -> None:
        super().__init__(birth)
        self.start: Final = start
        self.length: Final = length
        self.of: Final = of


SETS: Final = frozenset(["set", "frozenset"])


def distinct(items: Items) -> Items:
    """The items of a set: of equal constants the first; what may be equal is not counted."""
    found: dict[Value, Value] = {}
    for each in items.known:
        if not isinstance(each, Const) or items.rest is not None:
            return any_of_these(items.all)
        found.setdefault(each, each)
    return Items(tuple(found.values()), items.rest)


class Dictionary(Obj):
    """A dictionary; its items are cells under :class:`values.Item`.

    A key is what a constant holds, or else the value that it is.
    """

    __slots__ = ()


def is_constant(key: Item) -> bool:
    """Whether a key is known."""
    return not isinstance(key.key, Value)


def is_open(state: State, obj: Dictionary) -> bool:
    """Whether a dictionary may hold keys that are not known."""
    own = (each for each in obj.cells if isinstance(each, Item))
    return state.get(obj, OPEN_KEYS) or not all(map(is_constant, own))


@dataclass(slots=True, unsafe_hash=True)
class Bound(Value):
    """A method, taken from its object without being called.

    Attributes:
        obj: The object.
        name: The method's name.
        function: What is called with the object; ``None`` where the object's kind decides.
    """

    obj: Value
    name: str
    function: Value | None = None


@dataclass(slots=True, eq=False)
class Descriptor(Value):
    """A ``property``, ``staticmethod`` or ``classmethod`` of a class.

    Attributes:
        kind: Which of the three.
        function: What it was made of; of a property what reads it.
        setter: What sets a property; ``None`` for one that is read only.
    """

    kind: str
    function: Value
    setter: Value | None = None


@dataclass(slots=True, eq=False)
class Super(Value):
    """``super()``: an object whose attributes are looked up behind a class.

    Attributes:
        obj: The object, or the class.
        after: The class.
    """

    obj: Value
    after: Class


@dataclass(slots=True, eq=False)
class Partial(Value):
    """``partial(function, ...)``.

    Attributes:
        function: What is called.
        positional: What stands before what a call gives.
        keywords: What is given by name, unless a call gives another.
        is_open: Whether there may be more of both.
    """

    function: Value
    positional: tuple[Value, ...]
    keywords: dict[str, Value]
    is_open: bool


class Part(NamedTuple):
    """A field of a dataclass, of a class of ``attrs`` or of a named tuple.

    Attributes:
        name: Its name.
        default: What it is where nothing is given; ``UNBOUND`` if something must be.
        factory: What is called for that instead, or ``UNBOUND``.
        is_given: Whether the constructor takes it.
        by_name: Whether the constructor takes it by name only.
        of_self: Whether what is called is given the new object.
        converter: What is called with what is given, or ``UNBOUND``.
        word: What the constructor calls it, if not by its name.
    """

    name: str
    default: Value = UNBOUND
    factory: Value = UNBOUND
    is_given: bool = True
    by_name: bool = False
    of_self: bool = False
    converter: Value = UNBOUND
    word: str = ""


RECORD: Final[Field[tuple[Part, ...] | None]] = Field("record", None, first_of)
"""The fields of a class whose constructor is made from them: a dataclass, a named tuple."""
