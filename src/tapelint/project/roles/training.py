"""Which networks each optimiser of a function trains, as backwards and steps in it show.

``d_loss.backward(); optimizer_d.step()``: the optimiser has some of the networks that the loss was
computed with. Where it steps behind several backwards, it has what these have in common. What an
optimiser has alone, no other one has.

The same walk tells what comes from outside and is called on the way to a loss: in
``f(g(x), y).backward()``, ``f`` computes a loss, and ``g`` is a network.
"""

from __future__ import annotations

import ast
import builtins
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from tapelint.project.roles.facts import Names, subject
from tapelint.torch_api.families import families
from tapelint.torch_api.knowledge import knowledge
from tapelint.torch_api.names import gives_output

_UNRECORDED = frozenset({"no_grad", "inference_mode"})
_FILLING = frozenset({"add", "append", "extend", "insert"})
_LIBRARIES = frozenset({"F", "math", "nn", "np", "torch"})
UNSEEN = "?"
"""Stands for a call of which nobody knows what it does."""
_Names = frozenset[str]
_NONE: _Names = frozenset()


class Made(NamedTuple):
    """What a value was computed with.

    Attributes:
        behind: The networks that a gradient may reach from it.
        nearest: The last calls on each way to it.
        sums: Those of them of which it is the weighted sum.
        before: Networks that have run before the loop at hand: others are trained in it.
    """

    behind: _Names = _NONE
    nearest: _Names = _NONE
    sums: _Names = _NONE
    before: _Names = _NONE

    @property
    def trained(self) -> _Names:
        """The networks of which one or more are trained by a backward from it."""
        return self.behind or self.before

    def join(self, *others: Made) -> Made:
        """What is computed with each of several values."""
        return Made(*(mine.union(*its) for mine, *its in zip(self, *others, strict=True)))


_NOTHING = Made()


@dataclass
class Shown:
    """What the code shows of the calls behind its losses.

    Attributes:
        losses: For each subject that steps, what was computed before each of its steps.
        called: For each call from outside, what it was given, all its calls together.
        fewest: How many arguments it was given at least.
        outsiders: What of these nothing in the code has computed.
    """

    losses: dict[str, list[Made]] = field(default_factory=dict)
    called: dict[str, Made] = field(default_factory=dict)
    fewest: dict[str, int] = field(default_factory=dict)
    outsiders: dict[str, set[str]] = field(default_factory=dict)

    @property
    def trained(self) -> Mapping[str, frozenset[str]]:
        """For each subject that steps, the networks that it may train."""
        return {
            name: frozenset.intersection(*(each.trained for each in several))
            for name, several in self.losses.items()
        }


