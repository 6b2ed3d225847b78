"""What a function of another file can touch, told by outlines before anything is executed.

Most of what other files hold reads configurations, builds names and writes logs. A call of such a
function that is given no tensor, module or function changes nothing that autograd knows of.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NamedTuple

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


_CHANGING: Final = frozenset({METHOD, AUGMENTED, ITEM})
_CALLING: Final = frozenset({VARIABLE, CLOSURE})

_Place = tuple[str, int]
"""A function: the path of its file, and its line."""
_Kept = tuple[str, str]
"""A variable at the top level of a file: its path, and the name."""


class Reached(NamedTuple):
    """What a function can do, itself or by what it calls.

    Attributes:
        effect: That, as far as it follows from what is written.
        kept: The variables of files that it reads; what they hold, it may touch.
    """

    effect: Effect
    kept: frozenset[_Kept] = frozenset()


_EVERYTHING: Final = Reached(Effect.TENSORS | Effect.CHANGES | Effect.CALLS)


class Effects:
    """Tells what functions can touch, themselves or by what they call."""

    def __init__(self, neighbours: Neighbours) -> None:
        """Know of no function yet."""
        self._neighbours: Final = neighbours
        self._files: Final[dict[str, _File | None]] = {}
        self._known: Final[dict[_Place, Reached]] = {}

    def of(self, path: str, line: int) -> Reached:
        """What a function can do.

        A call reaches each function of that name, in the file and in those that it imports: who
        the object is of which a method is called is not asked.

        Args:
            path: The absolute path of the file that it stands in.
            line: The line of its ``def``.
        """
        place = path, line
        known = self._known.get(place)
        if known is None:
            known = self._known[place] = self._search(place)
        return known

    def _search(self, place: _Place) -> Reached:
        seen, pending = {place}, [place]
        effect, kept = Effect.NONE, set[_Kept]()
        while pending:
            at = pending.pop()
            own = self._known.get(at) or self._own(*at)
            effect |= own.effect
            kept |= own.kept
            if Effect.TENSORS in effect or len(seen) > MOST_FUNCTIONS:
                return _EVERYTHING
            if at not in self._known:
                new = set(self._called(*at)) - seen
                seen |= new
                pending += new
        return Reached(effect, frozenset(kept))

    def _own(self, path: str, line: int) -> Reached:
        """What is written in a function itself."""
        file = self._file(path)
        function = file.index.functions.get(line) if file is not None else None
        if file is None or function is None or not file.of_torch.isdisjoint(function.words):
            return _EVERYTHING
        effect = Effect.NONE
        if not _CHANGING.isdisjoint(function.words):
            effect |= Effect.CHANGES
        if not _CALLING.isdisjoint(function.words):
            effect |= Effect.CALLS
        kept = function.words & file.index.values
        return Reached(effect, frozenset((path, name) for name in kept))

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
