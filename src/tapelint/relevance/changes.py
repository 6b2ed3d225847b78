"""In-place changes of what may be saved for backward, by names alone.

The question is a coarse one: is there a change of memory that an operation may have saved before?
Names that stand for each other are taken together, the order is that of the text, and what is not
known may save everything. So a change that the tape would report is always seen here; most of the
others are not.
"""

from __future__ import annotations

import ast
import functools
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum

from tapelint.relevance.walking import walk
from tapelint.torch_api.knowledge import knowledge

SELF = "self."
_ABOUT_TENSORS = frozenset(
    {"shape", "device", "dtype", "ndim", "is_cuda", "requires_grad", "training", "names", "layout"}
)
"""Attributes that hold no memory of their tensor's."""
_QUESTIONS = frozenset(
    {
        "size", "dim", "numel", "get_device", "element_size", "stride", "is_contiguous", "data_ptr",
        "len", "isinstance", "hasattr", "type", "id", "is_floating_point", "nelement", "item",
        "tolist", "print", "range", "int", "float", "bool", "str",
    }
)  # fmt: skip
"""Calls that give no tensor and save none."""
_ALIASES = frozenset(
    {
        "contiguous", "to", "float", "half", "double", "bfloat16", "cuda", "cpu", "type", "type_as",
        "detach", "requires_grad_", "long", "int", "bool", "data", "clone", "dropout", "getattr",
        "real", "imag", "conj", "next", "iter", "zip", "enumerate", "reversed", "list", "tuple",
        "pop", "get", "values", "items", "setdefault", "clamp", "numpy", "from_numpy",
        "as_tensor", "asarray", "squeeze_", "unsqueeze_", "detach_", "resolve_conj", "resolve_neg",
    }
)  # fmt: skip
"""Calls that may give what they were given, besides the views."""
_SAVE_NOTHING = frozenset(
    {"copy_", "fill_", "zero_", "add_", "sub_", "normal_", "uniform_", "random_", "bernoulli_"}
)
"""Changes for which nothing is saved."""
_SAVE_OPERANDS = frozenset(
    {
        "masked_fill_", "index_add_", "index_copy_", "index_fill_", "scatter_", "scatter_add_",
        "masked_scatter_", "index_put_",
    }
)  # fmt: skip
"""Changes for which what they are given is saved, and not what they change."""
_PRODUCTS = (ast.Mult, ast.Div, ast.MatMult, ast.Pow, ast.Mod, ast.FloorDiv)
_DISPLAYS = (
    ast.Constant, ast.JoinedStr, ast.Dict, ast.Set, ast.Compare, ast.Lambda, ast.DictComp,
    ast.SetComp,
)  # fmt: skip
_PUTS = frozenset({"append", "extend", "insert", "add", "appendleft", "update", "setdefault"})
_TRY_STARS = (getattr(ast, "TryStar", ast.Try),)
_LOOPS = (ast.For, ast.AsyncFor, ast.While)
_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
_CLOSURES = (*_FUNCTIONS, ast.ClassDef, ast.Global, ast.Nonlocal, ast.Delete)
_COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
MODULES_THAT_SAVE_NO_RESULT = frozenset(
    {"Linear", "Embedding", "LayerNorm", "Dropout", "Identity", "BatchNorm1d", "BatchNorm2d",
     "BatchNorm3d", "GroupNorm", "RMSNorm", "Conv1d", "Conv2d", "Conv3d", "AvgPool2d",
     "ZeroPad2d"}
)  # fmt: skip
"""Layers whose result is no memory that they have saved, nor their input."""


class Birth(Enum):
    """What a name is bound to."""

    PLAIN = "no tensor"
    FRESH = "memory that nothing has saved"
    SAVED = "what may be saved by the operation that makes it"
    ALIAS = "what other names stand for"


@functools.lru_cache(maxsize=1)
def _savers() -> tuple[frozenset[str], frozenset[str], frozenset[str]]:
    """Operations that save nothing, those that save no result, and those that give views."""
    variants: dict[str, list[tuple[bool, bool]]] = defaultdict(list)
    for name, facts in knowledge().operations.items():
        found = (bool(facts.saves) or any(facts.saves_results), any(facts.saves_results))
        variants[name].append(found)
        variants[name.split("_")[0]].append(found)
    nothing = {name for name, found in variants.items() if not any(each for each, _ in found)}
    no_result = {name for name, found in variants.items() if not any(each for _, each in found)}
    plain = knowledge().factories
    return frozenset(nothing | plain), frozenset(no_result | plain), knowledge().views | _ALIASES


