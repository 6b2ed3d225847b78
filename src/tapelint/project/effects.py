"""What a function of another file can touch, told by outlines before anything is executed.

Most of what other files hold reads configurations, builds names and writes logs. A call of such a
function that is given no tensor, module or function changes nothing that autograd knows of.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from tapelint.project.demand import MAKERS
from tapelint.source.index import (
    AUGMENTED,
    CLOSURE,
    ITEM,
    METHOD,
    VARIABLE,
    Effect,
    Function,
    Index,
    named_by,
)
from tapelint.source.neighbours import Neighbours, ProjectFile, definition

MOST_FUNCTIONS: Final = 400
"""Of what can reach more functions than these, nobody says what it touches."""


_ALL: Final = Effect.TENSORS | Effect.CHANGES | Effect.CALLS
_CHANGING: Final = frozenset({METHOD, AUGMENTED, ITEM})
_CALLING: Final = frozenset({VARIABLE, CLOSURE})

_Place = tuple[str, int]
"""A function: the path of its file, and its line."""


class Effects:
    """Tells what functions can touch, themselves or by what they call."""

    def __init__(self, neighbours: Neighbours) -> None:
        """Know of no function yet."""
        self._neighbours: Final = neighbours
        self._files: Final[dict[str, _File | None]] = {}
        self._known: Final[dict[_Place, Effect]] = {}

    def of(self, path: str, line: int) -> Effect:
        """What a function can do.

        A call reaches each function of that name, in the file and in those that it imports: who
        the object is of which a method is called is not asked.

        Args:
            path: The absolute path of the file that it stands in.
            line: The line of its ``def``.
        """
        place = path, line
        if place not in self._known:
            reached: dict[_Place, None] = {place: None}
            pending = [place]
            found = Effect.NONE
            while pending and Effect.TENSORS not in found:
                at = pending.pop()
                found |= self._own(*at)
                for each in self._called(*at):
                    if each in self._known:
                        found |= self._known[each]
                    elif each not in reached:
                        reached[each] = None
                        pending.append(each)
                if len(reached) > MOST_FUNCTIONS:
                    found = _ALL
            if Effect.TENSORS in found:
                self._known[place] = _ALL
            elif found is Effect.NONE:
                self._known.update(dict.fromkeys(reached, found))
            else:
                self._known[place] = found
        return self._known[place]

    def _own(self, path: str, line: int) -> Effect:
        """What is written in a function itself."""
        file = self._file(path)
        function = file.index.functions.get(line) if file is not None else None
        if file is None or function is None or not file.of_torch.isdisjoint(function.words):
            return _ALL
        found = Effect.NONE
        if not _CHANGING.isdisjoint(function.words):
            found |= Effect.CHANGES
        if not _CALLING.isdisjoint(function.words):
            found |= Effect.CALLS
        return found

    def _called(self, path: str, line: int) -> Iterator[_Place]:
        """The functions that one may call."""
        file = self._file(path)
        function = file.index.functions.get(line) if file is not None else None
        if file is None or function is None:
            return
        for reached in (file, *filter(None, map(self._file, file.imported))):
            for word in function.words & reached.named.keys():
                for each in reached.named[word]:
                    yield reached.path, each.line

    def _file(self, path: str) -> _File | None:
        if path not in self._files:
            at = self._neighbours.file(path)
            outline = self._neighbours.outline(at, beyond=True)
            self._files[path] = _File(at, outline.index, self._neighbours) if outline else None
        return self._files[path]


class _File:
    """What a file says of its functions.

    Attributes:
        path: Where it is.
        index: What its functions hold.
        named: Its functions by the words that call them; constructors by their class.
        imported: The paths of the files that what it imports stands in.
        of_torch: The words that stand for something of torch.
    """

    def __init__(self, at: ProjectFile, index: Index, neighbours: Neighbours) -> None:
        self.path: Final = at.path
        self.index: Final = index
        self.named: Final[Mapping[str, Sequence[Function]]] = named_by(
            index.functions.values(),
            lambda each: (f"{each.owner}(",) if each.name in MAKERS else each.named,
        )
        files = dict.fromkeys(self._where(full, at, neighbours) for full in index.imports.values())
        self.imported: Final = [each for each in files if each is not None and each != at.path]
        names = {n for n, full in index.imports.items() if full.partition(".")[0] == "torch"}
        self.of_torch: Final = frozenset({"backward(", *names})

    @staticmethod
    def _where(full: str, at: ProjectFile, neighbours: Neighbours) -> str | None:
        """The file that an imported name stands in in the end, if it is one of the project."""
        found = definition(neighbours, full, at)
        if found is not None:
            return found[2].path
        module = neighbours.find(neighbours.absolute(full, at), at)
        return module.path if module is not None else None
