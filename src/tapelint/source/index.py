"""What a file's functions hold, found in one walk over Python's tree, without executing anything.

The tape asks it which functions can matter at all. It is plain data, told by a file's text alone.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from tapelint.source.kept import Kept
from tapelint.torch_api.families import families
from tapelint.torch_api.names import keeps_best, keeps_first

AUGMENTED, ITEM, METHOD = "+=", "[]=", "_()"
"""The forms of change that may be one in place: ``x += y``, ``x[i] = y``, ``x.add_(y)``."""

PLAIN_CALLS = frozenset(
    {
        "len", "int", "float", "str", "bool", "round", "ord", "range", "enumerate", "list", "dict",
        "set", "tuple", "sorted", "zip", "OrderedDict", "defaultdict", "Counter", "deque", "repr",
    }
)  # fmt: skip
"""Functions of Python that give numbers, texts, lists and dicts."""
_PLAIN_METHODS = frozenset({"format", "join", "time", "copy"})
"""Methods that give no tensor; those of tensors stand in the families."""
_DISPLAYS = (
    ast.List, ast.Dict, ast.Set, ast.ListComp, ast.DictComp, ast.SetComp, ast.JoinedStr,
    ast.Compare, ast.Constant,
)  # fmt: skip
_INITIALISING = frozenset({"init", "utils", "nn"})
"""Modules of torch whose functions with a ``_`` at the end change on purpose."""
_BLOCKS = ("body", "orelse", "finalbody", "handlers", "cases")
_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
_OF_OTHERS = frozenset((*dir(set), *dir(list), *dir(dict), *dir(str), "log"))
"""Names of methods that more often are those of Python's own objects, or of loggers."""
_MEMORY = frozenset({"data", "grad"})
_LOOPS = frozenset(
    {
        ast.For, ast.AsyncFor, ast.While,
        ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp,
    }
)  # fmt: skip
_END_OF_LOOP = ast.Pass()
"""What stands behind a loop among what is still to be walked over."""
_ASKED_OF = frozenset({"isinstance", "issubclass"})
"""Functions that classes are given to, and that make nothing of them."""
_EMPTY = frozenset({"list", "dict", "set", "OrderedDict", "defaultdict", "deque"})
_WRAPPERS = frozenset({"Parameter", "Buffer"})
FILLING = frozenset(
    {
        "append", "extend", "insert", "add", "update", "setdefault", "appendleft", "pop", "clear",
        "push", "put", "remove", "popleft", "setattr", "store", "record", "save",
    }
)  # fmt: skip
"""Methods after which what an object holds is another."""
CALLED = frozenset({"forward", "__call__"})
"""Methods that run when their object is called."""
_OWN = frozenset({"self", "cls"})
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
NUMPY = "numpy()"
"""What stands for a call of numpy's that may be given a tensor."""
_OFF_BY_DEFAULT = frozenset({"inplace", "max_norm", "out", "requires_grad"})
"""Keywords of torch's that say nothing where their value is ``False`` or ``None``."""
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


def index_of(module: ast.Module) -> Index:
    """What a file holds."""
    return _Indexing(module).index()


MOST_TEXT = 3_000_000
"""How many characters the texts have together of which a process keeps the indexes.

An outline keeps the index of its file besides: these are for files that are linted, too.
"""
_KEPT: Kept[tuple[Index, int]] = Kept(lambda made: made[1] + 1, MOST_TEXT)


def kept_index(module: ast.Module, text: str) -> Index:
    """What a file holds; it is told once, be the file linted or looked up by another one."""
    return _KEPT.known_by((text,), lambda: (index_of(module), len(text)))[0]


def know_index(text: str, index: Index) -> None:
    """Keep what a file is known to hold, so that it is not walked over again."""
    _KEPT.known_by((text,), lambda: (index, len(text)))


def _kept_words(words: set[str]) -> frozenset[str]:
    """Words as they are kept: most are met in many functions, and each is one object then."""
    return frozenset({sys.intern(each) for each in words}) if words else _NONE


_NONE: frozenset[str] = frozenset()


