"""Where nodes stand in the text. Asked for only where a file has findings: it is slow."""

from __future__ import annotations

import sys
import threading
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Protocol

import libcst as cst
from libcst.metadata import CodeRange, MetadataWrapper, PositionProvider

from tapelint.findings import Location
from tapelint.source.libcst_gaps import unchecked
from tapelint.source.walking import walk

_DEEP_STACKS = (512, 128, 32)
"""Sizes of the stack to try, in MiB: a machine may not lend the largest."""
_DEEP_RECURSION = 200_000


class Part(Protocol):
    """A piece of a file that was parsed on its own."""

    @property
    def module(self) -> cst.Module:
        """The piece."""

    @property
    def first_line(self) -> int:
        """The line of the file that its first line is."""


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


class PlacesElsewhere:
    """Where the nodes of other files stand."""

    def __init__(self, parts: Sequence[tuple[str, Part]]) -> None:
        """Places in ``parts``, each with the path of its file."""
        self._parts = parts
        self._places: dict[int, Places] = {}

    def of(self, node: cst.CSTNode | None) -> tuple[str, Location] | None:
        """A node's file and its location there; ``None`` for a node of none of the parts."""
        for at, (path, part) in enumerate(self._parts):
            if node is None or not holds(part.module, node):
                continue
            if at not in self._places:
                self._places[at] = Places(part.module)
            place = self._places[at].of(node)
            return (path, _moved(place, part.first_line - 1)) if place else None
        return None


def holds(tree: cst.CSTNode, wanted: cst.CSTNode) -> bool:
    """Whether a node is of a tree."""
    return any(node is wanted for node in walk(tree))


def _moved(place: Location, lines: int) -> Location:
    return replace(place, line=place.line + lines, end_line=place.end_line + lines)


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
