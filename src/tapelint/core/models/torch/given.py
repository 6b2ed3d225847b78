"""Networks, optimisers and tensors that come from outside: nobody has seen how they were made."""

from __future__ import annotations

import ast
from collections.abc import Callable, Hashable, Sequence
from typing import Final

from tapelint.core.autograd.backward import Autograd
from tapelint.core.autograd.events import Hidden
from tapelint.core.autograd.graph import GRAD, IS_LEAF, IS_STATE, REQUIRES_GRAD, Tensor
from tapelint.core.domain.alternatives import joined_values
from tapelint.core.domain.certainty import MAYBE
from tapelint.core.domain.fields import Field, Items
from tapelint.core.domain.objects import Class, Collection, Instance
from tapelint.core.domain.predicate import IS_A
from tapelint.core.domain.values import (
    ANY_NAME,
    NONE,
    TRUE,
    UNBOUND,
    Const,
    Obj,
    Symbol,
    Unknown,
    Value,
)
from tapelint.core.machine.machine import Machine
from tapelint.core.machine.models import Model
from tapelint.core.machine.protocol import Arguments
from tapelint.core.models.kind import Kind
from tapelint.core.models.python.classes import mro_of
from tapelint.core.models.python.copying import COPY
from tapelint.core.models.python.unknowns import Unknowns
from tapelint.core.models.torch import training
from tapelint.core.models.torch.functions import BEFORE
from tapelint.core.models.torch.modules import OPTIMISED, UNSEEN, Modules
from tapelint.core.models.torch.operations import DataOfUnknown, Operations
from tapelint.core.models.torch.outputs import Output, output
from tapelint.torch_api.decorators import says_it_switches
from tapelint.torch_api.families import families
from tapelint.torch_api.kinds import kinds_with
from tapelint.torch_api.knowledge import knowledge
from tapelint.torch_api.names import WEIGHTS, detaches, gives_output, holds_loss, words

TENSOR: Final = "tensor"
VIEW: Final = "view"
"""What a value is of that is a view of another one, whatever that is."""
_MODULE: Final = Symbol("torch.nn.Module")
_OPTIMISER: Final = Symbol("torch.optim.Optimizer")
PACKED: Final = Symbol("torch.nn.utils.rnn.PackedSequence")
MEANT: Final = Field[Value]("what it is", NONE, joined_values)
"""What an unknown value turns out to be; ``None`` while nothing tells that."""
MOST_BEHIND: Final = 24
"""So many operations are looked through from what a network is given back to its last call."""


class Network(Instance):
    """A module of which nothing is known but that it is one.

    Attributes:
        parameter: What stands for all its parameters.
    """

    __slots__ = ("parameter",)

    def __init__(self, parameter: Tensor, birth: int) -> None:
        super().__init__(_MODULE, birth)
        self.parameter: Final = parameter
        self.cells[UNSEEN] = parameter


class Networks(Modules):
    """Networks of unknown layers."""

    def is_a(self, obj: Instance, path: str) -> bool | None:
        """A module; of which class nobody knows."""
        return super().is_a(obj, path) or (False if path.startswith("builtins.") else None)

    def run(self, obj: Instance, given: Arguments, node: ast.AST) -> Value:
        """What it gives has a history: that of what it is given, and of its parameters.

        No network is without a layer that saves something; any but the first one saves its weights.
        """
        assert isinstance(obj, Network)
        self._note_states(obj, given)
        if any(map(detaches, given.keywords)) or shows_packed(self.world):
            return self.world.unknown("result")
        return output(self.autograd, [*given.all, obj.parameter], node, frees=True)

    def inherited(self, obj: Instance, name: str, given: Arguments, node: ast.AST) -> Value:
        """A method gives what a call gives if its name says so, and no class in sight has it."""
        if not gives_output(name) or self.world.models.outside.defines(name):
            return super().inherited(obj, name, given, node)
        made = self.call(obj, given, node)
        if isinstance(made, Output):
            made.is_of_method = True
        return made

    def _note_states(self, obj: Network, given: Arguments) -> None:
        """A part of what a network has given, and is given back, is its state."""
        pending = [edge.node for each in given.all for edge in self.autograd.edges(each)]
        seen = set(pending)
        while pending and len(seen) < MOST_BEHIND:
            node = pending.pop()
            behind = [edge.node for edge in node.edges if edge.node not in seen]
            if node.whole is None:
                pending += behind
                seen.update(behind)
            elif any(edge.node.leaf is obj.parameter for edge in node.edges):
                self.world.state.put(node, IS_STATE, True)

    def children(self, obj: Instance) -> list[Instance]:
        """It stands for its parts, too."""
        return [obj]