class _Words:
    """What is met in one function, while it is walked over."""

    def __init__(self, function: ast.AST | None) -> None:
        self.words: set[str] = set()
        self.changes: set[str] = set()
        self.repeated: set[str] = set()
        self.keeps = False
        """Whether a loop adds to a sum or a list."""
        self.loops = 0
        """How many loops what is walked over stands in."""
        self.empty: set[str] = set()
        """The names that are given an empty list or dict."""
        self.called: set[str] = set()
        self.returned: list[ast.Return] = []
        self.plain: set[str] = set()
        self.other: set[str] = set()
        """The names that are given something that may be a tensor."""
        self.augmented: list[ast.AugAssign] = []
        self.items: list[ast.Subscript] = []
        if isinstance(function, _FUNCTIONS):
            self._parameters(function.args)

    def _parameters(self, given: ast.arguments) -> None:
        for each in (*given.posonlyargs, *given.args, *given.kwonlyargs):
            kind = each.annotation
            is_plain = isinstance(kind, ast.Name) and kind.id in PLAIN_CALLS
            (self.plain if is_plain else self.other).add(each.arg)
        if given.vararg is not None:
            self.other.add(given.vararg.arg)
        if given.kwarg is not None:
            self.plain.add(given.kwarg.arg)


class _Indexing:
    def __init__(self, module: ast.Module) -> None:
        self._module = module
        self._functions: dict[int, Function] = {}
        self._defined: set[str] = set()
        self._bases: dict[str, tuple[str, ...]] = {}
        self._held: dict[str, set[str]] = {}
        self._imports: dict[str, str] = {}
        self._values: set[str] = set()
        self._plain_attributes: set[str] = set()
        self._other_attributes: set[str] = set()

    def index(self) -> Index:
        self._look_around()
        own = _Words(None)
        for statement in self._module.body:
            self._walk(statement, own, "", is_top=True)
        own.changes |= self._values
        self._functions[MODULE] = self._function("", (), MODULE, "", own)
        return Index(
            self._functions,
            self._bases,
            {name: frozenset(found) for name, found in self._held.items()},
            self._imports,
            frozenset(self._values),
        )

    # --- the file as a whole ---

    def _look_around(self) -> None:
        """Imports, classes and values: functions are read with them in mind."""
        classes: set[str] = set()
        assigned: list[tuple[Sequence[ast.expr], ast.expr]] = []
        added: list[tuple[Sequence[ast.expr], ast.expr]] = []
        top = set(map(id, _top_level(self._module.body)))
        for node in _statements_of(self._module):
            if isinstance(node, _FUNCTIONS):
                self._defined.add(node.name)
            elif isinstance(node, ast.ClassDef):
                classes.add(node.name)
                bases = self._bases.get(node.name, ())
                self._bases[node.name] = (*bases, *filter(None, map(_last_name, node.bases)))
            elif isinstance(node, ast.Import):
                for each in node.names:
                    name = each.asname or each.name.partition(".")[0]
                    self._imports[name] = each.name if each.asname else name
            elif isinstance(node, ast.ImportFrom):
                module = "." * node.level + (node.module or "")
                for each in node.names:
                    dot = "" if module.endswith(".") else "."
                    self._imports[each.asname or each.name] = f"{module}{dot}{each.name}"
            elif isinstance(node, ast.Assign):
                assigned.append((node.targets, node.value))
                if id(node) in top and not _is_constant(node.value):
                    self._values.update(
                        each.id for target in node.targets for each in _names(target)
                    )
            elif isinstance(node, ast.AnnAssign) and node.value is not None:
                assigned.append(((node.target,), node.value))
                if id(node) in top and not _is_constant(node.value):
                    self._values.update(each.id for each in _names(node.target))
            elif isinstance(node, ast.AugAssign):
                added.append(((node.target,), node.value))
            elif isinstance(node, ast.Expr):
                added += _put_into(node.value)
        known = classes | self._imports.keys()
        for targets, value in assigned:
            self._note_assigned(targets, value, known)
        for targets, value in added:
            self._note_held(targets, _names_in(value) & known)
        self._hand_on([*assigned, *added])

    def _hand_on(self, given: Sequence[tuple[Sequence[ast.expr], ast.expr]]) -> None:
        """What a list holds is held by what is made of it: ``nn.Sequential(*layers)``."""
        ways = [(targets, _names_in(value)) for targets, value in given if _puts_together(value)]
        is_growing = bool(self._held)
        while is_growing:
            is_growing = False
            for targets, names in ways:
                made: set[str] = set().union(*(self._held.get(each, ()) for each in names))
                is_growing = self._note_held(targets, made) or is_growing

    def _note_held(self, targets: Sequence[ast.expr], made: set[str]) -> bool:
        """Note which classes what is kept under a name may be of; whether any is new."""
        is_new = False
        for name in filter(None, map(_key, targets)) if made else ():
            held = self._held.setdefault(name, set())
            is_new = is_new or not made <= held
            held |= made
        return is_new

    def _note_assigned(self, targets: Sequence[ast.expr], value: ast.expr, known: set[str]) -> None:
        attributes = [each.attr for each in targets if isinstance(each, ast.Attribute)]
        is_plain = _is_plain(value, frozenset())
        (self._plain_attributes if is_plain else self._other_attributes).update(attributes)
        if any(map(_key, targets)):
            self._note_held(targets, _names_in(value) & known)

    # --- one function ---

    def _walk(self, root: ast.AST, own: _Words, owner: str, *, is_top: bool = False) -> None:
        pending: list[ast.AST] = [root]
        while pending:
            node = pending.pop()
            kind = type(node)
            if kind is ast.Name:
                self._name(node, own)  # type: ignore[arg-type]
                continue
            if kind is ast.Constant:
                continue
            if node is _END_OF_LOOP:
                own.loops -= 1
                continue
            if kind is ast.Attribute:
                pending += self._chain_of(node, own)  # type: ignore[arg-type]
                continue
            if kind is ast.Call:
                self._call(node, own)  # type: ignore[arg-type]
                pending += self._around(node, own)  # type: ignore[arg-type]
                continue
            if kind is ast.FunctionDef or kind is ast.AsyncFunctionDef:
                inner = self._nested(node, owner)  # type: ignore[arg-type]
                if not is_top:
                    own.words.add(CLOSURE)
                    own.words |= inner.words
                    own.changes |= inner.changes
                    own.repeated |= inner.words if own.loops else inner.repeated
                pending += _outside(node)
                continue
            if kind is ast.ClassDef:
                for statement in node.body:  # type: ignore[attr-defined]
                    self._walk(statement, own, node.name, is_top=is_top)  # type: ignore[attr-defined]
                pending += [*node.bases, *node.decorator_list]  # type: ignore[attr-defined]
                pending += [each.value for each in node.keywords]  # type: ignore[attr-defined]
                continue
            if kind is ast.Expr:
                if self._may_be_discarded(node.value):  # type: ignore[attr-defined]
                    own.words.add(DISCARDED)
            elif kind is ast.AugAssign:
                own.augmented.append(node)  # type: ignore[arg-type]
                own.keeps = own.keeps or own.loops > 0
            elif kind is ast.Assign:
                for target in node.targets:  # type: ignore[attr-defined]
                    if _may_keep_weights(target, node.value):  # type: ignore[attr-defined]
                        own.words.add(KEEPS_WEIGHTS)
                    self._assigned(target, node.value, own)  # type: ignore[attr-defined]
            elif kind is ast.AnnAssign:
                pending.append(node.target)  # type: ignore[attr-defined]
                if node.value is not None:  # type: ignore[attr-defined]
                    self._assigned(node.target, node.value, own)  # type: ignore[attr-defined]
                    pending.append(node.value)  # type: ignore[attr-defined]
                continue
            elif kind is ast.Return:
                own.returned.append(node)  # type: ignore[arg-type]
            elif kind is ast.comprehension:
                self._assigned(node.target, _item_of(node.iter), own)  # type: ignore[attr-defined]
            elif kind in _LOOPS:
                if kind is ast.For or kind is ast.AsyncFor:
                    if _binds_own_name(node):  # type: ignore[arg-type]
                        own.words.add(DISCARDED)
                    self._assigned(node.target, _item_of(node.iter), own)  # type: ignore[attr-defined]
                own.loops += 1
                pending.append(_END_OF_LOOP)
            elif kind is ast.Lambda:
                own.words.add(CLOSURE)
            elif kind is ast.Global:
                own.changes.update(node.names)  # type: ignore[attr-defined]
            for name in node._fields:
                value = getattr(node, name, None)
                if type(value) is list:
                    pending += [each for each in value if isinstance(each, ast.AST)]
                elif isinstance(value, ast.AST):
                    pending.append(value)

    def _nested(self, node: ast.FunctionDef | ast.AsyncFunctionDef, owner: str) -> Function:
        own = _Words(node)
        own.words.add(f"def {node.name}")
        own.words.update(f"@{_last_name(each)}" for each in node.decorator_list)
        own.words.update(  # what an argument is by default is handed to it
            f"{HANDED_ON}{each.id}" for each in _outside(node) if isinstance(each, ast.Name)
        )
        for statement in node.body:
            self._walk(statement, own, "")
        if "__init__(" in own.words:  # `super().__init__(mean, std)`
            own.words.update(f"{base}(" for base in self._bases.get(owner, ()))
        named: tuple[str, ...] = (f"{node.name}(",)
        if not owner:
            named = (*named, node.name)
        elif node.decorator_list:
            named = (*named, f".{node.name}")
        found = self._function(node.name, named, node.lineno, owner, own)
        self._functions[node.lineno] = found
        return found

    def _function(
        self,
        name: str,
        named: tuple[str, ...],
        line: int,
        owner: str,
        own: _Words,
    ) -> Function:
        plain = frozenset(own.plain - own.other)
        if own.keeps and any("loss" in each or each == "backward(" for each in own.words):
            own.words.add(KEEPS)
        if own.called & (own.plain | own.other):
            own.words.add(VARIABLE)
        if any(each.value is not None and _gives_empty(each.value, own) for each in own.returned):
            own.words.add(EMPTY)
        if any(self._is_serious_sum(each, plain) for each in own.augmented):
            own.words.add(AUGMENTED)
        if any(self._is_serious_item(each, plain) for each in own.items):
            own.words.add(ITEM)
        return Function(
            name,
            named,
            line,
            owner,
            _kept_words(own.words),
            _kept_words(own.changes),
            _kept_words(own.repeated),
        )

    def _name(self, node: ast.Name, own: _Words, *, is_called: bool = False) -> None:
        self._note(node.id, own)
        full = self._imports.get(node.id)
        if not is_called and (full is not None or node.id in self._defined):
            own.words.add(f"{HANDED_ON}{node.id}")
        if full is not None:
            name = full.rpartition(".")[2]
            own.words.add(name if name[:1].isupper() else f"{name}(")

    def _around(self, node: ast.Call, own: _Words) -> list[ast.expr]:
        """What of a call is still to be walked over."""
        given = node.args[:1] if _last_name(node.func) in _ASKED_OF else node.args
        around = [*given, *(each.value for each in node.keywords)]
        if not isinstance(node.func, ast.Name):
            return [node.func, *around]
        self._name(node.func, own, is_called=True)
        return around

    def _chain_of(self, node: ast.Attribute, own: _Words) -> Sequence[ast.expr]:
        """Note ``a.b.c``: what it begins with is a module or an object, and no function.

        Returns:
            What the attributes are of, if it is still to be walked over.
        """
        self._attribute(node, own)
        root, names = node.value, [node.attr]
        while isinstance(root, ast.Attribute):
            self._read(root, own)
            names.append(root.attr)
            root = root.value
        if not isinstance(root, ast.Name):
            return (root,)
        self._note(root.id, own)
        if root.id in self._imports:
            own.words.add(".".join((self._imports[root.id], *reversed(names))))
        return ()

    def _attribute(self, node: ast.Attribute, own: _Words) -> None:
        self._read(node, own)
        if not isinstance(node.ctx, ast.Load):
            own.changes.update((_root(node), f".{node.attr}"))
        elif isinstance(node.value, ast.Name) and node.value.id in self._imports:
            if not node.attr[:1].isupper():
                own.words.add(f"{node.attr}(")

    def _call(self, node: ast.Call, own: _Words) -> None:
        name = _last_name(node.func)
        if name and not self._is_harmless(name, node, own):
            self._called(f"{name}(", own)
        if isinstance(node.func, ast.Name):
            own.called.add(name)
        elif not isinstance(node.func, ast.Attribute):
            own.words.add(VARIABLE)
        if isinstance(node.func, ast.Call):  # `Net()(x)`
            self._called(f"{_last_name(node.func)}()(", own)
        if isinstance(node.func, ast.Attribute):
            if name.endswith("_") and not name.startswith("_"):
                if _INITIALISING.isdisjoint(_chain(node.func)):
                    own.words.add(METHOD)
            owner = node.func.value
            if name in CALLED:  # `self.block.forward(x)`
                self._called(f"{_key(owner)}(", own)
            own.keeps = own.keeps or (own.loops > 0 and name == "append")
            if name in FILLING:
                own.changes.add(_key(owner) if isinstance(owner, ast.Name) else f".{_key(owner)}")
            full = self._imports.get(_root(node.func), "")
            if full.partition(".")[0] == "torch" and not full.startswith("torch.nn"):
                if "nn" not in _chain(node.func) or "functional" in _chain(node.func):
                    own.words.add(MAKING)
            elif full.startswith("torch.nn.functional"):
                own.words.add(MAKING)
        for keyword in node.keywords:
            if keyword.arg is None:
                continue
            value = keyword.value
            is_off = isinstance(value, ast.Constant) and value.value in {None, False}
            if not is_off or keyword.arg not in _OFF_BY_DEFAULT:
                own.words.add(f"{keyword.arg}=")

    def _may_be_discarded(self, node: ast.expr) -> bool:
        """Whether a statement may throw away what an operation on a tensor gives."""
        function = node.func if isinstance(node, ast.Call) else node
        if not isinstance(function, ast.Attribute):
            return False
        name, owner = function.attr, function.value
        if node is function:
            return name.endswith("_") or name in families().giving_anew
        if name not in families().giving_anew:
            return False
        if name not in _OF_OTHERS or (isinstance(owner, ast.Attribute) and owner.attr in _MEMORY):
            return True
        return self._imports.get(_root(owner), "").partition(".")[0] == "torch"

    def _read(self, node: ast.Attribute, own: _Words) -> None:
        self._note(f".{node.attr}", own)
        if not isinstance(node.value, ast.Name) or node.value.id not in _OWN:
            own.words.add(f"?.{node.attr}")

    def _note(self, word: str, own: _Words) -> None:
        if own.loops:
            own.repeated.add(word)
        own.words.add(word)

    def _called(self, word: str, own: _Words) -> None:
        if own.loops or word in own.words:
            own.repeated.add(word)
        own.words.add(word)

    def _is_harmless(self, name: str, call: ast.Call, own: _Words) -> bool:
        """Whether a call makes a tensor of what can be seen to be none, or is numpy's over such."""
        plain = frozenset(own.plain - own.other)
        if name in families().from_data or name in _WRAPPERS or name.endswith("Tensor"):
            return bool(call.args) and _is_data(call.args[0], plain)
        full = self._imports.get(_root(call.func), "")
        if full.partition(".")[0] == "numpy":
            if "random" not in _chain(call.func) and not all(
                _is_data(each, plain) for each in call.args
            ):
                own.words.add(NUMPY)
            return True
        return False

    def _assigned(self, target: ast.expr, value: ast.expr | None, own: _Words) -> None:
        if isinstance(target, ast.Name):
            if value is not None and _is_empty(value):
                own.empty.add(target.id)
            is_plain = value is not None and _is_plain(value, frozenset(own.plain - own.other))
            (own.plain if is_plain else own.other).add(target.id)
        elif isinstance(target, (ast.Tuple, ast.List)):
            parts: Sequence[ast.expr | None] = (
                value.elts
                if isinstance(value, (ast.Tuple, ast.List)) and len(value.elts) == len(target.elts)
                else [None] * len(target.elts)
            )
            for each, part in zip(target.elts, parts, strict=True):
                self._assigned(each, part, own)
        elif isinstance(target, ast.Starred):
            self._assigned(target.value, None, own)
        elif isinstance(target, ast.Subscript):
            own.items.append(target)
            owner = _key(target)
            own.changes.add(owner if isinstance(target.value, ast.Name) else f".{owner}")

    def _is_serious_sum(self, node: ast.AugAssign, plain: frozenset[str]) -> bool:
        """Whether ``x += y`` may change a tensor."""
        if isinstance(node.value, (ast.List, ast.ListComp, ast.Tuple, ast.JoinedStr)):
            return False
        if isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
            return False
        if not _is_plain(node.value, plain):
            return True
        target = node.target
        if isinstance(target, ast.Subscript):
            return self._is_serious_item(target, plain)
        return not self._holds_plain(target, plain)

    def _is_serious_item(self, node: ast.Subscript, plain: frozenset[str]) -> bool:
        """Whether ``x[i] = y`` may change a tensor."""
        if isinstance(node.slice, ast.Constant) and isinstance(node.slice.value, str):
            return False
        if isinstance(node.slice, ast.JoinedStr):
            return False
        return not self._holds_plain(node.value, plain)

    def _holds_plain(self, owner: ast.expr, plain: frozenset[str]) -> bool:
        """Whether a name or an attribute stands for numbers, texts, lists and dicts alone."""
        if isinstance(owner, ast.Name):
            return owner.id in plain
        if isinstance(owner, ast.Attribute):
            name = owner.attr
            return name in self._plain_attributes and name not in self._other_attributes
        return False