@dataclass(frozen=True)
class Change:
    """One change.

    Attributes:
        line: Where it stands.
        loops: The first lines of the loops that it stands in; 0 for an inner function.
        target: The name, as it is bound there; ``None`` where no name tells.
        is_of_attribute: Whether it is an attribute of some object that is changed.
    """

    line: int
    loops: tuple[int, ...]
    target: str | None
    is_of_attribute: bool = False


@dataclass(frozen=True)
class Parameters:
    """Some parameters of a function.

    Attributes:
        names: Their names.
        positions: Where they stand in a call, the receiver not counted.
    """

    names: frozenset[str] = frozenset()
    positions: frozenset[int] = frozenset()

    def either(self, other: Parameters) -> Parameters:
        """Those of one function or of another."""
        return Parameters(self.names | other.names, self.positions | other.positions)

    def given(self, call: ast.Call) -> Iterator[ast.expr]:
        """What a call gives for them."""
        is_known = not any(isinstance(each, ast.Starred) for each in call.args)
        for position, each in enumerate(call.args):
            if not is_known or position in self.positions:
                yield each
        for keyword in call.keywords:
            if keyword.arg is None or keyword.arg in self.names:
                yield keyword.value


_NO_TENSORS = frozenset({"int", "float", "bool", "str", "bytes"})


@dataclass
class FunctionNames:
    """What one function does to names.

    A name that is bound anew is another one from there on: ``x``, ``x:12``. Attributes of the
    receiver are ``self.name`` everywhere.

    Attributes:
        parameters: Its parameters that may be tensors.
        order: Its parameters as a call gives them, less the receiver.
        bound: For each name, to what it is bound, and to which other names.
        used: For each name, where an operation may save it.
        changes: The changes in place.
        leaves: The names that may stand for a leaf that requires grad.
    """

    parameters: frozenset[str] = frozenset()
    order: tuple[str, ...] = ()
    bound: dict[str, list[tuple[Birth, tuple[str, ...]]]] = field(
        default_factory=lambda: defaultdict(list)
    )
    used: dict[str, list[tuple[int, tuple[int, ...]]]] = field(
        default_factory=lambda: defaultdict(list)
    )
    changes: list[Change] = field(default_factory=list)
    leaves: set[str] = field(default_factory=set)

    def standing_for(self, name: str) -> set[str]:
        """The names through which a name has come to what it is, itself included."""
        found = {name}
        pending = [name]
        while pending:
            for _, others in self.bound.get(pending.pop(), ()):
                pending.extend(set(others) - found)
                found.update(others)
        return found

    def origins(self, name: str) -> frozenset[str]:
        """The memories that a name may stand for, each by the name that it was first bound to."""
        return frozenset(
            each
            for each in self.standing_for(name)
            if each not in self.bound
            or each.startswith(SELF)
            or any(birth in {Birth.FRESH, Birth.SAVED} for birth, _ in self.bound[each])
        )

    def of_saved(self, attributes: Collection[str]) -> Iterator[Change]:
        """The changes of what an operation may have saved.

        Args:
            attributes: The attributes of ``self`` that some method of the class may have saved.
        """
        if not self.changes:
            return
        used = self._used_origins()
        for change in self.changes:
            if change.target is None or self._may_be_saved(change, used, attributes):
                yield change

    def changes_attribute(self) -> bool:
        """Whether something is changed that an attribute of ``self`` may hold."""
        return any(
            origin.startswith(SELF)
            for change in self.changes
            if change.target is not None
            for origin in self.origins(change.target)
        )

    def saved_attributes(self) -> Iterator[str]:
        """The attributes of ``self`` that may be saved here, or hold what was."""
        for name, births in self.bound.items():
            if name.startswith(SELF) and any(birth is not Birth.PLAIN for birth, _ in births):
                yield name
        for name in self._used_origins():
            if name.startswith(SELF):
                yield name

    def _used_origins(self) -> dict[str, list[tuple[int, tuple[int, ...]]]]:
        used: dict[str, list[tuple[int, tuple[int, ...]]]] = defaultdict(list)
        for name, places in self.used.items():
            for origin in self.origins(name):
                used[origin] += places
        return used

    def _may_be_saved(
        self,
        change: Change,
        used: Mapping[str, Iterable[tuple[int, tuple[int, ...]]]],
        attributes: Collection[str],
    ) -> bool:
        for origin in self.origins(change.target or ""):
            if origin.startswith(SELF) and origin in attributes:
                return True
            if any(birth is Birth.SAVED for birth, _ in self.bound.get(origin, ())):
                return True
            for line, loops in used.get(origin, ()):
                if line <= change.line or 0 in change.loops or set(loops) & set(change.loops):
                    return True
        return False

    def changed_parameters(self) -> Parameters:
        """The parameters that it changes, under whatever name."""
        changed = {
            name
            for change in self.changes
            if change.target is not None
            for name in self.origins(change.target) & self.parameters
        }
        positions = [at for at, name in enumerate(self.order) if name in changed]
        return Parameters(frozenset(changed), frozenset(positions))

    def of_leaves(self, attributes: Collection[str]) -> bool:
        """Whether something is changed that may be a leaf.

        Args:
            attributes: The attributes of ``self`` that may be leaves, as ``self.name``.
        """
        return any(
            change.is_of_attribute
            or change.target is None
            or any(
                name in self.leaves or name in attributes
                for name in self.standing_for(change.target)
            )
            for change in self.changes
        )


