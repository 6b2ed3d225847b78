"""The instructions of linear code, one class for each."""

from __future__ import annotations

from dataclasses import dataclass

from tapelint.core.code.code_object import Code
from tapelint.core.code.instruction import (
    NONE,
    Block,
    Handlers,
    Instruction,
    Leave,
    Named,
    Read,
    Reads,
    Write,
    Writes,
)


@dataclass(eq=False, slots=True)
class Reach(Instruction):
    """A statement is about to be run, or is over: for whoever watches it."""

    is_over: bool = False


@dataclass(eq=False, slots=True)
class Bind(Instruction):
    """``dst = src``, for a name or for the result of several ways."""

    dst: Write
    src: Read


@dataclass(eq=False, slots=True)
class Check(Instruction):
    """``name`` is read where it may be unbound: whoever goes on knows that it is bound."""

    src: Read
    name: str


@dataclass(eq=False, slots=True)
class Unbind(Instruction):
    """``del name``."""

    dst: Write


@dataclass(eq=False, slots=True)
class LoadOuter(Instruction):
    """Read a name of an enclosing function or of the module, which somebody else may rebind."""

    dst: Write
    name: str
    is_global: bool


@dataclass(eq=False, slots=True)
class Resolve(Instruction):
    """Read a name that an import has bound, or that the body of a class may not have bound.

    What an import means may be found only now; what the body has not bound is that of outside.
    """

    dst: Write
    src: Read
    name: str


@dataclass(eq=False, slots=True)
class StoreOuter(Instruction):
    """Bind a name that is declared ``global`` or ``nonlocal``."""

    name: str
    src: Read
    is_global: bool


@dataclass(eq=False, slots=True)
class Attribute(Instruction):
    """``dst = obj.name``."""

    dst: Write
    obj: Read
    name: str


@dataclass(eq=False, slots=True)
class SetAttribute(Instruction):
    """``obj.name = src``; ``del obj.name`` where there is no ``src``."""

    obj: Read
    name: str
    src: Read


@dataclass(eq=False, slots=True)
class Subscript(Instruction):
    """``dst = obj[key]``."""

    dst: Write
    obj: Read
    key: Read


@dataclass(eq=False, slots=True)
class SetSubscript(Instruction):
    """``obj[key] = src``; ``del obj[key]`` where there is no ``src``.

    Attributes:
        operator: That of ``obj[key] op= ...``, whose result is written back; else "".
    """

    obj: Read
    key: Read
    src: Read
    operator: str = ""


@dataclass(eq=False, slots=True)
class Call(Instruction):
    """``dst = function(...)``, or ``dst = function.method(...)``.

    Attributes:
        arguments: The slots of what is given by position.
        starred: Which of these are ``*several``, by their number.
        keywords: The names and slots of what is given by name; the name of ``**several`` is "".
    """

    dst: Write
    function: Read
    method: str
    arguments: Reads
    starred: frozenset[int] = frozenset()
    keywords: Named = ()


@dataclass(eq=False, slots=True)
class Operate(Instruction):
    """``dst = left op right``, or ``dst = op left``; ``operator`` is the function's name."""

    dst: Write
    operator: str
    left: Read
    right: Read


@dataclass(eq=False, slots=True)
class Augment(Instruction):
    """``dst = left op= right``; ``dst`` is ``left`` itself where that changes in place."""

    dst: Write
    operator: str
    left: Read
    right: Read


@dataclass(eq=False, slots=True)
class Compare(Instruction):
    """``dst = left op right``, with an operator of comparison, ``is`` or ``in``."""

    dst: Write
    operator: str
    left: Read
    right: Read


@dataclass(eq=False, slots=True)
class Not(Instruction):
    """``dst = not src``."""

    dst: Write
    src: Read


@dataclass(eq=False, slots=True)
class Matches(Instruction):
    """Whether a subject has the shape that a pattern asks for.

    Attributes:
        shape: ``sequence`` or ``mapping``.
        least: How many items it must have.
        is_open: Whether it may have more.
    """

    dst: Write
    src: Read
    shape: str
    least: int
    is_open: bool


@dataclass(eq=False, slots=True)
class MatchPart(Instruction):
    """What a pattern ``cls(a, b)`` takes of an object for its place ``at``."""

    dst: Write
    obj: Read
    cls: Read
    at: int


@dataclass(eq=False, slots=True)
class Build(Instruction):
    """A ``list``, ``tuple``, ``set``, ``slice``, ``iterator`` or ``text`` (an f-string).

    Attributes:
        starred: Which of the items are ``*several``, by their number.
        is_open: Whether more items follow, all constants, that are not listed.
    """

    dst: Write
    kind: str
    items: Reads
    starred: frozenset[int] = frozenset()
    is_open: bool = False


@dataclass(eq=False, slots=True)
class BuildDict(Instruction):
    """A dictionary; the key of ``**several`` is -1."""

    dst: Write
    keys: Reads
    items: Reads


@dataclass(eq=False, slots=True)
class Add(Instruction):
    """An item is added to the collection that a comprehension makes; a dictionary's has a key."""

    collection: Read
    key: Read
    src: Read


@dataclass(eq=False, slots=True)
class Unpack(Instruction):
    """``a, *b, c = src``; ``star`` is the number of the starred one, or -1."""

    dsts: Writes
    src: Read
    star: int


@dataclass(eq=False, slots=True)
class Branch(Instruction):
    """``if test: then, else: orelse``."""

    test: Read
    then: Block
    orelse: Block


@dataclass(eq=False, slots=True)
class Logic(Instruction):
    """``dst = left and right``, or ``or``: the block, which gives ``right``, may not be run."""

    dst: Write
    is_and: bool
    left: Read
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

    iterable: Read
    item: Write
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

    head: Block
    test: int
    body: Block
    orelse: Block
    breaks: bool = False
    continues: bool = False
    carried: frozenset[int] = frozenset()
    is_endless: bool = False


@dataclass(eq=False, slots=True)
class Try(Instruction):
    """``try: body``, its handlers, ``else`` and ``finally``.

    Attributes:
        shows: Whether it is there to show an error: it tries one thing, once, and goes on.
    """

    body: Block
    handlers: Handlers
    orelse: Block
    final: Block
    shows: bool = False


@dataclass(eq=False, slots=True)
class With(Instruction):
    """``with manager as item: body``; the body begins by binding the target."""

    manager: Read
    item: Write
    body: Block


@dataclass(eq=False, slots=True)
class Exit(Instruction):
    """``return src``, ``raise src``, ``break`` or ``continue``."""

    how: Leave
    src: Read = NONE


@dataclass(eq=False, slots=True)
class Yield(Instruction):
    """``dst = yield src``."""

    dst: Write
    src: Read


@dataclass(eq=False, slots=True)
class MakeFunction(Instruction):
    """A function is defined; its decorators are calls that follow."""

    dst: Write
    code: Code
    defaults: Reads
    keyword_defaults: Named


@dataclass(eq=False, slots=True)
class MakeClass(Instruction):
    """A class is defined; its decorators are calls that follow."""

    dst: Write
    code: Code
    bases: Reads
    keywords: Named


@dataclass(eq=False, slots=True)
class Import(Instruction):
    """``import module``, or ``from module import name``; ``name`` is ``*`` for all names."""

    dst: Write
    module: str
    name: str