@dataclass
class _Flow:
    """What each variable was computed with, as far as the walk has come.

    Attributes:
        is_network: Whether a subject is a network.
        is_unknown: Whether nothing tells what a subject is that is called.
        kept: For each attribute that keeps a parameter, and its parts, the name of that.
        shown: What the code has shown.
        names: Which variables are other names.
        computed: How each variable was made.
        frozen: The networks whose parameters are frozen for now.
        pending: What backwards were run of since the last step; ``None`` where none was.
    """

    is_network: Callable[[str], bool]
    is_unknown: Callable[[str], bool]
    kept: Mapping[str, str]
    shown: Shown
    names: Names = field(default_factory=Names)
    computed: dict[str, Made] = field(default_factory=dict)
    frozen: _Names = _NONE
    pending: Made | None = None

    def run(self, body: Sequence[ast.stmt]) -> None:
        """Go through statements in their order, branches and loops one after the other."""
        for statement in body:
            self._statement(statement)

    def _statement(self, node: ast.stmt) -> None:
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            return
        if isinstance(node, (ast.With, ast.AsyncWith)) and _switches_off(node):
            return
        for network, is_frozen in _frozen_by(node):
            named = frozenset({self.kept.get(network, network)})
            self.frozen = self.frozen - named | (named if is_frozen else _NONE)
        for each in ast.iter_child_nodes(node):
            if isinstance(each, ast.expr):
                self._expression(each)
        if isinstance(node, ast.Assign):
            for target in node.targets:
                self._bind(target, node.value, self._made(node.value))
        elif isinstance(node, (ast.AugAssign, ast.AnnAssign)) and node.value is not None:
            before = self._made(node.target) if isinstance(node, ast.AugAssign) else _NOTHING
            self._bind(node.target, None, before.join(self._made(node.value)))
        if isinstance(node, (ast.For, ast.AsyncFor, ast.While)):
            self._loop(node)
        else:
            self.run(getattr(node, "body", ()))
        for part in ("orelse", "finalbody"):
            self.run(getattr(node, part, ()))
        for handler in getattr(node, "handlers", ()):
            self.run(handler.body)

    def _loop(self, node: ast.For | ast.AsyncFor | ast.While) -> None:
        older = {
            name: (made, made._replace(behind=_NONE, before=made.behind | made.before))
            for name, made in self.computed.items()
        }
        self.computed.update((name, now) for name, (_, now) in older.items())
        self.run(node.body)
        if self.pending is not None:
            self.run(node.body)  # a step of the next round is for what the last backward has left
        for name, (made, now) in older.items():
            if self.computed.get(name) is now:
                self.computed[name] = made

    def _bind(self, target: ast.expr, value: ast.expr | None, made: Made) -> None:
        if isinstance(target, (ast.Tuple, ast.List)):
            parts = value.elts if isinstance(value, (ast.Tuple, ast.List)) else ()
            for at, each in enumerate(target.elts):
                is_told = len(parts) == len(target.elts)
                self._bind(
                    each,
                    parts[at] if is_told else None,
                    self._made(parts[at]) if is_told else made._replace(sums=_NONE),
                )
        elif name := subject(target):
            if isinstance(target, ast.Name):
                self.names.bind(name, self.names.of(value) if value is not None else "")
            self.computed[name] = made

    def _expression(self, node: ast.expr) -> None:
        """Note the backwards and the steps in an expression."""
        for call in ast.walk(node):
            if not isinstance(call, ast.Call) or not isinstance(call.func, ast.Attribute):
                continue
            if call.func.attr in _FILLING and (held := subject(call.func.value)):
                put = map(self._made, call.args)
                self.computed[held] = self.computed.get(held, _NOTHING).join(*put)
            elif call.func.attr == "backward":
                started = self._made(call.func.value).join(*map(self._made, call.args))
                reached = started._replace(behind=started.behind - self.frozen)
                self.pending = reached.join(self.pending or _NOTHING)
            elif call.func.attr == "step":
                # A scaler steps what it is given.
                stepped = self._named(call.args[0] if call.args else call.func.value)
                if stepped and self.pending is not None:
                    self.shown.losses.setdefault(stepped, []).append(self.pending)
                    self.pending = None

    def _made(self, node: ast.AST) -> Made:
        """The calls from outside that an expression is computed with."""
        if isinstance(node, ast.expr) and (name := subject(node)):
            found = self.computed.get(name)
            if found is not None or isinstance(node, ast.Name):
                return found or _NOTHING
        if isinstance(node, ast.Attribute) and _cuts(node.attr):
            return _NOTHING
        if not isinstance(node, ast.Call):
            return _NOTHING.join(*map(self._made, ast.iter_child_nodes(node)))
        if isinstance(node.func, ast.Attribute) and _cuts(node.func.attr):
            return _NOTHING
        given = _NOTHING.join(*map(self._made, _arguments(node)))
        called = self._called(node.func)
        if called:
            self._note_call(called, node, given)
            its = frozenset({called})
            return Made(given.behind | its, its, its)
        parts = given.join(self._made(node.func))
        if _is_unseen(node.func):
            return parts._replace(nearest=parts.nearest | {UNSEEN}, sums=_NONE)
        return parts if _is_sum(node.func) else parts._replace(sums=_NONE)

    def _called(self, function: ast.expr) -> str:
        """What a call from outside runs: ``net(x)``, ``net.forward(x)``; "" for another one."""
        name = self._named(function)
        if self.is_network(name) or self.is_unknown(name):
            return name
        if isinstance(function, ast.Attribute):
            owner = self.names.of(function.value) or self.names.part_of(function)
            name = self.kept.get(owner, owner)
            part = self.kept.get(f"{owner}.{function.attr}", f"{owner}.{function.attr}")
            if self.is_unknown(part) and not gives_output(function.attr):
                return part
            if self.is_network(name) or (self.is_unknown(name) and gives_output(function.attr)):
                return name
        return ""

    def _named(self, node: ast.expr) -> str:
        """The subject that an expression is, by the name of the parameter that it keeps."""
        name = self.names.of(node)
        return self.kept.get(name, name)

    def _note_call(self, name: str, call: ast.Call, given: Made) -> None:
        shown, several = self.shown, _arguments(call)
        shown.called[name] = given.join(shown.called.get(name, _NOTHING))
        shown.fewest[name] = min(shown.fewest.get(name, len(several)), len(several))
        outsiders = shown.outsiders.setdefault(name, set())
        for each in several:
            if isinstance(each, (ast.Name, ast.Attribute)) and (bare := self.names.of(each)):
                outsiders.update([self.kept.get(bare, bare)] if bare not in self.computed else ())