class Reader:
    """Reads what functions do to names."""

    def __init__(
        self,
        layers: Mapping[str, str],
        changers: Mapping[str, Parameters],
        own: Collection[str] = (),
    ) -> None:
        """Read the functions of one class or module.

        Args:
            layers: What the attributes of ``self`` are made of: ``self.proj`` is a ``Linear``.
            changers: Functions and attributes whose call changes some arguments in place.
            own: The functions and classes of the file.
        """
        self._own = own
        self._layers = layers
        self._changers = changers
        self._nothing, self._no_result, self._aliases = _savers()
        self._in_place = knowledge().inplace_methods

    def read(self, function: ast.FunctionDef | ast.AsyncFunctionDef) -> FunctionNames:
        """What a function does to names, inner functions included."""
        arguments = function.args
        ordered = [each.arg for each in (*arguments.posonlyargs, *arguments.args)]
        if ordered[:1] in (["self"], ["cls"]):
            del ordered[0]
        may_be_tensors = {
            each.arg
            for each in (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs)
            if not _is_number(each.annotation)
        } - {"self", "cls"}
        if arguments.vararg is not None:
            may_be_tensors.add(arguments.vararg.arg)
        self._facts = FunctionNames(frozenset(may_be_tensors), tuple(ordered))
        self._now: dict[str, str] = {}
        self._count = 0
        # What an inner function reads may be bound after it: then a name is one name throughout.
        self._tells_apart = not any(
            isinstance(inner, _CLOSURES) for statement in function.body for inner in walk(statement)
        )
        self._block(function.body, ())
        return self._facts

    # --- names ---

    def _name(self, expression: ast.expr) -> str | None:
        name = root_of(expression)
        if name is None or name.startswith(SELF):
            return name
        first, dot, rest = name.partition(".")
        return self._now.get(first, first) + dot + rest

    def _bind_name(self, name: str, birth: Birth, others: tuple[str, ...]) -> str:
        if self._tells_apart and "." not in name:
            self._count += 1
            self._now[name] = f"{name}:{self._count}"
            name = self._now[name]
        elif name in self._facts.parameters:
            self._facts.bound[name].append((Birth.FRESH, ()))
        self._facts.bound[name].append((birth, others))
        return name

    def _join(self, *ends: dict[str, str]) -> None:
        """Where branches meet, a name may stand for what it stood for at the end of any."""
        names = {name for end in ends for name in end}
        joined: dict[str, str] = {}
        for name in names:
            found = tuple(dict.fromkeys(end.get(name, name) for end in ends))
            if len(found) == 1:
                joined[name] = found[0]
                continue
            self._count += 1
            joined[name] = f"{name}:{self._count}"
            self._facts.bound[joined[name]].append((Birth.ALIAS, found))
        self._now = joined

    def _in_rounds(self, statements: Sequence[ast.stmt], run: Callable[[], None]) -> None:
        """What may run any number of times: names bound in it stand for all of that, too."""
        if not self._tells_apart:
            run()
            return
        entered: dict[str, str] = {}
        for statement in statements:
            for node in walk(statement):
                if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
                    if node.id not in entered:
                        self._count += 1
                        entered[node.id] = f"{node.id}:{self._count}"
        for name, each in entered.items():
            before = self._now.get(name, name)
            self._facts.bound[each].append((Birth.ALIAS, (before,)))
        self._now = {**self._now, **entered}
        run()
        for name, each in entered.items():
            after = self._now.get(name, name)
            if after != each:
                self._facts.bound[each].append((Birth.ALIAS, (after,)))
        self._now = {**self._now, **entered}

    # --- statements ---

    def _block(self, body: Iterable[ast.stmt], loops: tuple[int, ...]) -> None:
        for statement in body:
            self._statement(statement, loops)

    def _statement(self, statement: ast.stmt, loops: tuple[int, ...]) -> None:
        if isinstance(statement, (*_FUNCTIONS, ast.ClassDef)):
            # Called who knows when: as if in a loop over the whole function.
            self._block(statement.body, (*loops, 0))
        elif isinstance(statement, _LOOPS):
            self._in_rounds([statement], lambda: self._round(statement, loops))
            self._block(statement.orelse, loops)
        elif isinstance(statement, ast.If):
            self._expression(statement.test, loops)
            before = dict(self._now)
            self._block(statement.body, loops)
            first, self._now = self._now, before
            self._block(statement.orelse, loops)
            ends = [
                end
                for end, body in ((first, statement.body), (self._now, statement.orelse))
                if not (body and isinstance(body[-1], (ast.Return, ast.Raise)))
            ]
            self._join(*(ends or [first, self._now]))
        elif isinstance(statement, (ast.Try, ast.Match, *_TRY_STARS)):
            self._in_rounds([statement], lambda: self._other(statement, loops))
        elif isinstance(statement, ast.Assign):
            self._expression(statement.value, loops)
            for target in statement.targets:
                self._assign(target, statement.value, loops)
        elif isinstance(statement, ast.AnnAssign):
            if statement.value is not None:
                self._expression(statement.value, loops)
                self._assign(statement.target, statement.value, loops)
        elif isinstance(statement, ast.AugAssign):
            self._augmented(statement, loops)
        else:
            self._other(statement, loops)

    def _round(self, statement: ast.For | ast.AsyncFor | ast.While, loops: tuple[int, ...]) -> None:
        inside = (*loops, statement.lineno)
        if isinstance(statement, ast.While):
            self._expression(statement.test, inside)
        else:
            self._expression(statement.iter, inside)
            self._bind(statement.target, statement.iter, is_part=True)
        self._block(statement.body, inside)

    def _other(self, statement: ast.stmt, loops: tuple[int, ...]) -> None:
        for child in ast.iter_child_nodes(statement):
            if isinstance(child, ast.stmt):
                self._statement(child, loops)
            elif isinstance(child, ast.expr):
                self._expression(child, loops)
            elif isinstance(child, ast.withitem):
                self._expression(child.context_expr, loops)
                if child.optional_vars is not None:
                    self._bind(child.optional_vars, child.context_expr)
            elif isinstance(child, (ast.ExceptHandler, ast.match_case)):
                self._block(child.body, loops)

    def _augmented(self, statement: ast.AugAssign, loops: tuple[int, ...]) -> None:
        self._expression(statement.value, loops)
        target = self._name(statement.target)
        if target is None and isinstance(statement.target, ast.Name):
            return
        if isinstance(statement.op, _PRODUCTS):
            self._use(statement.target, statement.lineno + 1, loops)
            self._use(statement.value, statement.lineno, loops)
        self._change(statement.target, statement.lineno, loops)
        if isinstance(statement.op, ast.Add) and target is not None:
            self._put(target, statement.value)  # two lists, too, are added

    def _assign(self, target: ast.expr, value: ast.expr, loops: tuple[int, ...]) -> None:
        if isinstance(target, (ast.Tuple, ast.List)):
            whole = value.elts if isinstance(value, (ast.Tuple, ast.List)) else []
            matched = len(whole) == len(target.elts) and not any(
                isinstance(each, ast.Starred) for each in (*whole, *target.elts)
            )
            born = [self._born(whole[at] if matched else value) for at in range(len(target.elts))]
            for position, each in enumerate(target.elts):
                self._assign_born(
                    each, whole[position] if matched else value, born[position], loops
                )
        else:
            self._assign_born(target, value, self._born(value), loops)

    def _assign_born(
        self,
        target: ast.expr,
        value: ast.expr,
        born: tuple[Birth, tuple[str, ...]],
        loops: tuple[int, ...],
    ) -> None:
        if isinstance(target, ast.Starred):
            target = target.value
        if isinstance(target, (ast.Tuple, ast.List)):
            for each in target.elts:
                self._assign_born(each, value, born, loops)
        elif isinstance(target, ast.Subscript):
            self._expression(target.slice, loops)
            name = self._name(target.value)
            if not _is_text(target.slice) and not _is_text(value) and not _is_flag(value):
                self._change(target.value, target.lineno, loops)
            if name is not None:
                self._put(name, value)
        else:
            name = root_of(target)
            if name is not None:
                name = self._bind_name(name, *born)
                if may_be_leaf(value):
                    self._facts.leaves.add(name)

    def _change(self, target: ast.expr, line: int, loops: tuple[int, ...]) -> None:
        """Note a change of what an expression gives."""
        is_attribute = may_be_leaf(target)
        while isinstance(target, ast.Subscript):
            target = target.value
        birth, others = self._born(target)
        if isinstance(target, (ast.Name, ast.Attribute)):
            names: tuple[str | None, ...] = (self._name(target),)
        elif birth is Birth.SAVED:
            names = (None,)
        else:
            names = others
        for name in names:
            self._facts.changes.append(Change(line, loops, name, is_attribute))

    def _put(self, container: str, value: ast.expr) -> None:
        """What is put into a container is taken out of it again."""
        birth, others = self._born(value)
        if birth is Birth.ALIAS:
            self._facts.bound[container].append((birth, others))
        elif birth is Birth.SAVED:
            self._count += 1
            inner = f":{self._count}"
            self._facts.bound[inner].append((Birth.SAVED, ()))
            self._facts.bound[container].append((Birth.ALIAS, (inner,)))

    def _bind(self, target: ast.expr, value: ast.expr, *, is_part: bool = False) -> None:
        born = self._born(value)
        if is_part and born[0] is Birth.PLAIN and not _counts(value):
            born = (Birth.SAVED, ())
        for each in walk(target):
            if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Store):
                name = self._bind_name(each.id, *born)
                if may_be_leaf(value):
                    self._facts.leaves.add(name)

    # --- expressions ---

    def _born(self, value: ast.expr) -> tuple[Birth, tuple[str, ...]]:
        if isinstance(value, _DISPLAYS):
            return Birth.PLAIN, ()
        if isinstance(value, (ast.List, ast.Tuple)):
            return self._born_of_all(value.elts, is_held=True)
        if isinstance(value, (ast.ListComp, ast.GeneratorExp)):
            return self._born_of_all([value.elt], is_held=True)
        if isinstance(value, ast.BinOp):
            if isinstance(value.op, ast.Pow):
                return Birth.SAVED, ()
            # Two lists, too, are added: what they hold is in the sum.
            return (
                self._mixed([value.left, value.right])
                if isinstance(value.op, ast.Add)
                else (Birth.FRESH, ())
            )
        if isinstance(value, ast.UnaryOp):
            return (Birth.PLAIN, ()) if isinstance(value.op, ast.Not) else (Birth.FRESH, ())
        if isinstance(value, ast.BoolOp):
            return self._born_of_all(value.values)
        if isinstance(value, ast.IfExp):
            return self._born_of_all([value.body, value.orelse])
        if isinstance(value, ast.NamedExpr):
            return self._born(value.value)
        if isinstance(value, ast.Await):
            return self._born(value.value)
        if isinstance(value, ast.Call):
            return self._born_of_call(value)
        if isinstance(value, ast.Attribute) and value.attr in _ABOUT_TENSORS:
            return Birth.PLAIN, ()
        name = self._name(value)
        return (Birth.ALIAS, (name,)) if name is not None else (Birth.SAVED, ())

    def _mixed(self, values: Iterable[ast.expr]) -> tuple[Birth, tuple[str, ...]]:
        held = [each for each in values if isinstance(each, (ast.List, ast.ListComp, ast.Tuple))]
        return self._born_of_all(held, is_held=True) if held else (Birth.FRESH, ())

    def _born_of_all(
        self, values: Iterable[ast.expr], *, is_held: bool = False
    ) -> tuple[Birth, tuple[str, ...]]:
        found = [self._born(each) for each in values]
        births = {birth for birth, _ in found}
        others = tuple(name for _, names in found for name in names)
        for birth in (Birth.SAVED, Birth.ALIAS):
            if birth in births:
                return birth, others
        if is_held:
            return (Birth.PLAIN, ()) if births <= {Birth.PLAIN} else (Birth.FRESH, ())
        return (Birth.FRESH, ()) if Birth.FRESH in births else (Birth.PLAIN, ())

    def _born_of_call(self, call: ast.Call) -> tuple[Birth, tuple[str, ...]]:
        name = called(call)
        given = [call.func.value, *call.args] if isinstance(call.func, ast.Attribute) else call.args
        aliases = tuple(
            found
            for each in (*given, *(keyword.value for keyword in call.keywords))
            if (found := self._name(each)) is not None
        )
        if name in _QUESTIONS:
            return Birth.PLAIN, ()
        if name in self._aliases or name in self._in_place:
            return Birth.ALIAS, aliases
        if name in self._no_result:
            return Birth.FRESH, ()
        if "loss" in name.lower() and name not in self._own:
            return Birth.FRESH, ()
        layer = self._layers.get(name) if _is_of_self(call.func) else None
        if layer in MODULES_THAT_SAVE_NO_RESULT:
            return (Birth.ALIAS, aliases) if layer in {"Identity", "Dropout"} else (Birth.FRESH, ())
        return Birth.SAVED, ()

    def _expression(self, expression: ast.expr, loops: tuple[int, ...]) -> None:
        for node in walk(expression):
            if isinstance(node, ast.Call):
                self._call(node, loops)
            elif isinstance(node, ast.BinOp) and isinstance(node.op, _PRODUCTS):
                self._use(node.left, node.lineno, loops)
                self._use(node.right, node.lineno, loops)
            elif isinstance(node, ast.NamedExpr):
                self._bind(node.target, node.value)
            elif isinstance(node, _COMPREHENSIONS):
                for generator in node.generators:
                    self._bind(generator.target, generator.iter, is_part=True)

    def _call(self, call: ast.Call, loops: tuple[int, ...]) -> None:
        name, line = called(call), call.lineno
        given = [*call.args, *(keyword.value for keyword in call.keywords)]
        if isinstance(call.func, ast.Attribute) and name in self._in_place:
            if not _is_initialiser(call.func):
                self._change(call.func.value, line, loops)
            if name in _SAVE_NOTHING:
                return
            if name not in _SAVE_OPERANDS:
                # Saved as it is after the change, so for what comes behind it.
                self._use(call.func.value, line + 1, loops)
            for each in given:
                self._use(each, line, loops)
            return
        if name.endswith("_") and not name.endswith("__") and call.args:
            if not _is_initialiser(call.func) and name not in knowledge().init_functions:
                self._change(call.args[0], line, loops)
        for keyword in call.keywords:
            if keyword.arg == "out":
                self._change(keyword.value, line, loops)
            elif keyword.arg == "inplace" and call.args and not _is_false(keyword.value):
                self._change(call.args[0], line, loops)
        if name in _PUTS and isinstance(call.func, ast.Attribute):
            owner = self._name(call.func.value)
            for each in given:
                if owner is not None:
                    self._put(owner, each)
        if name in self._changers:
            for each in self._changers[name].given(call):
                self._change(each, line, loops)
        if name in _QUESTIONS or name in self._nothing:
            return
        if isinstance(call.func, ast.Attribute):
            self._use(call.func.value, line, loops)
        for each in given:
            self._use(each, line, loops)

    def _use(self, expression: ast.expr, line: int, loops: tuple[int, ...]) -> None:
        if isinstance(expression, (ast.List, ast.Tuple)):
            for each in expression.elts:
                self._use(each, line, loops)
            return
        if isinstance(expression, ast.Attribute) and expression.attr in _ABOUT_TENSORS:
            return
        name = self._name(expression)
        if name is not None:
            self._facts.used[name].append((line, loops))


