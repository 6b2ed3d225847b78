"""Functions of one's own: what their ``forward`` and ``backward`` do with tensors and gradients.

Autograd does not record in there. What counts is how the two methods fit together, which stands
in the text of the class; so it is read there, once, where the class is defined.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from tapelint.project.kept_on_context import Kept, attribute_of, is_read, kept, name_of
from tapelint.project.method_bodies import Body, Many, Returned, own_parts
from tapelint.source import tree
from tapelint.source.spelling import last_name, only_name
from tapelint.source.tree import walk
from tapelint.tape import function_events
from tapelint.tape.domain.program import ClassUnit, FunctionUnit
from tapelint.tape.domain.terms import Role
from tapelint.tape.machine.machine import Machine
from tapelint.torch_api.knowledge import knowledge

_BACKWARD = ("backward", "vjp")
_LISTS = (tree.List, tree.ListComp)
_DICTS = (tree.Dict, tree.DictComp)


def note(machine: Machine, unit: ClassUnit) -> None:
    """Record what a class defines that derives from torch's ``Function``."""
    forward = unit.methods.get("forward")
    backward = next((unit.methods[each] for each in _BACKWARD if each in unit.methods), None)
    if forward is None or not isinstance(forward.node, tree.FunctionDef):
        return
    _note_objects(machine, unit, forward)
    if backward is None or not isinstance(backward.node, tree.FunctionDef):
        return
    setup = unit.methods.get("setup_context")
    made = _Pair(machine, unit, _Method(forward, has_context=setup is None), _Method(backward))
    made.note()
    if setup is not None and isinstance(setup.node, tree.FunctionDef):
        made.note_setup(_Method(setup))


def note_called(machine: Machine, unit: ClassUnit, node: tree.Node) -> None:
    """Record a call of an object of such a class."""
    forward = unit.method("forward")
    if forward is None or (_left_by_init(unit) and "forward" in unit.methods):
        return  # the class itself is recorded
    machine.emit(
        function_events.FunctionObjectUsed,
        node,
        kind=unit.name,
        attribute="",
        is_static=forward.is_static,
    )


def _note_objects(machine: Machine, unit: ClassUnit, forward: FunctionUnit) -> None:
    attribute = _left_by_init(unit)
    if attribute and not forward.is_static and not forward.is_class_method:
        assert isinstance(forward.node, tree.FunctionDef)
        machine.emit(
            function_events.FunctionObjectUsed,
            forward.node.name,
            kind=unit.name,
            attribute=attribute,
            is_static=False,
        )


def _left_by_init(unit: ClassUnit) -> str:
    """What ``__init__`` leaves on the object and ``forward`` reads, without setting it itself."""
    init, forward = unit.methods.get("__init__"), unit.methods.get("forward")
    if init is None or forward is None or "__call__" in unit.methods:
        return ""
    left = {
        each.rsplit(".", 1)[-1]
        for each in init.assigned
        if each.count(".") == 1 and each.startswith(f"{init.first_parameter(is_bound=False)}.")
    }
    owner = forward.first_parameter(is_bound=False)
    own = {each.removeprefix(f"{owner}.") for each in forward.assigned}
    read = forward.attributes_read.get(owner, frozenset())
    given = left & read.difference(own, unit.attributes, unit.methods)
    return min(given, default="")


class _Method:
    """``forward``, ``backward`` or ``setup_context``."""

    def __init__(self, unit: FunctionUnit, *, has_context: bool = True) -> None:
        assert isinstance(unit.node, tree.FunctionDef)
        parameters = unit.node.params
        named = (*parameters.posonly_params, *parameters.params)
        skipped = int(has_context) + int(unit.is_class_method)
        self.unit, self.body = unit, Body(unit.node)
        self.context = (
            named[skipped - 1].name.value if has_context and skipped <= len(named) else ""
        )
        self.parameters = [each.name.value for each in named[skipped:]]
        self.least = sum(each.default is None for each in named[skipped:])
        star = parameters.star_arg
        self.star = star.name.value if isinstance(star, tree.Param) else ""
        self.most = None if isinstance(star, tree.Param) else len(self.parameters)
        self.is_plain = not parameters.kwonly_params and parameters.star_kwarg is None
        self.values = Returned(self.body, self.parameters, [self.star])

    def returned(self) -> Iterator[tuple[tree.BaseExpression, list[Many] | None]]:
        """What each of its ``return`` gives, and the ways of it."""
        for at, value in self.body.returned():
            if value is not None:
                yield value, self.values.ways(value, at)

    def keeps(self, name: str, at: int) -> bool:
        """Whether a parameter is still what the method was given, at a statement."""
        return name in self.parameters and not self.body.bound_before(name, at)


