"""Modules: classes of ``torch.nn`` and those that derive from them; optimisers."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import partial
from typing import Final

from tapelint.core.autograd.events import Ran, Replaced, Step, ZeroGrad
from tapelint.core.autograd.graph import FILLED, GRAD, IS_LEAF, LISTED, Tensor
from tapelint.core.domain.alternatives import Either
from tapelint.core.domain.certainty import MAYBE, NO, YES
from tapelint.core.domain.fields import Field, Items, first_of
from tapelint.core.domain.objects import (
    ITEMS,
    SETS,
    Bound,
    Class,
    Collection,
    Dictionary,
    Instance,
    is_constant,
)
from tapelint.core.domain.predicates import DOUBTFUL, OPEN, is_doubtful
from tapelint.core.domain.values import FALSE, NONE, TRUE, UNBOUND, Const, Item, Symbol, Value
from tapelint.core.machine.machine import Machine
from tapelint.core.machine.protocol import Arguments
from tapelint.core.models.python.classes import OBJECT, Instances, found_in, mro_of
from tapelint.core.models.python.escaping import escape, untold
from tapelint.core.models.python.records import HELD
from tapelint.core.models.torch import containers, training
from tapelint.core.models.torch.containers import as_parameters, held_by, parameter, tensor_of
from tapelint.core.models.torch.operations import Operations
from tapelint.core.models.torch.outputs import output
from tapelint.core.models.torch.sequences import Packed, through
from tapelint.torch_api.families import families
from tapelint.torch_api.knowledge import ModuleFacts, knowledge
from tapelint.torch_api.network_wrappers import WRAPPED, WRAPPERS

GIVEN: Final = Field[Value]("what it was made with", NONE, lambda contents: first_of(contents))
"""What a layer of torch's was made with: a dictionary by the names of the constructor."""
OPTIMISED: Final = Field[Value]("optimised", NONE, lambda contents: first_of(contents))
"""What an optimiser was made over."""
UNSEEN: Final = "parameter"
"""Stands for all parameters of layers that nobody knows."""
_METHODS: Final = frozenset({"step", "zero_grad"})
"""The methods of optimisers that are followed."""
_HOLDERS: Final = (Either, Instance, Collection, Dictionary)
"""What may be a module, or hold some."""