def _arguments(call: ast.Call) -> list[ast.expr]:
    """What a call is given, by position and by name."""
    return [*call.args, *(each.value for each in call.keywords)]


def _is_unseen(function: ast.expr) -> bool:
    """Whether a call is one of which nobody knows what it does: no method of tensors, no torch."""
    if isinstance(function, ast.Attribute):
        root = function.value
        while isinstance(root, ast.Attribute):
            root = root.value
        is_library = isinstance(root, ast.Name) and root.id in _LIBRARIES
        return function.attr not in knowledge().tensor_methods and not is_library
    return not isinstance(function, ast.Name) or not hasattr(builtins, function.id)


def _is_sum(function: ast.expr) -> bool:
    """Whether a call gives a weighted sum: a scaler's ``scale``, and Python's own ``sum``."""
    if isinstance(function, ast.Attribute):
        return function.attr == "scale"
    return isinstance(function, ast.Name) and function.id == "sum"


def _cuts(name: str) -> bool:
    """Whether an attribute or a method gives a tensor's numbers without its history."""
    return name in families().ending_history or name in {"data", "numpy"}


def _frozen_by(node: ast.stmt) -> Iterator[tuple[str, bool]]:
    """The network that a statement freezes, or thaws: ``for p in net.parameters(): ...``."""
    if isinstance(node, ast.For) and isinstance(node.iter, ast.Call):
        asked = node.iter.func
        for flag in map(_flag_set, node.body):
            if isinstance(asked, ast.Attribute) and asked.attr == "parameters" and flag is not None:
                yield subject(asked.value), not flag
    elif (flag := _flag_set(node)) is not None and isinstance(node, ast.Expr):
        call = node.value
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute):
            yield subject(call.func.value), not flag


def _flag_set(node: ast.stmt) -> bool | None:
    """What a statement sets as ``requires_grad``, by the attribute or by the method."""
    value: ast.expr | None = None
    if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Attribute):
        value = node.value if node.targets[0].attr == "requires_grad" else None
    elif isinstance(node, ast.Expr) and isinstance(node.value, ast.Call):
        called = node.value.func
        if isinstance(called, ast.Attribute) and called.attr == "requires_grad_":
            value = node.value.args[0] if node.value.args else ast.Constant(True)
    return (
        value.value if isinstance(value, ast.Constant) and isinstance(value.value, bool) else None
    )


def _switches_off(node: ast.With | ast.AsyncWith) -> bool:
    return any(
        isinstance(part, (ast.Name, ast.Attribute))
        and getattr(part, "attr", getattr(part, "id", "")) in _UNRECORDED
        for item in node.items
        for part in ast.walk(item.context_expr)
    )


def shown_by(
    bodies: Sequence[Sequence[ast.stmt]],
    is_network: Callable[[str], bool],
    is_unknown: Callable[[str], bool],
    kept: Mapping[str, str],
) -> Shown:
    """What the code shows of what comes from outside; nothing if it nests too deep to be read.

    Args:
        bodies: The statements of the functions that use it.
        is_network: Whether a subject is a network.
        is_unknown: Whether nothing tells what a subject is that is called.
        kept: For each attribute that keeps a parameter, and its parts, the name of that.
    """
    shown = Shown()
    for body in bodies:
        try:
            _Flow(is_network, is_unknown, kept, shown).run(body)
        except RecursionError:
            return Shown()
    return shown


def alone(trained: Mapping[str, frozenset[str]]) -> dict[str, frozenset[str]]:
    """The networks that each optimiser trains: what one has alone, no other one has."""
    owned = dict(trained)
    for name, networks in sorted(owned.items(), key=lambda each: len(each[1])):
        for other in owned:
            if other != name and networks < owned[other]:
                owned[other] -= networks
    return owned
