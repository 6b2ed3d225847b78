"""Finding what a file holds, in one walk over Python's tree."""

from __future__ import annotations

import ast
import sys
from collections.abc import Collection, Sequence

from tapelint.source.index import (
    AUGMENTED,
    CALLED,
    CLOSURE,
    DISCARDED,
    EMPTY,
    FILLING,
    HANDED_ON,
    ITEM,
    KEEPS,
    KEEPS_WEIGHTS,
    MAKES_LAYER,
    MAKING,
    METHOD,
    MODULE,
    NUMPY,
    VARIABLE,
    Function,
    Index,
)
from tapelint.source.kept import Kept
from tapelint.source.python_forms import (
    FUNCTIONS,
    PLAIN_CALLS,
    binds_own_name,
    chain_of,
    defaults_of,
    gives_empty,
    is_data,
    is_empty,
    is_plain_value,
    item_of,
    key_of,
    last_name,
    may_be_mode,
    may_keep_weights,
    root_of,
)
from tapelint.source.surroundings import Surroundings
from tapelint.torch_api.families import families

_CALLING_OWN = frozenset({VARIABLE, CLOSURE, "torch.nn.Parameter"})
"""What is met in a function that may use a layer or a parameter which it has made."""
_DROPPING = frozenset(f"{name}(" for name in families().dropouts)
_INITIALISING = frozenset({"init", "utils", "nn"})
"""Modules of torch whose functions with a ``_`` at the end change on purpose."""
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
_WRAPPERS = frozenset({"Parameter", "Buffer"})
_OWN = frozenset({"self", "cls"})
_OFF_BY_DEFAULT = frozenset({"inplace", "max_norm", "out", "requires_grad"})
"""Keywords of torch's that say nothing where their value is ``False`` or ``None``."""


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


def _may_keep(node: ast.Assign) -> bool:
    """Whether an assignment may add to what was there: an item, or what mentions its own name."""
    target, value = node.targets[0], node.value
    if isinstance(target, ast.Subscript):
        return True
    is_made = isinstance(value, (ast.BinOp, ast.Call, ast.List, ast.Tuple))
    return (
        is_made
        and isinstance(target, ast.Name)
        and any(isinstance(each, ast.Name) and each.id == target.id for each in ast.walk(value))
    )


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
        """The names that are given nothing but numbers, texts, lists and dicts."""
        self.other: set[str] = set()
        """The names that are given something that may be a tensor."""
        self.augmented: list[ast.AugAssign] = []
        self.items: list[ast.Subscript] = []
        if isinstance(function, FUNCTIONS):
            self._parameters(function.args)

    def _parameters(self, given: ast.arguments) -> None:
        for each in (*given.posonlyargs, *given.args, *given.kwonlyargs):
            kind = each.annotation
            self.give(each.arg, is_plain=isinstance(kind, ast.Name) and kind.id in PLAIN_CALLS)
        if given.vararg is not None:
            self.give(given.vararg.arg, is_plain=False)
        if given.kwarg is not None:
            self.give(given.kwarg.arg, is_plain=True)

    def give(self, name: str, *, is_plain: bool) -> None:
        """Note that a name is given a value: one that may be a tensor counts for good."""
        if not is_plain:
            self.other.add(name)
            self.plain.discard(name)
        elif name not in self.other:
            self.plain.add(name)