def _top_level(block: Sequence[ast.stmt]) -> Iterator[ast.stmt]:
    """The statements that run when the file does, those under ``if`` and ``try`` included."""
    for each in block:
        yield each
        if not isinstance(each, (*_FUNCTIONS, ast.ClassDef)):
            for name in ("body", "orelse", "finalbody"):
                yield from _top_level(getattr(each, name, ()))


def _statements_of(module: ast.Module) -> Iterator[ast.stmt]:
    """All statements of a file, those of functions and classes included."""
    pending: list[ast.AST] = list(module.body)
    while pending:
        node = pending.pop()
        if isinstance(node, ast.stmt):
            yield node
        for name in _BLOCKS:
            inner = getattr(node, name, None)
            if type(inner) is list:
                pending += inner


def _put_into(node: ast.expr) -> list[tuple[Sequence[ast.expr], ast.expr]]:
    """What ``layers.append(value)`` puts into what."""
    function = node.func if isinstance(node, ast.Call) else None
    if not isinstance(function, ast.Attribute) or function.attr not in FILLING:
        return []
    assert isinstance(node, ast.Call)
    return [((function.value,), each) for each in node.args]


def _puts_together(node: ast.expr) -> bool:
    """Whether an expression makes a list, or an object of a class."""
    return isinstance(node, _DISPLAYS[:1]) or (
        isinstance(node, ast.Call) and _last_name(node.func)[:1].isupper()
    )


