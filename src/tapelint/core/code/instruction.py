"""What all instructions of linear code have in common.

Operands are numbers of slots of a frame; -1 stands for none. Which of them an instruction reads or
writes is told by the types of its fields. Control flow is structured: an instruction that has ways
holds their blocks, so that forks and joins nest.
"""

from __future__ import annotations

import ast
import enum
from collections.abc import Container, Iterator
from dataclasses import dataclass
from typing import ClassVar, TypeAlias

Block = list["Instruction"]
NONE = -1
"""Instead of a slot: there is none."""


class Leave(enum.IntEnum):
    """How a block is left."""

    NEXT = 0
    """At its end: what stands behind it is next."""
    RETURN = 1
    BREAK = 2
    CONTINUE = 3
    RAISE = 4
    GONE = 5
    """No way arrives at its end; where they went, they are kept."""


@dataclass(eq=False, slots=True)
class Handler:
    """``except kinds as item: body``; ``kinds`` is -1 for any."""

    node: ast.AST
    head: Block
    kinds: int
    item: int
    body: Block


Read: TypeAlias = int
Reads: TypeAlias = tuple[int, ...]
Named: TypeAlias = tuple[tuple[str, int], ...]
"""Slots that are read, each with a name."""
Write: TypeAlias = int
Writes: TypeAlias = tuple[int, ...]
Handlers: TypeAlias = tuple[Handler, ...]


@dataclass(eq=False, slots=True)
class Instruction:
    """One instruction.

    Attributes:
        node: Where it stands in the text.
        kinds: The fields of its class, each with the name of its type.
    """

    kinds: ClassVar[dict[str, str]] = {}

    node: ast.AST

    def __init_subclass__(cls) -> None:
        cls.kinds = cls.__annotations__


def _slots(ins: Instruction, kinds: Container[str]) -> Iterator[int]:
    for name, kind in ins.kinds.items():
        if kind in kinds:
            held: int | tuple[int | tuple[str, int], ...] = getattr(ins, name)
            for each in (held,) if isinstance(held, int) else held:
                slot = each if isinstance(each, int) else each[1]
                if slot != NONE:
                    yield slot


def slots_read(ins: Instruction) -> Iterator[int]:
    """The slots that an instruction itself reads: not those that its blocks read."""
    return _slots(ins, ("Read", "Reads", "Named"))


def slots_written(ins: Instruction) -> Iterator[int]:
    """The slots that an instruction itself writes."""
    return _slots(ins, ("Write", "Writes"))


def blocks_of(ins: Instruction) -> Iterator[Block]:
    """The blocks of an instruction, in the order in which they may be run."""
    for name, kind in ins.kinds.items():
        if kind == "Block":
            yield getattr(ins, name)
        elif kind == "Handlers":
            for handler in getattr(ins, name):
                yield from (handler.head, handler.body)