class Loss(Obj):
    """A function that computes a loss, as is assumed.

    Attributes:
        assumed: Why.
    """

    __slots__ = ("assumed",)

    def __init__(self, assumed: Hashable, birth: int) -> None:
        super().__init__(birth)
        self.assumed: Final = assumed


class Losses(Kind[Loss]):
    """Losses that come from outside."""

    def __init__(self, world: Machine, operations: Operations) -> None:
        super().__init__(world)
        self.autograd: Final = operations.autograd

    def call(self, obj: Loss, given: Arguments, node: ast.AST) -> Value:
        """It is computed from what it is given."""
        flowing = MAYBE.assuming(obj.assumed)
        made = output(self.autograd, given.all, node, frees=True, flowing=flowing)
        if isinstance(made, Output):
            made.is_of_loss = True
        return made

    def call_method(self, obj: Loss, name: str, given: Arguments, node: ast.AST) -> Value | None:
        """On another device, or in another mode, it is the same."""
        return obj if name in families().module_setters else None


class Strangers(Unknowns):
    """Values of which nothing is known, until they turn out to be tensors."""

    def __init__(self, world: Machine, operations: Operations) -> None:
        super().__init__(world)
        self.operations: Final = operations

    def attribute(self, obj: Unknown, name: str, node: ast.AST) -> Value:
        """A tensor alone has a gradient."""
        meant = self.world.state.get(obj, MEANT)
        if meant is not NONE:
            return self.world.models.attribute(meant, name, node)
        if name == GRAD:
            return self.world.models.attribute(self.operations.proved(obj), name, node)
        if name == "data":
            return self._data(obj, node)
        return super().attribute(obj, name, node)

    def _data(self, obj: Unknown, node: ast.AST) -> Value:
        """The same as before, as long as nobody has changed it; read here."""
        state = self.world.state
        if shows_packed(self.world) or _is_dataset(obj.hint):
            return super().attribute(obj, "data", node)
        found = state.attribute(obj, "data")
        if type(found) is Unknown or found is UNBOUND:
            found = DataOfUnknown(node, state.tick(), is_named(obj))
            state.discover(obj, "data", found)
        if isinstance(found, DataOfUnknown):
            found.reads = [*found.reads, node]
        return found

    def set_attribute(self, obj: Unknown, name: str, value: Value, node: ast.AST) -> None:
        """An item of which nobody knows which it is may be any tensor that is held somewhere.

        What is called as layers call their weights is a tensor, and gets another storage.
        """
        if name == "data" and is_named(obj):
            self.operations.autograd.exchange(None, value, node)
        super().set_attribute(obj, name, value, node)
        if name == "requires_grad" and obj.hint != COPY and self.world.hears(Hidden):
            self.world.emit(Hidden(node))

    def call(self, obj: Unknown, given: Arguments, node: ast.AST) -> Value:
        """Of what it turns out to be."""
        meant = self.world.state.get(obj, MEANT)
        if meant is not NONE:
            return self.world.models.call(meant, given, node)
        return super().call(obj, given, node)

    def enter(self, obj: Unknown, node: ast.AST) -> Value:
        """One whose name says so may switch recording off."""
        if says_it_switches(obj.hint):
            before = self.operations.autograd.switch(self.world.unknown("recording"))
            self.world.state.put(obj, BEFORE, before)
        return self.world.unknown("entered")

    def leave(self, obj: Unknown, node: ast.AST) -> None:
        """What it has switched is as before."""
        before = self.world.state.get(obj, BEFORE)
        if before is not NONE:
            self.operations.autograd.switch(before)

    def _network(self, obj: Unknown) -> Value:
        makers = Makers(self.world, self.operations.autograd)
        made = makers.network("it is asked for its parameters")
        self.world.state.put(obj, MEANT, made)
        return made

    def call_method(self, obj: Unknown, name: str, given: Arguments, node: ast.AST) -> Value:
        """``requires_grad_()`` gives back the tensor, or the module."""
        meant = self.world.state.get(obj, MEANT)
        if meant is NONE and name in families().lists_parameters:
            meant = self._network(obj)
        if meant is not NONE:
            return self.world.models.call_method(meant, name, given, node)
        own = self.world.state.held(obj, name)
        if type(own) is Unknown and MEANT in own.cells:
            return self.world.models.call(own, given, node)
        if training.backward(self.operations, given, node):
            return NONE
        if name == "requires_grad_":
            self.set_attribute(obj, "requires_grad", given.get(0, "requires_grad") or TRUE, node)
            return obj
        is_backward = name == "backward" and not given.positional
        if is_backward or name == "retain_grad":
            made = self.operations.proved(obj, node if is_backward and _of_a_loss(node) else None)
            return self.world.models.call_method(made, name, given, node)
        if type(obj) is Unknown and is_of_tensor(name):
            made = self.operations.proved(obj)
            return self.world.models.call_method(made, name, given, node)
        if name in knowledge().views and (is_named(obj) or views_tensor(name, given)):
            return Unknown(name, self.world.state.tick(), (VIEW, obj))
        return super().call_method(obj, name, given, node)