def called(call: ast.Call) -> str:
    """The last name of what is called."""
    function = call.func
    if isinstance(function, ast.Attribute):
        return function.attr
    return function.id if isinstance(function, ast.Name) else ""


def root_of(expression: ast.expr) -> str | None:
    """The name that an expression starts at, ``self.name`` for an attribute of the receiver.

    >>> root_of(ast.parse("x.view(-1)[0]", mode="eval").body)
    'x'
    >>> root_of(ast.parse("self.weight.data", mode="eval").body)
    'self.weight'
    """
    attributes: list[str] = []
    while True:
        if isinstance(expression, ast.Attribute):
            attributes.append(expression.attr)
            expression = expression.value
        elif isinstance(expression, (ast.Subscript, ast.Starred)):
            expression = expression.value
        elif isinstance(expression, ast.Call):
            if not isinstance(expression.func, ast.Attribute):
                return None
            if isinstance(expression.func.value, ast.Name):
                if expression.func.value.id in {"self", "cls", *_LIBRARIES}:
                    return None
            attributes.clear()  # a method's result belongs to what the method is of
            expression = expression.func.value
        else:
            break
    if not isinstance(expression, ast.Name):
        return None
    while attributes and attributes[-1] in _SAME_MEMORY:
        attributes.pop()
    return f"{expression.id}.{attributes[-1]}" if attributes else expression.id


