"""The instructions of linear code, one class for each."""

from __future__ import annotations

import ast
from dataclasses import dataclass

from tapelint.core.code.code_object import Code
from tapelint.core.code.instruction import NONE, Block, Instruction, Leave


@dataclass(eq=False, slots=True)
class Bind(Instruction):
    """``dst = src``, for a name or for the result of several ways."""

    reads = ("src",)
    dst: int
    src: int


@dataclass(eq=False, slots=True)
class Check(Instruction):
    """``name`` is read where it may be unbound: whoever goes on knows that it is bound."""

    writes = ()
    reads = ("src",)
    src: int
    name: str


@dataclass(eq=False, slots=True)
class Unbind(Instruction):
    """``del name``."""

    dst: int


@dataclass(eq=False, slots=True)
class LoadOuter(Instruction):
    """Read a name of an enclosing function or of the module, which somebody else may rebind."""

    dst: int
    name: str
    is_global: bool


@dataclass(eq=False, slots=True)
class Resolve(Instruction):
    """Read a name that an import has bound, or that the body of a class may not have bound.

    What an import means may be found only now; what the body has not bound is that of outside.
    """

    reads = ("src",)
    dst: int
    src: int
    name: str


@dataclass(eq=False, slots=True)
class StoreOuter(Instruction):
    """Bind a name that is declared ``global`` or ``nonlocal``."""

    reads = ("src",)
    writes = ()
    name: str
    src: int
    is_global: bool


@dataclass(eq=False, slots=True)
class Attribute(Instruction):
    """``dst = obj.name``."""

    reads = ("obj",)
    dst: int
    obj: int
    name: str


@dataclass(eq=False, slots=True)
class SetAttribute(Instruction):
    """``obj.name = src``; ``del obj.name`` where there is no ``src``."""

    reads = ("obj", "src")
    writes = ()
    obj: int
    name: str
    src: int


@dataclass(eq=False, slots=True)
class Subscript(Instruction):
    """``dst = obj[key]``."""

    reads = ("obj", "key")
    dst: int
    obj: int
    key: int


@dataclass(eq=False, slots=True)
class SetSubscript(Instruction):
    """``obj[key] = src``; ``del obj[key]`` where there is no ``src``.

    Attributes:
        operator: That of ``obj[key] op= ...``, whose result is written back; else "".
    """

    reads = ("obj", "key", "src")
    writes = ()
    obj: int
    key: int
    src: int
    operator: str = ""


@dataclass(eq=False, slots=True)
class Call(Instruction):
    """``dst = function(...)``, or ``dst = function.method(...)``.

    Attributes:
        arguments: The slots of what is given by position.
        starred: Which of these are ``*several``, by their number.
        keywords: The names and slots of what is given by name; the name of ``**several`` is "".
    """

    reads = ("function", "arguments", "keyword_slots")
    dst: int
    function: int
    method: str
    arguments: tuple[int, ...]
    starred: frozenset[int] = frozenset()
    keywords: tuple[tuple[str, int], ...] = ()

    @property
    def keyword_slots(self) -> tuple[int, ...]:
        """The slots of what is given by name."""
        return tuple(slot for _, slot in self.keywords)


@dataclass(eq=False, slots=True)
class Operate(Instruction):
    """``dst = left op right``, or ``dst = op left``; ``operator`` is the function's name."""

    reads = ("left", "right")
    dst: int
    operator: str
    left: int
    right: int


@dataclass(eq=False, slots=True)
class Augment(Instruction):
    """``dst = left op= right``; ``dst`` is ``left`` itself where that changes in place."""

    reads = ("left", "right")
    dst: int
    operator: str
    left: int
    right: int


@dataclass(eq=False, slots=True)
class Compare(Instruction):
    """``dst = left op right``, with an operator of comparison, ``is`` or ``in``."""

    reads = ("left", "right")
    dst: int
    operator: str
    left: int
    right: int


@dataclass(eq=False, slots=True)
class Not(Instruction):
    """``dst = not src``."""

    reads = ("src",)
    dst: int
    src: int


@dataclass(eq=False, slots=True)
class Matches(Instruction):
    """Whether a subject has the shape that a pattern asks for.

    Attributes:
        shape: ``sequence`` or ``mapping``.
        least: How many items it must have.
        is_open: Whether it may have more.
    """

    reads = ("src",)
    dst: int
    src: int
    shape: str
    least: int
    is_open: bool


@dataclass(eq=False, slots=True)
class MatchPart(Instruction):
    """What a pattern ``cls(a, b)`` takes of an object for its place ``at``."""

    reads = ("obj", "cls")
    dst: int
    obj: int
    cls: int
    at: int


@dataclass(eq=False, slots=True)
class Build(Instruction):
    """A ``list``, ``tuple``, ``set``, ``slice``, ``iterator`` or ``text`` (an f-string).

    Attributes:
        starred: Which of the items are ``*several``, by their number.
        is_open: Whether more items follow, all constants, that are not listed.
    """

    reads = ("items",)
    dst: int
    kind: str
    items: tuple[int, ...]
    starred: frozenset[int] = frozenset()
    is_open: bool = False


