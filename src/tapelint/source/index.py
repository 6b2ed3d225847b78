"""What a file's functions hold, found in one walk over Python's tree, without executing anything.

The tape asks it which functions can matter at all. It is plain data, told by a file's text alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple

AUGMENTED, ITEM, METHOD = "+=", "[]=", "_()"
"""The forms of change that may be one in place: ``x += y``, ``x[i] = y``, ``x.add_(y)``."""

FILLING = frozenset(
    {
        "append", "extend", "insert", "add", "update", "setdefault", "appendleft", "pop", "clear",
        "push", "put", "remove", "popleft", "setattr", "store", "record", "save",
    }
)  # fmt: skip
"""Methods after which what an object holds is another."""
CALLED = frozenset({"forward", "__call__"})
"""Methods that run when their object is called."""
MAKING = "torch()"
"""What stands for a call of a function of torch: what it makes may be given on."""
VARIABLE = "?("
"""What stands for a call of what a variable holds, or of what another call gives."""
CLOSURE = "lambda"
"""What stands for a function that is made by another."""
HANDED_ON = "&"
"""What stands before the name of a function, or of what is imported, that is not called there."""
EMPTY = "return []"
"""What stands for a list or dict that is given back and was made empty: it may be filled."""
DISCARDED = "result;"
"""What stands for a statement that may throw away what a tensor's method gives."""
KEEPS = "keeps;"
"""What stands for a sum or a list that a loop adds to, where a loss is computed."""
KEEPS_WEIGHTS = "keeps weights;"
"""What stands for a variable or an attribute of which the name says that it keeps weights."""
MAKES_LAYER = "layer;"
"""What stands for a function that calls an object that it has made, or drops numbers."""
NUMPY = "numpy()"
"""What stands for a call of numpy's that may be given a tensor."""
MODULE = 0
"""What stands for the file's own statements where others are told by their lines."""


class Function(NamedTuple):
    """What a function holds, nested ones included.

    Attributes:
        name: Its name; "" for the file's own statements.
        named: How it is written where it is called.
        line: The line of its ``def``.
        owner: The class that it is a method of, or "".
        words: What is written in it: names, ``.attributes`` (``?.attributes`` of something else
            than ``self``), ``keywords=``, what is ``called(``, and the forms of change.
        changes: The variables and ``.attributes`` that it assigns, or fills what they hold.
        repeated: The words that are met more than once: in a loop, or called at two places.
    """

    name: str
    named: tuple[str, ...]
    line: int
    owner: str
    words: frozenset[str]
    changes: frozenset[str]
    repeated: frozenset[str]


class Index(NamedTuple):
    """What a file holds.

    Attributes:
        functions: Its functions and methods by the line of their ``def``, and its own statements.
        bases: For each class, the last names of its bases.
        held: For each name or attribute, the classes of this file or of others that objects kept
            under it may be of.
        imports: What each imported name stands for.
        values: The names that its top level gives objects.
    """

    functions: dict[int, Function]
    bases: dict[str, tuple[str, ...]]
    held: dict[str, frozenset[str]]
    imports: dict[str, str]
    values: frozenset[str]

    def reach(self, name: str) -> frozenset[str]:
        """The words of a function of the file's top level, and of those that it names.

        Of a class they are its bases and what its constructor does itself. A layer's is none of
        these: it is made of sizes, and given tensors later.
        """
        by_name = named_by(self.functions.values(), lambda each: each.named)
        words, _ = reached([each for each in by_name.get(name, ()) if not each.owner], by_name)
        if name in self.bases:
            words.update(f"{base}(" for base in self.bases[name])
            methods = [each for each in self.functions.values() if each.owner == name]
            if not any(each.name in CALLED for each in methods):
                words.update(*(each.words for each in methods if each.name == "__init__"))
        return frozenset(words)


def named_by(
    functions: Iterable[Function], names_of: Callable[[Function], Iterable[str]]
) -> dict[str, list[Function]]:
    """Functions by how they are written where they are called."""
    found: dict[str, list[Function]] = {}
    for each in functions:
        for name in names_of(each):
            found.setdefault(name, []).append(each)
    return found


def methods_of(index: Index) -> dict[str, list[Function]]:
    """The methods of each class of a file; under "" those that are none."""
    return named_by(index.functions.values(), lambda each: (each.owner,))


def reached(
    functions: Sequence[Function], by_name: Mapping[str, Sequence[Function]]
) -> tuple[set[str], set[int]]:
    """The words of functions and of all that they name, and the lines of both."""
    pending = list(functions)
    lines = {each.line for each in pending}
    words: set[str] = set()
    while pending:
        new = pending.pop().words - words
        words |= new
        for word in new:
            for each in by_name.get(word, ()):
                if each.line not in lines:
                    lines.add(each.line)
                    pending.append(each)
    return words, lines


NOTHING = Index({}, {}, {}, {}, frozenset())
"""The index of a file that holds nothing."""