class _Indexing:
    def __init__(self, module: ast.Module) -> None:
        self._module = module
        self._functions: dict[int, Function] = {}
        self._file = Surroundings(module)
        self._defined = self._file.defined
        self._bases = self._file.bases
        self._imports = self._file.imports

    def index(self) -> Index:
        own = _Words(None)
        for statement in self._module.body:
            self._walk(statement, own, "", is_top=True)
        own.changes |= self._file.values
        self._functions[MODULE] = self._function("", (), MODULE, "", own)
        return Index(
            self._functions,
            self._bases,
            {name: frozenset(found) for name, found in self._file.held.items()},
            self._imports,
            frozenset(self._file.values),
        )

    # --- one function ---

    def _walk(self, root: ast.AST, own: _Words, owner: str, *, is_top: bool = False) -> None:
        """Note what stands in a statement.

        Long: one loop, since a function for each kind of node would cost more than the node does.
        """
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
                pending += defaults_of(node)
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
                own.keeps = own.keeps or (own.loops > 0 and _may_keep(node))  # type: ignore[arg-type]
                for target in node.targets:  # type: ignore[attr-defined]
                    if may_keep_weights(target, node.value):  # type: ignore[attr-defined]
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
                self._assigned(node.target, item_of(node.iter), own)  # type: ignore[attr-defined]
            elif kind in _LOOPS:
                if kind is ast.For or kind is ast.AsyncFor:
                    if binds_own_name(node):  # type: ignore[arg-type]
                        own.words.add(DISCARDED)
                    self._assigned(node.target, item_of(node.iter), own)  # type: ignore[attr-defined]
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
        own.words.update(f"@{last_name(each)}" for each in node.decorator_list)
        own.words.update(  # what an argument is by default is handed to it
            f"{HANDED_ON}{each.id}" for each in defaults_of(node) if isinstance(each, ast.Name)
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
        plain = own.plain
        if own.keeps and any("loss" in each or each == "backward(" for each in own.words):
            own.words.add(KEEPS)
        if own.called & (own.plain | own.other):
            own.words.add(VARIABLE)
        if name != "__init__" and not own.words.isdisjoint(_CALLING_OWN):
            if any(map(self._is_of_layers, own.words)):
                own.words.add(MAKES_LAYER)
        elif not owner and not own.words.isdisjoint(_DROPPING):
            own.words.add(MAKES_LAYER)
        if any(
            each.value is not None and gives_empty(each.value, own.empty) for each in own.returned
        ):
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

    def _is_of_layers(self, word: str) -> bool:
        """Whether a word names a class of ``torch.nn``, or calls one of this file."""
        is_class = word.rpartition(".")[2][:1].isupper()
        return is_class and (word.startswith("torch.nn.") or word[:-1] in self._bases)

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
        given = node.args[:1] if last_name(node.func) in _ASKED_OF else node.args
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
            own.changes.update((root_of(node), f".{node.attr}"))
        elif isinstance(node.value, ast.Name) and node.value.id in self._imports:
            if not node.attr[:1].isupper():
                own.words.add(f"{node.attr}(")

    def _call(self, node: ast.Call, own: _Words) -> None:
        name = last_name(node.func)
        if name and not self._is_harmless(name, node, own):
            self._called(f"{name}(", own)
        if isinstance(node.func, ast.Name):
            own.called.add(name)
        elif not isinstance(node.func, ast.Attribute):
            own.words.add(VARIABLE)
        if isinstance(node.func, ast.Call):  # `Net()(x)`
            self._called(f"{last_name(node.func)}()(", own)
        if name.endswith("_") and not name.startswith("_"):
            if _INITIALISING.isdisjoint(chain_of(node.func)):
                own.words.add(METHOD)
        if isinstance(node.func, ast.Attribute):
            owner = node.func.value
            if name in CALLED:  # `self.block.forward(x)`
                self._called(f"{key_of(owner)}(", own)
            own.keeps = own.keeps or (own.loops > 0 and name in FILLING)
            if name in FILLING:
                own.changes.add(
                    key_of(owner) if isinstance(owner, ast.Name) else f".{key_of(owner)}"
                )
            full = self._imports.get(root_of(node.func), "")
            if full.partition(".")[0] == "torch" and not full.startswith("torch.nn"):
                if "nn" not in chain_of(node.func) or "functional" in chain_of(node.func):
                    own.words.add(MAKING)
            elif full.startswith("torch.nn.functional"):
                own.words.add(MAKING)
        for keyword in node.keywords:
            value = keyword.value
            is_off = isinstance(value, ast.Constant) and value.value in {None, False}
            if keyword.arg and not (is_off and keyword.arg in _OFF_BY_DEFAULT):
                own.words.add(f"{keyword.arg}=")

    def _may_be_discarded(self, node: ast.expr) -> bool:
        """Whether a statement may throw away what an operation on a tensor gives."""
        function = node.func if isinstance(node, ast.Call) else node
        if isinstance(function, ast.Name):
            return may_be_mode(self._imports.get(function.id, ""))
        if not isinstance(function, ast.Attribute):
            return False
        name, owner = function.attr, function.value
        if may_be_mode(name):
            return True
        if node is function:
            return name.endswith("_") or name in families().giving_anew
        if name not in families().giving_anew:
            return False
        if name not in _OF_OTHERS or (isinstance(owner, ast.Attribute) and owner.attr in _MEMORY):
            return True
        return self._imports.get(root_of(owner), "").partition(".")[0] == "torch"

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
        plain = own.plain
        if name in families().from_data or name in _WRAPPERS or name.endswith("Tensor"):
            return bool(call.args) and is_data(call.args[0], plain)
        full = self._imports.get(root_of(call.func), "")
        if full.partition(".")[0] == "numpy":
            if "random" not in chain_of(call.func) and not all(
                is_data(each, plain) for each in call.args
            ):
                own.words.add(NUMPY)
            return True
        return False

    def _assigned(self, target: ast.expr, value: ast.expr | None, own: _Words) -> None:
        if isinstance(target, ast.Name):
            if value is not None and is_empty(value):
                own.empty.add(target.id)
            is_plain = value is not None and is_plain_value(value, own.plain)
            own.give(target.id, is_plain=is_plain)
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
            owner = key_of(target)
            own.changes.add(owner if isinstance(target.value, ast.Name) else f".{owner}")

    def _is_serious_sum(self, node: ast.AugAssign, plain: Collection[str]) -> bool:
        """Whether ``x += y`` may change a tensor."""
        if isinstance(node.value, (ast.List, ast.ListComp, ast.Tuple, ast.JoinedStr)):
            return False
        if isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
            return False
        if not is_plain_value(node.value, plain):
            return True
        target = node.target
        if isinstance(target, ast.Subscript):
            return self._is_serious_item(target, plain)
        return not self._holds_plain(target, plain)

    def _is_serious_item(self, node: ast.Subscript, plain: Collection[str]) -> bool:
        """Whether ``x[i] = y`` may change a tensor."""
        if isinstance(node.slice, ast.Constant) and isinstance(node.slice.value, str):
            return False
        if isinstance(node.slice, ast.JoinedStr):
            return False
        return not self._holds_plain(node.value, plain)

    def _holds_plain(self, owner: ast.expr, plain: Collection[str]) -> bool:
        """Whether a name or an attribute stands for numbers, texts, lists and dicts alone."""
        if isinstance(owner, ast.Name):
            return owner.id in plain
        if isinstance(owner, ast.Attribute):
            name = owner.attr
            return name in self._file.plain_attributes and name not in self._file.other_attributes
        return False