def _outside(node: ast.AST) -> list[ast.AST]:
    """What of a function's definition is evaluated around it."""
    assert isinstance(node, _FUNCTIONS)
    return [*node.args.defaults, *(each for each in node.args.kw_defaults if each is not None)]


def _names(target: ast.expr) -> Iterator[ast.Name]:
    for each in ast.walk(target):
        if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Store):
            yield each


def _may_keep_weights(target: ast.expr, value: ast.expr) -> bool:
    """Whether an assignment keeps the weights of a network, or the network, by its name."""
    names = [_last_name(each) for each in _parts_of(target)]
    if not any(keeps_best(each) or keeps_first(each) for each in names):
        return False
    if any(
        isinstance(each, ast.Attribute) and each.attr == "state_dict" for each in ast.walk(value)
    ):
        return True
    return isinstance(value, (ast.Name, ast.Attribute, ast.Tuple)) and any(map(keeps_best, names))


def _binds_own_name(node: ast.For | ast.AsyncFor) -> bool:
    """Whether a loop's body ends with another value for the loop's own name."""
    last = node.body[-1]
    while isinstance(last, (ast.If, ast.With)):
        last = last.body[-1]
    target = last.targets[0] if isinstance(last, ast.Assign) else None
    return isinstance(target, ast.Name) and target.id in map(_last_name, _parts_of(node.target))


