"""Where nodes stand in the text. Asked for only where something is reported: it is slow."""

from __future__ import annotations

import functools
import sys
import threading
from collections.abc import Mapping
from typing import TYPE_CHECKING

import libcst as cst
from libcst.metadata import CodeRange, MetadataWrapper, PositionProvider

from tapelint.findings import Location
from tapelint.source.libcst_gaps import unchecked

if TYPE_CHECKING:
    from tapelint.source.counterparts import Counterparts

_DEEP_STACKS = (512, 128, 32)
"""Sizes of the stack to try, in MiB: a machine may not lend the largest."""
_DEEP_RECURSION = 200_000


class Places:
    """Where the nodes of a module stand."""

    def __init__(self, module: cst.Module, counterparts: Counterparts | None = None) -> None:
        """Prepare for a module.

        Args:
            module: The module.
            counterparts: Tells of which lines at the top level the nodes are asked for: these
                are placed, and the others only if a node is in none of them.
        """
        self._module = module
        self._counterparts = counterparts
        self._placed: dict[cst.CSTNode, tuple[int, Mapping[cst.CSTNode, object]]] = {}

    def of(self, node: cst.CSTNode | None) -> Location | None:
        """A node's location; ``None`` for a node that is not of the module."""
        if node is None:
            return None
        found = self._find(node)
        if found is None:
            above, position = 0, self._everywhere.get(node)
        else:
            above, position = found
        if not isinstance(position, CodeRange):
            return None
        return Location(
            position.start.line + above,
            position.start.column + 1,
            position.end.line + above,
            position.end.column + 1,
        )

    def _find(self, node: cst.CSTNode) -> tuple[int, object] | None:
        """Where a node stands in its line, and how many lines stand above that."""
        if self._counterparts is None:
            return None
        for line, first in self._counterparts.walked.items():
            if line not in self._placed and first is not None:
                self._placed[line] = self._of_line(line, first)
        for above, positions in self._placed.values():
            position = positions.get(node)
            if position is not None:
                return above, position
        return None

    def _of_line(self, line: cst.CSTNode, first: int) -> tuple[int, Mapping[cst.CSTNode, object]]:
        """The places in a line at the top level, as if it were the only one of its text.

        Returns:
            How many lines stand above that, and the places.
        """
        alone = self._module.with_changes(header=(), body=[line], footer=())
        positions = _positions(alone)
        begins = positions.get(line)
        if not isinstance(begins, CodeRange):
            return 0, {}
        return first - begins.start.line, positions

    @functools.cached_property
    def _everywhere(self) -> Mapping[cst.CSTNode, object]:
        return _positions(self._module)


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