@dataclass(eq=False, slots=True)
class BuildDict(Instruction):
    """A dictionary; the key of ``**several`` is -1."""

    reads = ("keys", "items")
    dst: int
    keys: tuple[int, ...]
    items: tuple[int, ...]


@dataclass(eq=False, slots=True)
class Add(Instruction):
    """An item is added to the collection that a comprehension makes; a dictionary's has a key."""

    reads = ("collection", "key", "src")
    writes = ()
    collection: int
    key: int
    src: int


@dataclass(eq=False, slots=True)
class Unpack(Instruction):
    """``a, *b, c = src``; ``star`` is the number of the starred one, or -1."""

    reads = ("src",)
    writes = ("dsts",)
    dsts: tuple[int, ...]
    src: int
    star: int


@dataclass(eq=False, slots=True)
class Branch(Instruction):
    """``if test: then, else: orelse``."""

    reads = ("test",)
    writes = ()
    blocks = ("then", "orelse")
    test: int
    then: Block
    orelse: Block


@dataclass(eq=False, slots=True)
class Logic(Instruction):
    """``dst = left and right``, or ``or``: the block, which gives ``right``, may not be run."""

    reads = ("left",)
    blocks = ("block",)
    dst: int
    is_and: bool
    left: int
    block: Block
    right: int


@dataclass(eq=False, slots=True)
class For(Instruction):
    """``for item in iterable: body, else: orelse``; the body begins by binding the target.

    Attributes:
        breaks: Whether the body may be left by ``break``.
        continues: Whether it may be left by ``continue``.
        carried: The slots that a round binds and the next one reads.
    """

    reads = ("iterable",)
    writes = ("item",)
    blocks = ("body", "orelse")
    iterable: int
    item: int
    body: Block
    orelse: Block
    breaks: bool = False
    continues: bool = False
    carried: frozenset[int] = frozenset()


@dataclass(eq=False, slots=True)
class While(Instruction):
    """``while test: body, else: orelse``; ``head`` computes the test.

    What it says of its rounds is that of :class:`For`.

    Attributes:
        is_endless: Whether the test is a constant: ``while True``.
    """

    reads = ()
    writes = ()
    blocks = ("head", "body", "orelse")
    head: Block
    test: int
    body: Block
    orelse: Block
    breaks: bool = False
    continues: bool = False
    carried: frozenset[int] = frozenset()
    is_endless: bool = False


@dataclass(eq=False, slots=True)
class Handler:
    """``except kinds as item: body``; ``kinds`` is -1 for any."""

    node: ast.AST
    head: Block
    kinds: int
    item: int
    body: Block


@dataclass(eq=False, slots=True)
class Try(Instruction):
    """``try: body``, its handlers, ``else`` and ``finally``.

    Attributes:
        shows: Whether it is there to show an error: it tries one thing, once, and goes on.
    """

    writes = ()
    blocks = ("body", "handler_blocks", "orelse", "final")
    body: Block
    handlers: tuple[Handler, ...]
    orelse: Block
    final: Block
    shows: bool = False

    @property
    def handler_blocks(self) -> tuple[Block, ...]:
        """What the handlers run."""
        return tuple(each for handler in self.handlers for each in (handler.head, handler.body))


@dataclass(eq=False, slots=True)
class With(Instruction):
    """``with manager as item: body``; the body begins by binding the target."""

    reads = ("manager",)
    writes = ("item",)
    blocks = ("body",)
    manager: int
    item: int
    body: Block


@dataclass(eq=False, slots=True)
class Exit(Instruction):
    """``return src``, ``raise src``, ``break`` or ``continue``."""

    reads = ("src",)
    writes = ()
    how: Leave
    src: int = NONE


@dataclass(eq=False, slots=True)
class Yield(Instruction):
    """``dst = yield src``."""

    reads = ("src",)
    dst: int
    src: int


@dataclass(eq=False, slots=True)
class MakeFunction(Instruction):
    """A function is defined; its decorators are calls that follow."""

    reads = ("defaults", "keyword_default_slots")
    dst: int
    code: Code
    defaults: tuple[int, ...]
    keyword_defaults: tuple[tuple[str, int], ...]

    @property
    def keyword_default_slots(self) -> tuple[int, ...]:
        """The slots of the defaults of parameters that are given by name only."""
        return tuple(slot for _, slot in self.keyword_defaults)


@dataclass(eq=False, slots=True)
class MakeClass(Instruction):
    """A class is defined; its decorators are calls that follow."""

    reads = ("bases", "keyword_slots")
    dst: int
    code: Code
    bases: tuple[int, ...]
    keywords: tuple[tuple[str, int], ...]

    @property
    def keyword_slots(self) -> tuple[int, ...]:
        """The slots of ``metaclass=`` and the like."""
        return tuple(slot for _, slot in self.keywords)


@dataclass(eq=False, slots=True)
class Import(Instruction):
    """``import module``, or ``from module import name``; ``name`` is ``*`` for all names."""

    dst: int
    module: str
    name: str