def _parts_of(target: ast.expr) -> Sequence[ast.expr]:
    return target.elts if isinstance(target, ast.Tuple) else (target,)


def _names_in(node: ast.expr) -> set[str]:
    found: set[str] = set()
    pending: list[ast.AST] = [node]
    while pending:
        each = pending.pop()
        if type(each) is ast.Name:
            found.add(each.id)
        else:
            pending += ast.iter_child_nodes(each)
    return found


def _key(target: ast.expr) -> str:
    """What is called by the name that is assigned: ``block`` of ``self.block[0] = ...``."""
    while isinstance(target, ast.Subscript):
        target = target.value
    if isinstance(target, ast.Attribute):
        return target.attr
    return target.id if isinstance(target, ast.Name) else ""


def _last_name(node: ast.expr) -> str:
    while isinstance(node, (ast.Subscript, ast.Call)):
        node = node.value if isinstance(node, ast.Subscript) else node.func
    if isinstance(node, ast.Attribute):
        return node.attr
    return node.id if isinstance(node, ast.Name) else ""


def _chain(node: ast.expr) -> set[str]:
    """The names of ``a.b.c``."""
    found: set[str] = set()
    while isinstance(node, ast.Attribute):
        found.add(node.attr)
        node = node.value
    if isinstance(node, ast.Name):
        found.add(node.id)
    return found


