"""What all instructions of linear code have in common.

Operands are numbers of slots of a frame; -1 stands for none. Control flow is structured: an
instruction that has ways holds their blocks, so that forks and joins nest.
"""

from __future__ import annotations

import ast
import enum
from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

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
class Instruction:
    """One instruction.

    Attributes:
        node: Where it stands in the text.
    """

    reads: ClassVar[tuple[str, ...]] = ()
    """The attributes that hold a slot, or several, that it reads."""
    writes: ClassVar[tuple[str, ...]] = ("dst",)
    """The attributes that hold a slot, or several, that it writes."""
    blocks: ClassVar[tuple[str, ...]] = ()
    """The attributes that hold a block, in the order in which they may be run."""

    node: ast.AST


def _slots(ins: Instruction, names: tuple[str, ...]) -> Iterator[int]:
    for name in names:
        held: int | tuple[int, ...] = getattr(ins, name)
        for slot in (held,) if isinstance(held, int) else held:
            if slot != NONE:
                yield slot


def slots_read(ins: Instruction) -> Iterator[int]:
    """The slots that an instruction itself reads: not those that its blocks read."""
    return _slots(ins, ins.reads)


def slots_written(ins: Instruction) -> Iterator[int]:
    """The slots that an instruction itself writes."""
    return _slots(ins, ins.writes)


def blocks_of(ins: Instruction) -> Iterator[Block]:
    """The blocks of an instruction, in the order in which they may be run."""
    for name in ins.blocks:
        held = getattr(ins, name)
        if isinstance(held, tuple):
            yield from held
        else:
            yield held
