"""Weights of a network that are kept for later without a copy: training changes them, too.

``best = model.state_dict()`` holds the parameters themselves. What keeps them is told by its name,
or by ``model.load_state_dict(it)``: the network gets back what it has. That a network is trained
is told by a backward, or by the name of what is called.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator

from tapelint.project.roles import kept_state
from tapelint.project.roles.kept_state import LOAD
from tapelint.source import tree
from tapelint.source.spelling import code_of, last_name
from tapelint.tape import write_events
from tapelint.tape.domain.domains import WEIGHTS
from tapelint.tape.domain.frozen import replace
from tapelint.tape.domain.graph_nodes import Taken
from tapelint.tape.domain.values import Function, Value
from tapelint.tape.interpreter.interface import Interpreter
from tapelint.tape.interpreter.networks import Networks
from tapelint.tape.interpreter.thrown_away import quietly
from tapelint.tape.machine.machine import Machine
from tapelint.tape.models import module_parameters
from tapelint.tape.syntax import assigned_pairs
from tapelint.torch_api.names import keeps_best, keeps_first, steps, trains

_READING = frozenset({LOAD, "save"})
"""What reads weights, and leaves the dict as it is."""
_ASKING = frozenset({"print", "len", "isinstance", "type", "id", "deepcopy"})


class KeptWeights:
    """Follows variables and attributes that keep weights."""

    def __init__(self, machine: Machine, interpreter: Interpreter, networks: Networks) -> None:
        self._machine = machine
        self._interpreter = interpreter
        self._networks = networks
        self._held: set[tree.Node] = set()
        """The expressions that give weights of which something else has got hold, or which other
        weights replace: that counts where no name says that they are kept."""

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
                if name not in _READING:
                    self._let_go(given.value)
        if name == LOAD:
            self._renew(node)
        root = node.func
        self._use(root, node, is_network=True)
        while isinstance(root, tree.Attribute):
            root = root.value
            self._use(root, node, is_network=True)
        self._let_go(root)

    def _let_go(self, held: tree.BaseExpression) -> None:
        """Something gets hold of weights that no name says to be kept: it may change the dict.

        On whichever path: what follows may have come along it.
        """
        key = self._key(held)
        if key is not None and key in self._machine.keepers:
            self._held.update(each.node for each in self._machine.state.fact(WEIGHTS, key))

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
        before = machine.state.fact(WEIGHTS, key) if key in machine.keepers else ()
        for keeper in machine.keepers:
            kept = machine.state.fact(WEIGHTS, keeper)
            left = tuple(each for each in kept if not _is_part(each.owner, name))
            if keeper == key or left != kept:
                machine.state.set_fact(WEIGHTS, keeper, () if keeper == key else left)
        if isinstance(target, tree.Subscript):
            self._let_go(target.value)  # other weights are put into it
        is_best = keeps_best(name) and machine.is_in_loop
        if key is None:
            return
        if is_best or keeps_first(name):
            taken = tuple(self._taken(given, value, is_best=is_best))
        else:
            taken = tuple(replace(each, is_named=False) for each in self._of_state(given))
        now = {each.node for each in taken}
        self._held.update(each.node for each in before if each.node not in now)
        if taken:
            self._note_given_back(name, taken)
            machine.keepers[key] = None
            machine.state.set_fact(WEIGHTS, key, taken)

    def _note_given_back(self, name: str, taken: tuple[Taken, ...]) -> None:
        """An object keeps weights for another method, or for another call of this one."""
        method, unit = self._machine.frame.unit, self._machine.frame.unit_class
        if method is None or unit is None or unit.node is None or not name.startswith("self."):
            return
        for each in taken:
            back = kept_state.given_back(unit.node, name, each.owner)
            if back and kept_state.is_for_training(method.node, method.last_name, each.node):
                self._machine.emit(
                    write_events.WeightsOverwritten, each.node, taken=each, used_at=back
                )

    def _taken(
        self, given: tree.BaseExpression, value: Value | None, *, is_best: bool
    ) -> Iterator[Taken]:
        """The weights that an expression gives as they are."""
        if isinstance(given, (tree.Call, tree.Dict, tree.DictComp)):
            yield from self._of_state(given)
            for element in given.elements if isinstance(given, tree.Dict) else ():
                if isinstance(element, tree.DictElement):
                    yield from self._of_state(element.value)
        elif isinstance(given, (tree.Name, tree.Attribute)) and is_best:
            is_sure = value is not None and module_parameters.is_network(value)
            if is_sure or self._networks.is_network(self._machine.frame, given):
                yield Taken(given, code_of(given), is_network=True, is_sure=is_sure)

    def _of_state(self, given: tree.BaseExpression) -> Iterator[Taken]:
        network = kept_state.owner_of(given) or self._of_helper(given)
        owner = code_of(network) if network is not None else ""
        if isinstance(network, (tree.Name, tree.Attribute)) and not steps(owner):
            is_sure = module_parameters.is_network(quietly(self._interpreter, network))
            yield Taken(given, owner, is_network=False, is_sure=is_sure)

    def _of_helper(self, given: tree.BaseExpression) -> tree.BaseExpression | None:
        """The network whose weights a function of the file gives: ``keep(net)``."""
        function = given.func if isinstance(given, tree.Call) else None
        made = quietly(self._interpreter, function) if function is not None else None
        unit = made.unit if isinstance(made, Function) else None
        returned = kept_state.returned_by(unit.node) if unit is not None else None
        owner = kept_state.owner_of(returned) if returned is not None else None
        if unit is None or owner is None or not isinstance(given, tree.Call):
            return None
        names = [each.name.value for each in unit.node.params.params]
        values = [each.value for each in given.args if each.keyword is None]
        if isinstance(made, Function) and made.receiver is not None:
            names = names[1:]
        return dict(zip(names, values, strict=False)).get(code_of(owner), owner)

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
            if not each.is_named and (each.node in self._held or not _gives_back(node, each)):
                continue
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


def _gives_back(node: tree.Node, taken: Taken) -> bool:
    """Whether a call gives a network the weights that it has."""
    function = node.func if isinstance(node, tree.Call) else None
    return (
        isinstance(function, tree.Attribute)
        and function.attr.value == LOAD
        and code_of(function.value) == taken.owner
    )


def _is_part(owner: str, name: str) -> bool:
    """Whether what a name stands for is another object now, and its parts with it."""
    return owner == name or owner.startswith(f"{name}.")