def _written(method: _Method, value: tree.BaseExpression) -> tree.BaseExpression:
    """What a name that is bound once is bound to; else the value itself."""
    bound = method.body.bindings.get(value.value, []) if isinstance(value, tree.Name) else []
    only = bound[0].value if len(bound) == 1 else None
    return only if only is not None else value


@dataclass
class _Pair:
    """A ``forward`` and the ``backward`` that goes with it."""

    machine: Machine
    unit: ClassUnit
    forward: _Method
    backward: _Method

    def note(self) -> None:
        """Record what the two do."""
        self.is_trained = any(
            ways is None or any(self.backward.values.may_be_tensor(g) for way in ways for g in way)
            for _, ways in self.backward.returned()
        )
        self.differentiated = self._differentiated()
        self.outputs = [way for _, ways in self.forward.returned() for way in (ways or [])]
        self.plain = {
            name
            for _, value in self.forward.body.returned()
            for name in (self._names(value) if value is not None else ())
        }
        self.mentioned = self.plain | {
            each.value
            for _, value in self.forward.body.returned()
            for each in (walk(value) if value is not None else ())
            if isinstance(each, tree.Name)
        }
        self.marked, self.undifferentiable = (
            self._marked("mark_dirty"),
            self._marked("mark_non_differentiable"),
        )
        self._note_gradients()
        self._note_outputs()
        self._note_kept(self.forward, self.forward.parameters)
        self._note_changes(self.forward, is_gradient=False)
        self._note_changes(self.backward, is_gradient=True)
        self._note_dirty()

    def note_setup(self, setup: _Method) -> None:
        """Record what ``setup_context(ctx, inputs, output)`` keeps."""
        if len(setup.parameters) != 2:
            return
        inputs, output = setup.parameters
        for name, bound in setup.body.bindings.items():
            first = bound[0]
            if len(bound) == 1 and isinstance(first.unpacked, tree.Name):
                if first.unpacked.value == inputs and first.place < len(self.forward.parameters):
                    self._note_kept(setup, {name: self.forward.parameters[first.place]})
        self.plain = {output}
        self._note_kept(setup, {})

    # --- numbers of gradients ---

    def _differentiated(self) -> frozenset[str]:
        """The parameters of ``forward`` that ``backward`` gives a gradient."""
        found: set[str] = set()
        parameters = self.forward.parameters
        if len(parameters) == self.forward.least == self.forward.most == 1 and self.is_trained:
            return frozenset(parameters)  # there is no other that a gradient could be for
        for at, value in self.backward.body.returned():
            for way in (self.backward.values.ways(value, at) if value is not None else None) or []:
                if self._is_wrong(way, at):
                    continue
                for name, gradient in zip(self.forward.parameters, way, strict=False):
                    if self.backward.values.may_be_tensor(gradient):
                        found.add(name)
        return frozenset(found)

    def _note_gradients(self) -> None:
        forward, backward = self.forward, self.backward
        if not forward.is_plain:
            return
        for at, value in backward.body.returned():
            ways = backward.values.ways(value, at) if value is not None else None
            is_list = value is not None and isinstance(_written(backward, value), tree.List)
            if is_list:
                ways = [(value,)]  # type: ignore[list-item]
            if value is None or not ways:
                continue
            most = forward.most
            fitting = [each for each in ways if not self._is_wrong(each, at)]
            way = (fitting or ways)[0]
            spare = way[most:] if most is not None else ()
            self.machine.emit(
                function_events.GradientsReturned,
                value,
                kind=self.unit.name,
                count=len(way),
                least=forward.least,
                most=most,
                has_gradient=any(map(backward.values.may_be_tensor, way)),
                has_spare=any(backward.values.is_tensor(each, at) for each in spare),
                is_list=is_list,
            )

    def _is_wrong(self, way: Many, at: int) -> bool:
        most = self.forward.most
        if len(way) < self.forward.least:
            return True
        spare = way[most:] if most is not None else ()
        return any(self.backward.values.is_tensor(each, at) for each in spare)

    def _note_outputs(self) -> None:
        for value, ways in self.forward.returned():
            counts = {len(each) for each in ways or []}
            self.machine.emit(
                function_events.OutputsReturned,
                value,
                kind=self.unit.name,
                count=counts.pop() if len(counts) == 1 else None,
                least=self.backward.least,
                most=self.backward.most,
                container=self._container(value),
                is_trained=self.is_trained,
                is_alone=all(not self._fits(each) for _, each in self.forward.returned()),
            )

    def _fits(self, ways: list[Many] | None) -> bool:
        """Whether ``backward`` may take as many gradients as there are results."""
        least, most = self.backward.least, self.backward.most
        return ways is None or any(
            least <= len(each) and (most is None or len(each) <= most) for each in ways
        )

    def _container(self, value: tree.BaseExpression) -> str:
        """What hides a result: a list or a dict, where autograd looks for tensors alone."""
        written = _written(self.forward, value)
        if isinstance(written, _LISTS):
            return "list"
        return "dict" if isinstance(written, _DICTS) else ""

    # --- what is kept, and what is changed ---

    def _note_kept(self, method: _Method, inputs: list[str] | dict[str, str]) -> None:
        if method.context:
            for each in kept(method.body, method.context):
                self._note_one_kept(method, inputs, each)

    def _note_one_kept(
        self, method: _Method, inputs: list[str] | dict[str, str], one: Kept
    ) -> None:
        name, at = one.name, one.at
        bound = method.body.bindings.get(name, [])
        is_input = name in inputs and (isinstance(inputs, dict) or not bound)
        is_result = name in self.plain and not any(each.at > at for each in bound)
        if method is self.forward:  # an earlier ``return`` is another way out
            is_result = is_result and any(
                place > at and value is not None and name in self._names(value)
                for place, value in method.body.returned()
            )
        if is_input and name not in self.marked:
            given = inputs[name] if isinstance(inputs, dict) else name
            role, is_differentiated = Role.INPUT, given in self.differentiated
        elif is_result and name not in self.undifferentiable:
            role, is_differentiated = Role.RESULT, self._is_gradient_used(name)
        else:
            return
        self.machine.emit(
            function_events.KeptOnContext,
            one.node,
            name=name,
            context=method.context,
            role=role,
            is_differentiated=is_differentiated,
            is_read=is_read(self.backward.body, self.backward.context, one.attribute),
            is_released=self._is_released(one.attribute),
        )

    def _names(self, value: tree.BaseExpression) -> list[str]:
        """The variables that ``forward`` returns, in order; "" for what is none."""
        return [name_of(each, self.forward.context) for each in _held(value)]

    def _is_gradient_used(self, name: str) -> bool:
        """Whether ``backward`` needs the gradient of a result."""
        if not self.is_trained:
            return False
        gradients = self.backward.parameters
        if name not in self.mentioned:  # the only result, in ``setup_context``
            return len(gradients) == 1
        for _, value in self.forward.body.returned():
            names = self._names(value) if value is not None else []
            if name not in names:
                continue
            place = names.index(name)
            is_only = not isinstance(value, tree.Tuple)
            if is_only or (place < len(gradients) and self._reads(gradients[place])):
                return True
        return False

    def _reads(self, name: str) -> bool:
        return any(
            isinstance(each, tree.Name) and each.value == name
            for each in walk(self.backward.body.node.body)
        )

    def _is_released(self, attribute: str) -> bool:
        """Whether ``backward`` deletes what is kept, gives it another value, or empties it."""
        context = self.backward.context
        for statement in self.backward.body.statements:
            for part in own_parts(statement):
                let_go: list[tree.BaseExpression] = []
                if isinstance(part, tree.Del):
                    let_go = list(_held(part.target))
                elif isinstance(part, tree.AssignTarget):
                    let_go = [part.target]
                elif isinstance(part, tree.Call) and last_name(part.func) in {"pop", "clear"}:
                    let_go = [part.func.value] if isinstance(part.func, tree.Attribute) else []
                if any(attribute_of(each, context) == attribute for each in let_go):
                    return True
        return False

    def _note_changes(self, method: _Method, *, is_gradient: bool) -> None:
        met: set[str] = set()
        for at, statement in enumerate(method.body.statements):
            for name, operation, place in _changes(statement):
                source = self._source(method, name, at)
                if not source or source in met:
                    continue
                met.add(source)  # one clone serves all of them
                self.machine.emit(
                    function_events.ArgumentChanged,
                    place,
                    name=name,
                    operation=operation,
                    context=method.context,
                    is_gradient=is_gradient,
                    is_differentiated=is_gradient or source in self.differentiated,
                    is_marked=source in self.marked or "*" in self.marked,
                    is_returned=source in self.mentioned,
                )

    def _source(self, method: _Method, name: str, at: int) -> str:
        """The parameter that a name stands for; "" for none."""
        bound = method.body.bound_before(name, at)
        if not bound:
            return name if name in method.parameters else ""
        last = bound[-1]
        if len(bound) == 1 and isinstance(last.value, tree.Name) and name not in method.parameters:
            return self._source(method, last.value.value, last.at)
        augmented = [each for each in bound if self._is_augmented(method, each.at)]
        return name if len(augmented) == len(bound) and name in method.parameters else ""

    def _is_augmented(self, method: _Method, at: int) -> bool:
        return isinstance(method.body.statements[at], tree.AugAssign)

    # --- marks ---

    def _marked(self, mark: str) -> frozenset[str]:
        """The names that the context is told of; ``*`` for others."""
        found: set[str] = set()
        methods = [self.forward.unit, self.unit.methods.get("setup_context")]
        for each in methods:
            for call in walk(each.node.body) if each is not None else ():
                if isinstance(call, tree.Call) and last_name(call.func) == mark:
                    found |= {only_name(arg.value) or "*" for arg in call.args}
        return frozenset(found)

    def _note_dirty(self) -> None:
        forward = self.forward
        for at, statement in enumerate(forward.body.statements):
            for part in own_parts(statement):
                if not isinstance(part, tree.Call) or last_name(part.func) != "mark_dirty":
                    continue
                for each in part.args:
                    name = only_name(each.value)
                    if each.star or not forward.keeps(name, at):
                        continue
                    self.machine.emit(
                        function_events.DirtyMarked,
                        each.value,
                        name=name,
                        may_be_returned=name in self.mentioned
                        or self._is_hidden()
                        or self._is_handed_on(name),
                    )

    def _is_handed_on(self, name: str) -> bool:
        """Whether another name, or what a call gives, may stand for an input."""
        for node in walk(self.forward.body.node.body):
            if isinstance(node, tree.Assign) and only_name(node.value) == name:
                return True
            if isinstance(node, tree.Call) and last_name(node.func) != "mark_dirty":
                if any(only_name(each.value) == name for each in node.args):
                    return True
        return False

    def _is_hidden(self) -> bool:
        """Whether it is not seen which names ``forward`` returns."""
        return not self.outputs or any(ways is None for _, ways in self.forward.returned())


def _changes(statement: tree.Node) -> Iterator[tuple[str, str, tree.Node]]:
    """The names that a statement changes in place, each with the operation and its place."""
    if isinstance(statement, tree.AugAssign):
        yield _base(statement.target), "augmented", statement
    elif isinstance(statement, tree.Assign):
        for each in statement.targets:
            if isinstance(each.target, tree.Subscript):
                yield _base(each.target), "[...] =", statement
    known = knowledge().inplace_methods
    for part in own_parts(statement):
        if isinstance(part, tree.Call) and isinstance(part.func, tree.Attribute):
            if part.func.attr.value in known:
                yield only_name(part.func.value), part.func.attr.value, part


def _base(node: tree.BaseExpression) -> str:
    """The variable that an index is taken of; "" for what is no variable."""
    while isinstance(node, tree.Subscript):
        node = node.value
    return only_name(node)


def _held(node: tree.BaseExpression) -> Many:
    """What is kept, where several values may be kept together."""
    if isinstance(node, (tree.Tuple, tree.List)):
        return tuple(each.value for each in node.elements if isinstance(each, tree.Element))
    return (node,)