_LIBRARIES = frozenset({"torch", "F", "nn", "np", "numpy", "functional", "math"})
_SAME_MEMORY = frozenset({"data", "T", "mT", "H", "mH", "real", "imag"})


_MAKE_LEAVES = frozenset(
    {"Parameter", "parameters", "named_parameters", "requires_grad_", "Variable", "ParameterList"}
)


def may_be_leaf(expression: ast.expr) -> bool:
    """Whether an expression may give a leaf itself: it makes one, or reads one off an object."""
    pending = [expression]
    while pending:
        each = pending.pop()
        if isinstance(each, (ast.Subscript, ast.Starred, ast.NamedExpr)):
            pending.append(each.value)
        elif isinstance(each, ast.IfExp):
            pending += [each.body, each.orelse]
        elif isinstance(each, (ast.BoolOp, ast.List, ast.Tuple)):
            pending += each.values if isinstance(each, ast.BoolOp) else each.elts
        elif isinstance(each, ast.Attribute):
            if each.attr == "data":
                pending.append(each.value)
            elif each.attr not in _ABOUT_TENSORS:
                is_of_receiver = isinstance(each.value, ast.Name) and each.value.id == "self"
                if not is_of_receiver:
                    return True
        elif isinstance(each, ast.Call):
            name = called(each)
            asks = any(keyword.arg == "requires_grad" for keyword in each.keywords)
            if asks or name in _MAKE_LEAVES:
                return True
            if isinstance(each.func, ast.Attribute) and name in _savers()[2]:
                pending.append(each.func.value)
                pending += each.args[:1]
            elif name in _savers()[2]:
                pending += each.args
    return False


