"""What is known of a loop without running it: how its body is left, and what it carries over."""

from __future__ import annotations

from tapelint.core.code.instruction import Block, Leave, blocks_of, slots_read
from tapelint.core.code.instructions import Bind, Branch, Exit, For, Logic, Try, Unbind, While


def examine(loop: For | While) -> None:
    """Fill in what a loop says of itself, once its blocks are there."""
    loop.breaks = _is_left(loop.body, Leave.BREAK)
    loop.continues = _is_left(loop.body, Leave.CONTINUE)
    bound, early = set[int](), set[int]()
    for block in (loop.head, loop.body) if isinstance(loop, While) else (loop.body,):
        _scan(block, bound, early)
    loop.carried = frozenset(early & _bound_in(loop))


def _is_left(block: Block, how: Leave) -> bool:
    """Whether a block may be left by ``break`` or ``continue`` of the loop around it."""
    for ins in block:
        if isinstance(ins, Exit):
            if ins.how is how:
                return True
        elif isinstance(ins, (For, While)):
            if _is_left(ins.orelse, how):
                return True
        elif any(_is_left(each, how) for each in blocks_of(ins)):
            return True
    return False


def _bound_in(loop: For | While) -> set[int]:
    found, blocks = set[int](), list(blocks_of(loop))
    while blocks:
        for ins in blocks.pop():
            if isinstance(ins, (Bind, Unbind)):
                found.add(ins.dst)
            blocks += blocks_of(ins)
    return found


def _scan(block: Block, bound: set[int], early: set[int]) -> None:
    """Collect the slots that are surely bound, and those that are read before that."""
    for ins in block:
        early.update(slot for slot in slots_read(ins) if slot not in bound)
        if isinstance(ins, Bind):
            bound.add(ins.dst)
        elif isinstance(ins, Branch):
            sides = [set(bound), set(bound)]
            _scan(ins.then, sides[0], early)
            _scan(ins.orelse, sides[1], early)
            bound |= sides[0] & sides[1]
        elif isinstance(ins, (For, While, Try, Logic)):
            for inner in blocks_of(ins):  # none of them is surely run
                _scan(inner, set(bound), early)
        else:
            for inner in blocks_of(ins):
                _scan(inner, bound, early)
