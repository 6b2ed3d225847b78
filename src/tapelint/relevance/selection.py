"""Which part of a file the rules need to see."""

from __future__ import annotations

import ast
import re
import warnings
from collections.abc import Iterable
from dataclasses import dataclass

from tapelint.relevance.groups import Group, Groups
from tapelint.relevance.imports import Imports
from tapelint.relevance.looking import LOGARITHM, SCALE_CLASS, parts_with
from tapelint.relevance.signs import WORDS, Sign
from tapelint.relevance.walking import walk
from tapelint.source.neighbours import Neighbours

_WHOLE = frozenset(
    {Sign.BACKWARD, Sign.STEP, Sign.OPTIMISER, Sign.VALIDATION, Sign.COVARIANCE, Sign.SCALE}
)
"""Signs for which a file's parts act on each other, so that it is looked at as a whole."""
_OPTIMISER = re.compile(r"(?i)optimi[sz]|(?:^|_)opts?(?:_|\d|$)")
_LINE_ENDS = re.compile(r"\r\n|\r|\n")
_CALLED_BY_OBJECT = frozenset({"forward", "__call__", "__init__"})
_MOST_CALLERS = 4
"""Over how many calls those who call a function are looked at."""


@dataclass(frozen=True)
class Relevant:
    """The part of a file in which a rule may fire, and what it needs to be understood.

    Attributes:
        text: The file with empty lines for all that is left out; empty if nothing can matter.
        functions: The functions that are to be executed on their own; ``None`` for all.
        preparing: The methods that leave something on their object for those.
    """

    text: str
    functions: frozenset[str] | None = None
    preparing: frozenset[str] = frozenset()

    def executes(self, name: str) -> bool:
        """Whether a function is to be executed on its own, by its qualified name."""
        return self.functions is None or _holds(self.functions, name)

    def prepares(self, name: str) -> bool:
        """Whether a method is to be executed for what it leaves on its object."""
        return self.functions is None or _holds(self.preparing, name)

    @property
    def is_everything(self) -> bool:
        """Whether nothing is left out."""
        return self.functions is None


def _holds(names: frozenset[str], name: str) -> bool:
    if name in names:
        return True
    return any(name.startswith(each + ".") for each in names)


def relevant_part(
    text: str, signs: Iterable[Sign], neighbours: Neighbours | None = None
) -> Relevant:
    """What of a file can matter.

    Args:
        text: The file.
        signs: Those of which a piece of code must show one.
        neighbours: Finds the project's other files.
    """
    asked = frozenset(signs)
    wanted = [sign for sign in Sign if sign in asked and WORDS[sign].search(text)]
    if not wanted:
        return Relevant("")
    if Sign.ANYTHING in wanted:
        return Relevant(text)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            tree = ast.parse(text)
        return _relevant(text, tree, wanted, neighbours)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return Relevant(text)  # whoever reads it with libcst tells what is wrong with it


def _relevant(
    text: str, tree: ast.Module, wanted: list[Sign], neighbours: Neighbours | None
) -> Relevant:
    trains = [sign for sign in wanted if sign in _WHOLE]
    if trains and _acts_as_a_whole(tree, trains):
        return Relevant(text)
    imports = Imports(tree, neighbours)
    if imports.renames:
        return Relevant(text)
    lines = _LINE_ENDS.split(text)
    groups = Groups(tree, lines, imports)
    signs = [sign for sign in wanted if sign not in _WHOLE or sign is Sign.SCALE]
    if any(parts_with(sign, groups.outside, groups) for sign in signs):
        return Relevant(text)
    functions: set[str] = set()
    for group in groups.by_name.values():
        for sign in signs:
            found = parts_with(sign, group, groups)
            if found and sign is Sign.SCALE and LOGARITHM.search(text):
                return Relevant(text)
            functions |= found
    if not functions:
        return Relevant("")
    functions |= _callers(groups, functions)
    own = {name.partition(".")[0] for name in functions}
    preparing = {
        part.name for name in own for part in groups.by_name[name].parts if part.leaves_on_self
    }
    needed = _needed(groups, own)
    left_out = [group for name, group in groups.by_name.items() if name not in needed]
    return Relevant(_without(left_out, lines), frozenset(functions), frozenset(preparing))


def _acts_as_a_whole(tree: ast.Module, signs: list[Sign]) -> bool:
    names: set[str] = set()
    for node in walk(tree):
        if isinstance(node, ast.Attribute):
            names.add(node.attr)
        elif isinstance(node, ast.Name):
            names.add(node.id)
        elif isinstance(node, (ast.arg, ast.keyword)):
            names.add(node.arg or "")
        elif isinstance(node, ast.alias):
            name = node.name.rsplit(".", 1)[-1]
            names.add(name)
            if Sign.SCALE in signs and node.asname and SCALE_CLASS.fullmatch(name):
                return True
    if Sign.BACKWARD in signs and any("backward" in name or name == "grad" for name in names):
        return True
    if Sign.COVARIANCE in signs and any("MultivariateNormal" in name for name in names):
        return True
    if Sign.VALIDATION in signs and any("validate_args" in name for name in names):
        return True
    if Sign.OPTIMISER in signs and "optim" in names:
        return True
    return Sign.STEP in signs and "step" in names and any(map(_OPTIMISER.search, names))


def _callers(groups: Groups, functions: set[str]) -> set[str]:
    """Those who call the functions: with what, and under which grad mode, is told by them alone."""
    found: set[str] = set()
    pending = functions
    for _ in range(_MOST_CALLERS):
        more: set[str] = set()
        names = {each.rpartition(".")[2] for each in pending} - _CALLED_BY_OBJECT
        classes = {
            each.partition(".")[0]
            for each in pending
            if each.rpartition(".")[2] in _CALLED_BY_OBJECT and "." in each
        }
        for group in groups.by_name.values():
            own = {each for each in pending if each.partition(".")[0] == group.name}
            holds = not group.words.isdisjoint(classes)
            derives = not classes.isdisjoint(group.bases)
            for part in group.parts:
                if part.name in functions or part.name in found:
                    continue
                calls = not part.words.isdisjoint(names)
                calls_object = holds and part.last_name == "forward" and not derives
                if calls or calls_object or (own and derives):
                    more.add(part.name)
        if not more:
            break
        found |= more
        pending = more
    return found


def _needed(groups: Groups, own: set[str]) -> set[str]:
    """The groups chosen, those that derive from them, and all that these speak of."""
    needed = set(own)
    needed |= {name for name, group in groups.by_name.items() if not own.isdisjoint(group.bases)}
    pending = list(needed)
    while pending:
        words = groups.by_name[pending.pop()].words
        more = {name for name in words if name in groups.by_name} - needed
        needed |= more
        pending.extend(more)
    return needed


def _without(left_out: Iterable[Group], lines: list[str]) -> str:
    kept = list(lines)
    for group in left_out:
        for first, last in group.spans:
            for at in range(first - 1, last):
                kept[at] = ""
    return "\n".join(kept)