def _root(node: ast.expr) -> str:
    while isinstance(node, (ast.Attribute, ast.Subscript, ast.Call)):
        node = node.func if isinstance(node, ast.Call) else node.value
    return node.id if isinstance(node, ast.Name) else ""


def _is_constant(node: ast.expr) -> bool:
    """Whether nothing can be left on what an expression gives."""
    return all(isinstance(each, (ast.Constant, ast.JoinedStr, ast.Lambda)) for each in _terms(node))


def _terms(node: ast.expr) -> Iterator[ast.expr]:
    """What an expression puts together: a sum of thousands takes no deep stack."""
    pending = [node]
    while pending:
        each = pending.pop()
        if isinstance(each, ast.BinOp):
            pending += (each.left, each.right)
        elif isinstance(each, ast.UnaryOp):
            pending.append(each.operand)
        elif isinstance(each, ast.IfExp):
            pending += (each.body, each.orelse)
        elif isinstance(each, ast.Tuple) and each.elts:
            pending += each.elts
        else:
            yield each


def _is_data(node: ast.expr, plain: frozenset[str]) -> bool:
    """Whether an expression can be seen to hold no tensor that was computed."""
    pending = [node]
    while pending:
        for each in _terms(pending.pop()):
            if isinstance(each, ast.List):
                pending += each.elts
            elif isinstance(each, (ast.ListComp, ast.GeneratorExp)):
                pending.append(each.elt)
            elif not _is_one_of_data(each, plain):
                return False
    return True


