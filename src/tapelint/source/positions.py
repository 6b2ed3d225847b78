"""Where nodes stand in the text. Asked for only where something is reported: it is slow."""

from __future__ import annotations

import functools
import sys
import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from types import MappingProxyType
from typing import TypeVar

import libcst as cst
from libcst.metadata import CodeRange, MetadataWrapper, PositionProvider

from tapelint.findings import Location
from tapelint.source.decoding import split_lines
from tapelint.source.edits import Lines
from tapelint.source.libcst_gaps import text_of, unchecked

MOST_ALONE = 64
"""How many lines at the top level are placed each by itself; of more, the whole module is."""
_DEEP_STACKS = (512, 128, 32)
"""Sizes of the stack to try, in MiB: a machine may not lend the largest."""
_DEEP_RECURSION = 200_000


class Places:
    """Where the nodes of a module stand."""

    def __init__(
        self,
        module: cst.Module,
        text: str,
        walked: Mapping[cst.CSTNode, int | None] = MappingProxyType({}),
    ) -> None:
        """Prepare for a module.

        Args:
            module: The module.
            text: Its text.
            walked: The lines at the top level of which the nodes are asked for, each with its
                number, as far as that is known: these are placed, and the others only if a node
                is in none of them.
        """
        self._module = module
        self._text = text
        self._walked = walked
        self._placed: dict[cst.CSTNode, _Placed] = {}
        self._looked_at = 0

    def of(self, node: cst.CSTNode | None) -> Location | None:
        """A node's location; ``None`` for a node that is not of the module."""
        if node is None:
            return None
        placed = self._placed_with(node)
        position, above = placed.positions.get(node), placed.above
        if not isinstance(position, CodeRange):
            return None
        return Location(
            position.start.line + above,
            position.start.column + 1,
            position.end.line + above,
            position.end.column + 1,
        )

    def written(self, node: cst.CSTNode | None) -> Location | None:
        """A node's location in the text, where libcst gives a line another margin, too."""
        found = self.of(node)
        if found is None or node is None or "\f" not in self._text:
            return found
        margins = self._placed_with(node).margins(self._text_lines)
        return replace(
            found,
            column=found.column + margins.wider(found.line),
            end_column=found.end_column + margins.wider(found.end_line),
        )

    def are_exact(self, node: cst.CSTNode) -> bool:
        """Whether libcst gives the text around a node back; else no place can be trusted."""
        placed = self._placed_with(node)
        if placed.is_exact is None:
            start = self._lines.starts[placed.above]
            code = text_of(placed.module)
            is_whole = placed.module is self._module
            placed.is_exact = code is not None and (
                code == self._text if is_whole else self._text.startswith(code, start)
            )
        return placed.is_exact

    def _placed_with(self, node: cst.CSTNode) -> _Placed:
        """The places among which that of a node is, if it is of the module."""
        walked = self._walked
        if len(walked) <= MOST_ALONE:
            for line, first in islice(walked.items(), self._looked_at, None):
                if first is not None:
                    placed = self._of_line(line, first)
                    self._placed.update(dict.fromkeys(placed.positions, placed))
            self._looked_at = len(walked)
        return self._placed.get(node) or self._everywhere

    def _of_line(self, line: cst.CSTNode, first: int) -> _Placed:
        """The places in a line at the top level, found as if it were all of the text."""
        alone = self._module.with_changes(header=(), body=[line], footer=())
        positions = _positions(alone)
        begins = positions.get(line)
        if not isinstance(begins, CodeRange):
            return _Placed(alone, {}, 0)
        return _Placed(alone, positions, first - begins.start.line)

    @functools.cached_property
    def _everywhere(self) -> _Placed:
        return _Placed(self._module, _positions(self._module), 0)

    @functools.cached_property
    def _text_lines(self) -> list[str]:
        return split_lines(self._text)

    @functools.cached_property
    def _lines(self) -> Lines:
        return Lines(self._text)


class Margins:
    """How much wider the margins of lines are than those that libcst gives them.

    It gives each line the margin of its block's first line, while form feeds may stand before any.
    """

    def __init__(self, module: cst.Module, above: int, lines: Sequence[str]) -> None:
        """Prepare for a module.

        Args:
            module: The module: the whole of a text, or a part of it.
            above: How many lines of the text stand above it.
            lines: Those of the text; none where no form feed stands in it.
        """
        self._module = module
        self._above = above
        self._lines = lines

    def wider(self, line: int) -> int:
        """By how many letters the margin of a line of the text is wider; less than none may be."""
        if not self._lines:
            return 0
        given = self._given[line - self._above - 1 :][:1]
        return _margin(self._lines[line - 1]) - _margin(given[0]) if given else 0

    @functools.cached_property
    def _given(self) -> list[str]:
        """The lines as libcst gives them back."""
        code = with_metadata(self._module, lambda made: made.module.code)
        return [] if code is None else split_lines(code)


def _margin(line: str) -> int:
    return len(line) - len(line.lstrip(" \t\f"))


@dataclass
class _Placed:
    """The places in a module that is the whole of a text, or a part of it.

    Attributes:
        module: The module.
        positions: Where its nodes stand in it.
        above: How many lines of the text stand above it.
        is_exact: Whether its code is what stands there; ``None`` where nobody has asked.
    """

    module: cst.Module
    positions: Mapping[cst.CSTNode, object]
    above: int
    is_exact: bool | None = None
    _margins: Margins | None = None

    def margins(self, lines: Sequence[str]) -> Margins:
        """How its margins differ from those of the text, which has these lines."""
        if self._margins is None:
            self._margins = Margins(self.module, self.above, lines)
        return self._margins


def _positions(module: cst.Module) -> Mapping[cst.CSTNode, object]:
    """Where the nodes of a module stand in its code; nothing if they are nested too deep."""

    def resolved(wrapper: MetadataWrapper) -> Mapping[cst.CSTNode, object]:
        return wrapper.resolve(PositionProvider)

    return with_metadata(module, resolved) or {}


_Out = TypeVar("_Out")


def with_metadata(module: cst.Module, work: Callable[[MetadataWrapper], _Out]) -> _Out | None:
    """What some work gives that walks a module's tree; ``None`` if that is nested too deep.

    Libcst walks by recursion: a sum of 500 terms needs a deeper stack.
    """
    try:
        with unchecked():
            return work(MetadataWrapper(module, unsafe_skip_copy=True))
    except (RecursionError, KeyError):
        # libcst's own cleaning up after a RecursionError raises a KeyError.
        return _in_deep_stack(module, work)


def _in_deep_stack(module: cst.Module, work: Callable[[MetadataWrapper], _Out]) -> _Out | None:
    found: list[_Out] = []

    def run() -> None:
        limit = sys.getrecursionlimit()
        sys.setrecursionlimit(_DEEP_RECURSION)
        try:
            with unchecked():
                found.append(work(MetadataWrapper(module, unsafe_skip_copy=True)))
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
    return found[0] if found else None