class Modules(Instances):
    """Instances; those of modules know more."""

    def __init__(self, world: Machine, operations: Operations) -> None:
        super().__init__(world)
        self.operations: Final = operations
        self.autograd: Final = operations.autograd

    # What it is.

    def layer(self, obj: Instance) -> tuple[str, ModuleFacts] | None:
        """The class of ``torch.nn`` that a module is or derives from, with what is known of it."""
        rows = (
            containers.row_of(each.path) for each in mro_of(obj.cls) if isinstance(each, Symbol)
        )
        return next((row for row in rows if row is not None), None)

    def is_optimiser(self, obj: Instance) -> bool:
        """Whether it is one of ``torch.optim``."""
        bases = [each for each in mro_of(obj.cls) if isinstance(each, Symbol)]
        return any(each.path.startswith("torch.optim.") for each in bases)

    def is_a(self, obj: Instance, path: str) -> bool | None:
        """Whether it is of a class of ``torch.nn``, if all bases of its own class are known."""
        if path in WRAPPERS:  # what it gives back is the module
            return None
        if path.startswith("builtins.") and self.layer(obj) is not None:
            return path == OBJECT.path
        asked = containers.row_of(path)
        bases = [each for each in mro_of(obj.cls) if not isinstance(each, Class)]
        rows = [
            containers.row_of(each.path) if isinstance(each, Symbol) else None for each in bases
        ]
        if asked is None or None in rows:
            return None
        known = [row for row in rows if row is not None]
        return any(asked[0] == name or asked[0] in facts.bases for name, facts in known)

    def truth(self, obj: Instance) -> bool | Value:
        """A layer that runs an operation has no length, so it is true."""
        layer = self.layer(obj) if isinstance(obj.cls, Symbol) else None
        return True if layer is not None and layer[1].operation else super().truth(obj)

    def missing(self, obj: Instance, name: str, node: ast.AST) -> Value:
        """A parameter or a buffer of a layer; else nobody knows."""
        layer = self.layer(obj)
        if name in _METHODS and self.is_optimiser(obj):
            return Bound(obj, name)
        if layer is not None:
            facts = layer[1]
            if name in facts.parameters or name in facts.buffers or "." in name:
                return self._own(obj, facts, name)
            held = self.world.state.get(obj, HELD)
            if isinstance(held, Dictionary):
                return self.world.models.subscript(held, Const(name), node)
            if name == WRAPPED:  # of what a wrapper has given back
                return obj
            if name == "training":
                return self.world.derived("training", obj)
        return super().missing(obj, name, node)

    def _own(self, obj: Instance, facts: ModuleFacts, name: str) -> Value:
        flags = (flag for flag, lost in facts.without.items() if name in lost)
        if any(self._is_off(obj, facts, flag) for flag in flags):
            return NONE
        made = tensor_of(self.world, obj, is_parameter=name not in facts.buffers)
        self.world.state.discover(obj, name, made)
        return made

    def _is_off(self, obj: Instance, facts: ModuleFacts, flag: str) -> bool:
        given = self.given(obj, flag)
        return flag in facts.off if given is UNBOUND else given == FALSE

    def given(self, obj: Instance, name: str) -> Value:
        """What a layer was made with, by the name of the constructor's parameter."""
        held = self.world.state.get(obj, GIVEN)
        return held.cells.get(Item(name), UNBOUND) if isinstance(held, Dictionary) else UNBOUND

    # Calls.

    def call(self, obj: Instance, given: Arguments, node: ast.AST) -> Value:
        """Whatever it does."""
        began = self.world.state.clock
        result = self.run(obj, given, node)
        if self.world.hears(Ran) and self.is_module(obj):
            self.world.emit(Ran(node, obj, given.all, result, began))
        return result

    def run(self, obj: Instance, given: Arguments, node: ast.AST) -> Value:
        """``forward`` of a module of the program, or an operation for a layer of torch's."""
        result = self.special(obj, "call", given, node)
        if result is not None:
            return result
        forward = found_in(self.world, mro_of(obj.cls), "forward")
        if forward is not UNBOUND:
            own = self.world.state.attribute(obj, "forward")
            if any(one is obj for one, _ in self.world.alternatives(own)):
                # ``net.forward = torch.compile(net)`` compiles the method of the class.
                return self.world.models.call(forward, given.behind(obj), node)
            return self.call_method(obj, "forward", given, node)
        layer = self.layer(obj)
        if layer is None:
            return untold(self.world, "result", [obj, *given.all], node)
        return self._run(obj, *layer, given, node)

    def _run(
        self, obj: Instance, name: str, facts: ModuleFacts, given: Arguments, node: ast.AST
    ) -> Value:
        first = given.get(0, "input")
        if name == "Sequential":
            return self._in_turn(obj, first or self.world.unknown("input"), node)
        if name == "Identity" and first is not None:
            return first
        if isinstance(first, Packed):

            def run(data: Value) -> Value:
                return self._run(obj, name, facts, given.rest().behind(data), node)

            return through(self.operations, first, run, node)
        if first is not None and self.operations.wants(self.given(obj, "inplace")):
            tests = []
            if name in families().dropout_modules:
                tests = [
                    self.attribute(obj, "training", node),
                    self.operations.chance(self.given(obj, "p")),
                ]
            if self.operations.change_by(facts.operation, first, tests, node, name):
                return first
        if not facts.operation:
            parameters = [self.attribute(obj, each, node) for each in facts.parameters]
            if facts.has_submodules or not parameters:
                return untold(self.world, name, [obj, *given.all], node)
            return self.autograd.operation(name, [*given.all, *parameters], node, None)
        if "max_norm" in facts.constructor:
            weight = self.attribute(obj, "weight", node)
            self.operations.renormalise(weight, self.given(obj, "max_norm"), node)
        operands = [self._operand(obj, facts, each, given, node) for each in facts.operands]
        row, known = facts.operation, knowledge().operations
        for word in facts.constructor:  # some settings have rows of their own
            if f"{row}_{word}" in known and self.operations.wants(self.given(obj, word)):
                row = f"{row}_{word}"
        return self.autograd.operation(row, operands, node, known[row])

    def _operand(
        self,
        obj: Instance,
        facts: ModuleFacts,
        told: int | str | None,
        given: Arguments,
        node: ast.AST,
    ) -> Value:
        if isinstance(told, str):
            is_own = told in facts.parameters or told in facts.buffers or "." in told
            value = self.attribute(obj, told, node) if is_own else self.given(obj, told)
            return NONE if value is UNBOUND else value
        if told is None:
            return NONE
        if told < len(given.positional):
            return given.positional[told]
        words = ("input", "target") if told < 2 else ()
        missing = self.world.unknown("argument") if given.is_open else NONE
        return given.keywords.get(words[told], missing) if words else missing

    def _in_turn(self, obj: Instance, value: Value, node: ast.AST) -> Value:
        items = self.items(obj, node)
        if items is None or (items.rest is not None and not items.tail):
            escape(self.world, Arguments(items.all if items is not None else ()), node)
            return self._through_unseen(obj, value, node)
        if not items.known and items.tail:  # nobody makes one of nothing
            self.world.state.path |= items.holds_any(self.world.state.path)[0] or OPEN
        for each in items.places:
            value = self.world.each(each, partial(self._through, value, node))
        return value

    def _through(self, value: Value, node: ast.AST, module: Value) -> Value:
        """What a module gives for a value: the same, if there is none."""
        is_there = module is not UNBOUND
        return self.world.models.call(module, Arguments([value]), node) if is_there else value

    def _through_unseen(self, obj: Instance, value: Value, node: ast.AST) -> Value:
        """What layers of which nobody knows all give: their parameters may train."""
        if self.world.state.held(obj, UNSEEN) is UNBOUND:
            made = self.autograd.leaf(None, MAYBE, is_parameter=True)
            self.world.state.discover(obj, UNSEEN, made)
        parameter = self.world.state.attribute(obj, UNSEEN)
        flowing = YES.assuming("the layers keep the history")
        return output(self.autograd, [value, parameter], node, frees=True, flowing=flowing)

    def inherited(self, obj: Instance, name: str, given: Arguments, node: ast.AST) -> Value:
        """A method of ``torch.nn.Module``, or of an optimiser."""
        if self.is_optimiser(obj):
            return self._of_optimiser(obj, name, given, node)
        if training.backward(self.operations, given, node):
            return NONE
        found = training.optimisers(self.world, obj, name, node)
        if found is not None:
            return found
        layer = self.layer(obj)
        if layer is None:
            return super().inherited(obj, name, given, node)
        if name == "__init__":
            self.fill(obj, layer[0], given)
            return NONE
        if name == "forward":
            if not isinstance(obj.cls, Class):  # else a ``super().forward(x)`` of its class
                return self.call(obj, given, node)
            return self._run(obj, *layer, given, node)
        return self._of_module(obj, name, given, node)

    # What it holds.

    def fill(self, obj: Instance, name: str, given: Arguments) -> None:
        """Keep what a layer was made with, or the modules that a container holds."""
        state, held = self.world.state, held_by(self.world, name, given)
        if held is not None and knowledge().modules[name].parameters:
            held = as_parameters(self.world, held)
        if held is not None:
            state.put(obj, HELD, held)
            return
        settings = Dictionary(state.tick())
        words = knowledge().modules[name].constructor if name in knowledge().modules else ()
        for word, value in (*zip(words, given.positional, strict=False), *given.keywords.items()):
            settings.cells[Item(word)] = value
        state.put(obj, GIVEN, settings)

    def subscript(self, obj: Instance, key: Value, node: ast.AST) -> Value:
        """A part of a sequence of modules is one itself."""
        part = super().subscript(obj, key, node)
        is_slice = isinstance(key, Collection) and key.kind == "slice"
        if not is_slice or not isinstance(part, Collection) or not self.is_module(obj):
            return part
        made = Instance(obj.cls, self.world.state.tick())
        self.world.state.put(made, HELD, part)
        return made

    def set_subscript(
        self, obj: Instance, key: Value, value: Value, operator: str, node: ast.AST
    ) -> None:
        """A list of parameters makes one of each tensor."""
        layer = self.layer(obj)
        if layer is not None and layer[1].parameters and value is not UNBOUND:
            value = self.world.each(value, partial(parameter, self.world))
        super().set_subscript(obj, key, value, operator, node)

    def leaves(self, value: Value, depth: int = 0, *, surely: bool = False) -> Iterator[Tensor]:
        """All parameters of a module, or of a list or groups; ``surely``: those that are there."""
        if depth > 8:
            return
        for one, guard in self.world.alternatives(value):
            if surely and is_doubtful(guard):
                continue
            if isinstance(one, Tensor):
                yield one
            elif isinstance(one, Collection):
                items = self.world.state.get(one, ITEMS)
                is_part = surely and one.kind not in SETS  # a set has all of them, in any order
                for each in items.all:
                    yield from self.leaves(each, depth + 1, surely=is_part)
            elif isinstance(one, Dictionary):
                held = self.world.state.attribute(one, Item("params"))
                yield from self.leaves(held, depth + 1, surely=surely)
            elif isinstance(one, Instance):
                yield from self._parameters(one)

    def _parameters(self, obj: Instance) -> Iterator[Tensor]:
        state = self.world.state
        for each in self.modules(obj):
            layer = self.layer(each)
            names = dict.fromkeys(layer[1].parameters if layer is not None else ())
            names.update(dict.fromkeys(key for key in each.cells if isinstance(key, str)))
            for name in sorted(names, key=containers.place):
                for own, _ in self.world.alternatives(self.attribute(each, name, ast.Pass())):
                    if isinstance(own, Tensor) and own.is_parameter:
                        if obj not in state.get(own, LISTED):
                            state.put(own, LISTED, state.get(own, LISTED) | {obj})
                        yield own

    def modules(self, value: Value) -> Iterator[Instance]:
        """A module and all that are in it, each once."""
        seen, stack = set[Value](), [value]
        while stack:
            for one, _ in self.world.alternatives(stack.pop()):
                if one in seen:
                    continue
                seen.add(one)
                if isinstance(one, Collection):
                    stack += reversed(self.world.state.get(one, ITEMS).all)
                elif isinstance(one, Dictionary) or self.is_module(one):
                    stack += reversed([e for e in one.cells.values() if isinstance(e, _HOLDERS)])  # type: ignore[attr-defined]
                    if isinstance(one, Instance):
                        yield one
                        stack.append(self.world.state.get(one, HELD))

    def children(self, obj: Instance) -> list[Instance]:
        """The modules that stand right in one."""
        held = self.world.state.get(obj, HELD)
        items = self.world.state.get(held, ITEMS).all if isinstance(held, Collection) else ()
        cells = held.cells if isinstance(held, Dictionary) else obj.cells
        found: dict[Instance, None] = {}
        for value in (*items, *cells.values()):
            for one, _ in self.world.alternatives(value) if isinstance(value, Value) else ():
                if isinstance(one, Instance) and self.is_module(one):
                    found[one] = None
        return list(found)

    def _name_tensors(self, obj: Instance, prefix: str, into: Dictionary, node: ast.AST) -> None:
        """Put all tensors of a module into a dictionary: detached, with the same numbers."""
        layer = self.layer(obj)
        own = containers.tensors_of(layer[1]) if layer is not None else []
        held = self.world.state.get(obj, HELD)
        parts: dict[object, Value] = {
            key: self.attribute(obj, key, node)
            for key in dict.fromkeys([*own, *obj.cells])
            if isinstance(key, str)
        }
        if isinstance(held, Collection):
            parts |= dict(enumerate(self.world.state.get(held, ITEMS).known))
        elif isinstance(held, Dictionary):
            keys = (each for each in held.cells if isinstance(each, Item) and is_constant(each))
            parts |= {each.key: held.cells[each] for each in keys}
        for name, value in parts.items():
            if isinstance(value, Tensor):
                alias = self.autograd.alias(value, node, counts=True)
                self.world.state.set_attribute(into, Item(f"{prefix}{name}"), alias)
            elif isinstance(value, Instance) and self.is_module(value):
                self._name_tensors(value, f"{prefix}{name}.", into, node)

    def is_module(self, value: Value) -> bool:
        """Whether it is a module, as far as anybody knows."""
        return isinstance(value, Instance) and self.layer(value) is not None

    def _of_module(self, obj: Instance, name: str, given: Arguments, node: ast.AST) -> Value:
        state = self.world.state
        if name in families().lists_parameters:
            found: tuple[Value, ...] = tuple(dict.fromkeys(self.leaves(obj)))
            if name != "parameters":
                found = tuple(
                    Collection("tuple", Items((self.world.unknown("name"), each)), state.tick())
                    for each in found
                )
            is_open = any(UNSEEN in each.cells for each in self.modules(obj))
            return containers.listed(self.world, found, is_open)
        if name in families().lists_modules:
            parts: list[Value] = [*(self.children(obj) if "child" in name else self.modules(obj))]
            if name.startswith("named_"):
                parts = [
                    Collection("tuple", Items((self.world.unknown("name"), part)), state.tick())
                    for part in parts
                ]
            return Collection("iterator", Items(tuple(parts)), state.tick())
        if name == "apply":
            for part in list(self.modules(obj)):
                self.world.models.call(given.get(0, "fn") or NONE, Arguments([part]), node)
            return obj
        if name in (WRAPPED, "__call__"):  # of what a wrapper has given back
            return self.call(obj, given, node)
        if name == "state_dict":
            made = Dictionary(state.tick())
            self._name_tensors(obj, "", made, node)
            return made
        if name == "zero_grad":
            self._clear(obj, list(self.leaves(obj)), given, node)
            return NONE
        if name == "requires_grad_":
            told = given.get(0, "requires_grad") or TRUE
            for each in self.leaves(obj):
                self.world.models.set_attribute(each, "requires_grad", told, node)
            return obj
        if name in ("train", "eval"):
            told = FALSE if name == "eval" else given.get(0, "mode") or TRUE
            for module in self.modules(obj):
                state.set_attribute(module, "training", told)
            return obj
        if name in families().registering or name == "register_buffer":
            self._register(obj, name, given, node)
            return NONE
        if name in ("append", "extend", "insert"):
            if isinstance(held := state.get(obj, HELD), Collection):
                given = containers.as_kept(self.world, self.layer(obj), given)
                self.world.models.call_method(held, name, given, node)
            return obj
        if name in ("load_state_dict", "reset_parameters") and given.keywords.get("assign") != TRUE:
            for each in self.leaves(obj):
                self.operations.change(each, "copy_", [], node, "init", is_recorded=False)
        is_setter = name in families().module_setters
        if self.world.hears(Replaced) and (is_setter or name.startswith("load")):
            self.world.emit(Replaced(node, containers.tensors_in(self.modules(obj))))
        return obj if is_setter else untold(self.world, name, [obj, *given.all], node)

    def _register(self, obj: Instance, name: str, given: Arguments, node: ast.AST) -> None:
        """``add_module(name, module)``: a sequence runs it behind all others."""
        key, value = given.get(0, "name"), given.get(1, "")
        held = self.world.state.get(obj, HELD)
        if name in families().registering and isinstance(held, Collection) and value:
            self.world.models.call_method(held, "append", Arguments([value]), node)
        elif isinstance(key, Const) and isinstance(key.v, str) and value is not None:
            self.world.state.set_attribute(obj, key.v, value)

    def _clear(
        self, owner: Instance, leaves: list[Tensor], given: Arguments, node: ast.AST
    ) -> None:
        self.world.emit(ZeroGrad(node, owner, leaves))
        if given.get(0, "set_to_none") == FALSE:
            return  # a gradient of zeros is one
        for each in leaves:
            self.world.state.set_attribute(each, GRAD, NONE)
            self.world.state.put(each, FILLED, NO)

    def _of_optimiser(self, obj: Instance, name: str, given: Arguments, node: ast.AST) -> Value:
        leaves = list(dict.fromkeys(self.leaves(self.world.state.get(obj, OPTIMISED))))
        if name == "zero_grad":
            self._clear(obj, leaves, given, node)
        elif name == "step":
            closure = given.get(0, "closure")
            for _ in range(training.times_asked(obj.cls, closure)):
                self.world.models.call(closure or NONE, Arguments(), node)
            self.world.emit(Step(node, obj, leaves, closure))
            sure = set(self.leaves(self.world.state.get(obj, OPTIMISED), surely=True))
            for each in leaves:
                gradient = self.world.state.attribute(each, GRAD)
                guard = OPEN if each in sure else DOUBTFUL
                work = partial(self.world.on_each, gradient, partial(self._stepped, each, node))
                self.operations.under(guard, work)
        elif name == "__init__":
            self.world.state.put(obj, OPTIMISED, self.optimised(given, node))
        else:
            return untold(self.world, name, [obj, *given.all], node)
        return NONE

    def _stepped(self, leaf: Tensor, node: ast.AST, gradient: Value) -> None:
        """What a step changes: a leaf that has a gradient."""
        if isinstance(gradient, Tensor) or self.world.state.get(leaf, FILLED).must:
            self.operations.change(leaf, "step", [], node, "step", is_recorded=False)

    def optimised(self, given: Arguments, node: ast.AST) -> Value:
        """What an optimiser is made over: it takes leaves alone."""
        return self.world.each(given.get(0, "params") or NONE, partial(self._over, node))

    def _over(self, node: ast.AST, first: Value) -> Value:
        items, state = self.world.models.items(first, node), self.world.state
        if items is None:
            return first
        known = [self.operations.leaf_of(each) for each in items.known]
        kind = first.kind if isinstance(first, Collection) else "list"
        over = Collection(kind, Items(tuple(known), items.rest), state.tick())
        for each in self.leaves(over):
            state.put(each, IS_LEAF, YES)
        return over