def _is_one_of_data(node: ast.expr, plain: frozenset[str]) -> bool:
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
        if node.func.attr in families().filled:
            return not any(each.arg == "requires_grad" for each in node.keywords)
    if isinstance(node, (ast.Name, ast.Call)):
        return _is_one_plain(node, plain)
    return isinstance(node, (ast.Constant, ast.JoinedStr, ast.Lambda))


def _is_plain(node: ast.expr, plain: frozenset[str]) -> bool:
    """Whether an expression is a number, a text, or a list or dict of Python's."""
    return not isinstance(node, ast.Tuple) and all(
        _is_one_plain(each, plain) for each in _terms(node)
    )


def _is_one_plain(node: ast.expr, plain: frozenset[str]) -> bool:
    if isinstance(node, _DISPLAYS):
        return True
    if isinstance(node, ast.Name):
        return node.id in plain
    if isinstance(node, ast.Call):
        name = _last_name(node.func)
        if isinstance(node.func, ast.Name):
            return name in PLAIN_CALLS
        of = families()
        return name in _PLAIN_METHODS or name in of.queries or name in of.python_numbers
    return False


def _is_empty(node: ast.expr) -> bool:
    if isinstance(node, ast.List):
        return not node.elts or any(map(_is_empty, node.elts))
    if isinstance(node, ast.Dict):
        return not node.values or any(map(_is_empty, node.values))
    return isinstance(node, ast.Call) and _last_name(node.func) in _EMPTY


def _gives_empty(node: ast.expr, own: _Words) -> bool:
    """Whether what is given back is, or holds, a list or dict that was empty."""
    return any(
        each.id in own.empty if isinstance(each, ast.Name) else _is_empty(each)
        for each in (*_terms(node), node)
    )


def _item_of(over: ast.expr) -> ast.expr | None:
    """What a loop's name stands for, as far as that is plain: a number of ``range``."""
    if isinstance(over, ast.Call) and isinstance(over.func, ast.Name):
        if over.func.id == "range":
            return ast.Constant(0)
        if over.func.id == "enumerate":
            return ast.Tuple([ast.Constant(0), ast.Name("_", ast.Load())], ast.Load())
    return None
