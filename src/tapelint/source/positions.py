"""Where nodes stand in the text. Asked for only where a file has findings: it is slow."""

from __future__ import annotations

import sys
import threading
from collections.abc import Mapping

import libcst as cst
from libcst.metadata import CodeRange, MetadataWrapper, PositionProvider

from tapelint.findings import Location
from tapelint.source.libcst_gaps import unchecked

_DEEP_STACKS = (512, 128, 32)
"""Sizes of the stack to try, in MiB: a machine may not lend the largest."""
_DEEP_RECURSION = 200_000


class Places:
    """Where the nodes of a module stand."""

    def __init__(self, module: cst.Module) -> None:
        self._positions = _positions(module)

    def of(self, node: cst.CSTNode | None) -> Location | None:
        """A node's location; ``None`` for a node that is not of the module."""
        position = self._positions.get(node) if node is not None else None
        if not isinstance(position, CodeRange):
            return None
        return Location(
            position.start.line,
            position.start.column + 1,
            position.end.line,
            position.end.column + 1,
        )


def _positions(module: cst.Module) -> Mapping[cst.CSTNode, object]:
    wrapper = MetadataWrapper(module, unsafe_skip_copy=True)
    try:
        with unchecked():
            return wrapper.resolve(PositionProvider)
    except (RecursionError, KeyError):
        # libcst's own cleaning up after a RecursionError raises a KeyError.
        return _in_deep_stack(module)


def _in_deep_stack(module: cst.Module) -> Mapping[cst.CSTNode, object]:
    """Libcst finds positions by recursion: a sum of 500 terms needs a deeper stack."""
    found: list[Mapping[cst.CSTNode, object]] = []

    def run() -> None:
        limit = sys.getrecursionlimit()
        sys.setrecursionlimit(_DEEP_RECURSION)
        try:
            wrapper = MetadataWrapper(module, unsafe_skip_copy=True)
            with unchecked():
                found.append(wrapper.resolve(PositionProvider))
        finally:
            sys.setrecursionlimit(limit)

    for size in _DEEP_STACKS:
        before = threading.stack_size(size * 1024 * 1024)
        try:
            thread = threading.Thread(target=run)
            thread.start()
        except RuntimeError:
            continue
        finally:
            threading.stack_size(before)
        thread.join()
        break
    return found[0] if found else {}