def _is_of_self(function: ast.expr) -> bool:
    return (
        isinstance(function, ast.Attribute)
        and isinstance(function.value, ast.Name)
        and function.value.id == "self"
    )


def _is_text(index: ast.expr) -> bool:
    """Whether an index is a text: then what is changed is a dictionary."""
    return isinstance(index, ast.JoinedStr) or (
        isinstance(index, ast.Constant) and isinstance(index.value, str)
    )


def _is_number(annotation: ast.expr | None) -> bool:
    return isinstance(annotation, ast.Name) and annotation.id in _NO_TENSORS


def _is_flag(value: ast.expr) -> bool:
    return isinstance(value, ast.Constant) and (
        value.value is None or value.value is True or value.value is False
    )


def _is_initialiser(function: ast.expr) -> bool:
    """``init.normal_``, ``nn.init.normal_``: it runs under ``no_grad`` itself."""
    owner = function.value if isinstance(function, ast.Attribute) else None
    name = owner.attr if isinstance(owner, ast.Attribute) else getattr(owner, "id", "")
    return name == "init"


def _is_false(value: ast.expr) -> bool:
    return isinstance(value, ast.Constant) and value.value is False


def _counts(value: ast.expr) -> bool:
    return isinstance(value, ast.Call) and called(value) in {"range", "len"}