def shows_packed(world: Machine) -> bool:
    """Whether a test has shown a packed sequence: what a layer gives is one, too, perhaps."""
    tests = (each for each in world.state.path if each.test == IS_A and each.holds)
    return any(PACKED in each.values for each in tests)


def is_of_tensor(method: str) -> bool:
    """Whether nothing else that torch, numpy or Python has has such a method, as ``detach``."""
    is_change = method in knowledge().inplace_methods
    return not is_change and kinds_with(method) == {TENSOR}


def is_named(value: Unknown) -> bool:
    """Whether a value is called as layers call their weights, or is a view of a tensor."""
    return value.hint in WEIGHTS or value.of[:1] == (VIEW,)


def _is_dataset(name: str) -> bool:
    """Whether something is a dataset by its name, or by what makes it: ``datasets.MNIST(...)``."""
    called = name.partition("(")[0]
    return words(called)[-1:] in _DATASETS or "datasets" in called.split(".")[:-1]


_DATASETS: Final = {("dataset",), ("trainset",), ("testset",), ("valset",)}


def views_tensor(method: str, given: Arguments) -> bool:
    """Whether a call is ``view`` with a size, which only tensors have; numpy's takes a type."""
    numbers = (each for each in given.positional if isinstance(each, Const))
    return method == "view" and any(isinstance(each.v, int) for each in numbers)


def _of_a_loss(call: ast.AST) -> bool:
    """Whether the variable whose ``backward`` is called has the name of a loss."""
    owner = call.func if isinstance(call, ast.Call) else None
    root = owner.value if isinstance(owner, ast.Attribute) else None
    return isinstance(root, ast.Name) and holds_loss(root.id)


class Makers:
    """Makes what roles speak of."""

    def __init__(self, world: Machine, autograd: Autograd) -> None:
        self._world: Final = world
        self._autograd: Final = autograd

    def is_module(self, cls: Class) -> bool:
        """Whether the objects of a class are modules."""
        return any(isinstance(e, Symbol) and e.path.startswith("torch.nn.") for e in mro_of(cls))

    def network(self, assumed: Hashable) -> Value:
        """A network whose parameters are trained, as is assumed."""
        parameter = self._autograd.leaf(None, MAYBE.assuming(assumed), is_parameter=True)
        return Network(parameter, self._world.state.tick())

    def assume(self, network: Instance, assumed: Hashable) -> bool:
        """Whether a network has parameters; that they train is assumed from here on."""
        state, models = self._world.state, self._world.models
        listed = models.items(
            models.call_method(network, "parameters", Arguments(), ast.Pass()), ast.Pass()
        )
        several = [each for each in (listed.all if listed else ()) if isinstance(each, Tensor)]
        for each in several:
            if state.get(each, REQUIRES_GRAD).must:
                state.put(each, REQUIRES_GRAD, MAYBE.assuming(assumed))
        return bool(several)

    def optimiser(self, networks: Sequence[Value]) -> Value:
        """An optimiser over the parameters of networks."""
        state, models = self._world.state, self._world.models
        made = Instance(_OPTIMISER, state.tick())
        held: list[Value] = []
        for each in networks:
            if isinstance(each, Network):
                held.append(each.parameter)
                continue
            listed = models.call_method(each, "parameters", Arguments(), ast.Pass())
            items = models.items(listed, ast.Pass())
            held += items.all if items is not None else ()
        state.put(made, OPTIMISED, Collection("list", Items(tuple(held)), state.tick()))
        return made

    def loss(self, assumed: Hashable) -> Value:
        """A function that computes a loss."""
        return Loss(assumed, self._world.state.tick())

    def handed_on(self, assumed: Hashable) -> Value:
        """What one layer hands to the next."""
        made = self._autograd.handed_on(MAYBE.assuming(assumed))
        return Output(made, [made])

    def tensor(self) -> Value:
        """A tensor: whether it has a history, or is to get a gradient, nobody knows."""
        made = self._autograd.leaf(None, MAYBE)
        made.cells[IS_LEAF] = MAYBE
        return made


def library(makers: Makers) -> Callable[[str], Model | None]:
    """A layer of ``torch.nn`` that a setting names: what it gives has a history."""

    def made(world: Machine, given: Arguments, node: ast.AST) -> Value:
        return makers.network("the layer has parameters")

    return lambda path: made if path == f"torch.nn.{ANY_NAME}" else None
