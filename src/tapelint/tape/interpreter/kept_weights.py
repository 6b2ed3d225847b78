"""Weights of a network that are kept for later without a copy: training changes them, too.

``best = model.state_dict()`` holds the parameters themselves. What keeps them is told by its name;
that a network is trained, by a backward or by the name of what is called.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator

from tapelint.source import tree
from tapelint.source.spelling import code_of
from tapelint.tape import write_events
from tapelint.tape.domain.domains import WEIGHTS
from tapelint.tape.domain.frozen import replace
from tapelint.tape.domain.graph_nodes import Taken
from tapelint.tape.domain.values import Value
from tapelint.tape.interpreter.interface import Interpreter
from tapelint.tape.interpreter.networks import Networks
from tapelint.tape.interpreter.thrown_away import quietly
from tapelint.tape.machine.machine import Machine
from tapelint.tape.models import module_parameters
from tapelint.tape.syntax import assigned_pairs, last_name
from tapelint.torch_api.names import keeps_best, keeps_first, steps, trains

_SHALLOW = frozenset({"copy", "dict", "OrderedDict"})
"""What copies a dict, and not what it holds."""
_STATE, _LOAD = "state_dict", "load_state_dict"
_KEEP_VARS = "keep_vars"
_ASKING = frozenset({"print", "len", "isinstance", "type", "id", "deepcopy"})


class KeptWeights:
    """Follows variables and attributes whose names say that they keep weights."""

    def __init__(self, machine: Machine, interpreter: Interpreter, networks: Networks) -> None:
        self._machine = machine
        self._interpreter = interpreter
        self._networks = networks

    def note_assigned(self, node: tree.Assign, value: Value) -> None:
        """``best = model.state_dict()``; whatever else is assigned takes its place."""
        for target in node.targets:
            for name, given in assigned_pairs(target.target, node.value):
                self._note(name, given, value if given is node.value else None)

    def note_call(self, node: tree.Call) -> None:
        """What is called may train a network, or use what was kept."""
        name = last_name(node.func)
        if name == "backward" or (node.args and trains(name)):
            self._train(node)
        if name not in _ASKING:
            for given in node.args:
                self._use(given.value, node)
        if name == _LOAD:
            self._renew(node)
        root = node.func
        self._use(root, node, is_network=True)
        while isinstance(root, tree.Attribute):
            root = root.value
            self._use(root, node, is_network=True)

    def _renew(self, node: tree.Call) -> None:
        """A network that is kept gets other weights: what training has done to it is undone."""
        owner = node.func.value if isinstance(node.func, tree.Attribute) else None
        key = self._key(owner) if owner is not None else None
        if key is not None and key in self._machine.keepers:
            kept = self._machine.state.fact(WEIGHTS, key)
            left = tuple(each for each in kept if not each.is_network)
            if left != kept:
                self._machine.state.set_fact(WEIGHTS, key, left)

    def note_returned(self, node: tree.Return) -> None:
        """What a function gives back is used."""
        value = node.value
        parts = (
            [each.value for each in value.elements] if isinstance(value, tree.Tuple) else [value]
        )
        for part in parts:
            if part is not None:
                self._use(part, node)

    def _note(
        self, target: tree.BaseExpression, given: tree.BaseExpression, value: Value | None
    ) -> None:
        machine, name = self._machine, code_of(target)
        key = self._key(target)
        for keeper in machine.keepers:
            kept = machine.state.fact(WEIGHTS, keeper)
            left = tuple(each for each in kept if not _is_part(each.owner, name))
            if keeper == key or left != kept:
                machine.state.set_fact(WEIGHTS, keeper, () if keeper == key else left)
        is_best = keeps_best(name) and machine.is_in_loop
        if key is None or not (is_best or keeps_first(name)):
            return
        taken = tuple(self._taken(given, value, is_best=is_best))
        if taken:
            machine.keepers[key] = None
            machine.state.set_fact(WEIGHTS, key, taken)

    def _taken(
        self, given: tree.BaseExpression, value: Value | None, *, is_best: bool
    ) -> Iterator[Taken]:
        """The weights that an expression gives as they are."""
        if isinstance(given, tree.Dict):
            for element in given.elements:
                if isinstance(element, tree.DictElement):
                    yield from self._of_state(element.value)
        elif isinstance(given, tree.Call):
            yield from self._of_state(given)
        elif isinstance(given, (tree.Name, tree.Attribute)) and is_best:
            is_sure = value is not None and module_parameters.is_network(value)
            if is_sure or self._networks.is_network(self._machine.frame, given):
                yield Taken(given, code_of(given), is_network=True, is_sure=is_sure)

    def _of_state(self, given: tree.BaseExpression) -> Iterator[Taken]:
        inner = given
        while isinstance(inner, tree.Call) and last_name(inner.func) in _SHALLOW:
            if inner.args:
                inner = inner.args[0].value
            elif isinstance(inner.func, tree.Attribute):
                inner = inner.func.value
            else:
                return
        function = inner.func if isinstance(inner, tree.Call) else None
        if not isinstance(function, tree.Attribute) or function.attr.value != _STATE:
            return
        if isinstance(inner, tree.Call) and any(
            each.keyword is not None and each.keyword.value == _KEEP_VARS for each in inner.args
        ):
            return  # who asks for the parameters themselves wants no copy of their numbers
        owner = code_of(function.value)
        if isinstance(function.value, (tree.Name, tree.Attribute)) and not steps(owner):
            is_sure = module_parameters.is_network(quietly(self._interpreter, function.value))
            yield Taken(given, owner, is_network=False, is_sure=is_sure)

    def _train(self, node: tree.Node) -> None:
        state = self._machine.state
        for keeper in self._machine.keepers:
            kept = state.fact(WEIGHTS, keeper)
            now = tuple(
                each if each.trained_at is not None else replace(each, trained_at=node)
                for each in kept
            )
            if now != kept:
                state.set_fact(WEIGHTS, keeper, now)

    def _use(self, used: tree.BaseExpression, node: tree.Node, *, is_network: bool = False) -> None:
        key = self._key(used)
        if key is None or key not in self._machine.keepers:
            return
        for each in self._machine.state.fact(WEIGHTS, key):
            if each.trained_at is not None and (each.is_network or not is_network):
                self._machine.emit(
                    write_events.WeightsOverwritten, each.node, taken=each, used_at=node
                )

    def _key(self, target: tree.BaseExpression) -> Hashable:
        """What stands for a variable or an attribute; ``None`` for anything else."""
        frame = self._machine.frame
        if isinstance(target, tree.Name):
            return frame.scope, target.value
        if isinstance(target, tree.Attribute) and frame.unit_class is not None:
            return frame.unit_class.name, code_of(target)
        return None


def _is_part(owner: str, name: str) -> bool:
    """Whether what a name stands for is another object now, and its parts with it."""
    return owner == name or owner.startswith(f"{name}.")
