"""Methods that give a tensor in another type, place or layout."""

from __future__ import annotations

OTHER_DEVICES = frozenset({"cuda", "xpu", "npu"})
"""Those that move a tensor away from where most tensors are made."""
MOVES = OTHER_DEVICES | {"to", "cpu", "pin_memory", "mps"}
"""Those that may move it, ``to`` among others."""
CONVERSIONS = MOVES | {
    "float", "double", "half", "bfloat16", "type", "type_as", "contiguous",
}  # fmt: skip
"""All: they give the same tensor where there is nothing to do, else a copy with history."""
