"""Which networks each optimiser of a function trains, as backwards and steps in it show.

``d_loss.backward(); optimizer_d.step()``: the optimiser has some of the networks that the loss was
computed with. Where it steps behind several backwards, it has what these have in common. What an
optimiser has alone, no other one has.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from tapelint.project.roles.facts import subject
from tapelint.torch_api.families import families

_UNRECORDED = frozenset({"no_grad", "inference_mode"})
_Names = frozenset[str]
_NONE: _Names = frozenset()


@dataclass
class _Flow:
    """What each variable was computed with, as far as the walk has come.

    Attributes:
        is_network: Whether a subject is a network.
        computed: The networks behind each variable.
        frozen: The networks whose parameters are frozen for now.
        pending: The networks that backwards have reached since the last step; ``None`` where
            none has run.
        reached: For each subject that steps, the networks behind each of its steps.
    """

    is_network: Callable[[str], bool]
    computed: dict[str, _Names] = field(default_factory=dict)
    frozen: _Names = _NONE
    pending: _Names | None = None
    reached: dict[str, list[_Names]] = field(default_factory=dict)

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
            self.frozen = self.frozen - {network} | ({network} if is_frozen else _NONE)
        for each in ast.iter_child_nodes(node):
            if isinstance(each, ast.expr):
                self._expression(each)
        if isinstance(node, ast.Assign):
            for target in node.targets:
                self._bind(target, self._behind(node.value))
        elif isinstance(node, (ast.AugAssign, ast.AnnAssign)) and node.value is not None:
            before = self._behind(node.target) if isinstance(node, ast.AugAssign) else _NONE
            self._bind(node.target, before | self._behind(node.value))
        for part in ("body", "orelse", "finalbody"):
            self.run(getattr(node, part, ()))
        if isinstance(node, (ast.For, ast.AsyncFor, ast.While)) and self.pending is not None:
            self.run(node.body)  # a step of the next round is for what the last backward has left
        for handler in getattr(node, "handlers", ()):
            self.run(handler.body)

    def _bind(self, target: ast.expr, networks: _Names) -> None:
        if isinstance(target, (ast.Tuple, ast.List)):
            for each in target.elts:
                self._bind(each, networks)
        elif name := subject(target):
            self.computed[name] = networks

    def _expression(self, node: ast.expr) -> None:
        """Note the backwards and the steps in an expression."""
        for call in ast.walk(node):
            if not isinstance(call, ast.Call) or not isinstance(call.func, ast.Attribute):
                continue
            if call.func.attr == "backward":
                started = self._behind(call.func.value)
                for argument in call.args:
                    started |= self._behind(argument)
                self.pending = (started - self.frozen) | (self.pending or _NONE)
            elif call.func.attr == "step":
                # A scaler steps what it is given.
                stepped = subject(call.args[0] if call.args else call.func.value)
                if stepped and self.pending is not None:
                    self.reached.setdefault(stepped, []).append(self.pending)
                    self.pending = None

    def _behind(self, node: ast.AST) -> _Names:
        """The networks that an expression is computed with, and that a gradient may reach."""
        if isinstance(node, ast.expr) and (name := subject(node)):
            return self.computed.get(name, _NONE)
        if isinstance(node, ast.Attribute) and _cuts(node.attr):
            return _NONE
        if isinstance(node, ast.Call):
            if isinstance(node.func, ast.Attribute) and _cuts(node.func.attr):
                return _NONE
            called = _network_called(node.func)
            own = frozenset({called}) if called and self.is_network(called) else _NONE
            return own.union(*map(self._behind, ast.iter_child_nodes(node)))
        return _NONE.union(*map(self._behind, ast.iter_child_nodes(node)))


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


def _network_called(function: ast.expr) -> str:
    """The subject that a call runs: ``net(x)``, ``net.forward(x)``, ``net.encode(x)``."""
    name = subject(function)
    if name or not isinstance(function, ast.Attribute):
        return name
    return subject(function.value)


def _switches_off(node: ast.With | ast.AsyncWith) -> bool:
    return any(
        isinstance(part, (ast.Name, ast.Attribute))
        and getattr(part, "attr", getattr(part, "id", "")) in _UNRECORDED
        for item in node.items
        for part in ast.walk(item.context_expr)
    )


def trained_by(
    bodies: Sequence[Sequence[ast.stmt]], is_network: Callable[[str], bool]
) -> Mapping[str, frozenset[str]]:
    """For each subject that steps, the networks that it may train, by what the code shows.

    Args:
        bodies: The statements of the functions that use them.
        is_network: Whether a subject is a network.
    """
    steps: dict[str, list[_Names]] = {}
    for body in bodies:
        flow = _Flow(is_network)
        try:
            flow.run(body)
        except RecursionError:  # it nests too deep to be read
            return {}
        for name, reached in flow.reached.items():
            steps.setdefault(name, []).extend(reached)
    owned = {name: frozenset.intersection(*reached) for name, reached in steps.items()}
    for name, networks in sorted(owned.items(), key=lambda each: len(each[1])):
        for other in owned:
            if other != name and networks < owned[other]:
                owned[other] -= networks
    return owned
