"""Imports, functions and classes: what a definition binds."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile

from tapelint.source import tree
from tapelint.tape.domain.domains import Key
from tapelint.tape.domain.program import ClassUnit, FunctionUnit
from tapelint.tape.domain.state import State
from tapelint.tape.domain.terms import Truth
from tapelint.tape.domain.values import (
    Class,
    Function,
    Symbol,
    Value,
)
from tapelint.tape.interpreter import custom_functions
from tapelint.tape.interpreter.interface import Interpreter
from tapelint.tape.machine.frames import Arguments, Frame
from tapelint.tape.machine.machine import Machine
from tapelint.tape.models import torch_calls
from tapelint.tape.syntax import SWITCHES, dotted_name, last_part, mentions, switches_own_gradient
from tapelint.torch_api import decorators

_CHOOSE_ANOTHER = frozenset({"functools.singledispatch", "functools.singledispatchmethod"})
"""Decorators after which a call may run another function, by what it is given."""
_TRANSPARENT_DECORATORS = frozenset(
    {
        "builtins.staticmethod", "builtins.classmethod", "builtins.property",
        "functools.wraps", "functools.cached_property", "functools.lru_cache", "functools.cache",
        "torch.no_grad", "torch.enable_grad", "torch.inference_mode", "torch.jit.export",
        "torch.jit.ignore", "torch.jit.script", "torch.jit.unused", "torch.compile",
        "typing.overload", "typing.final", "abc.abstractmethod", "torch.jit.script_method",
    }
)  # fmt: skip


_RUN_BY_AUTOGRAD = frozenset({"forward", "backward", "vjp", "jvp", "setup_context", "vmap"})
"""The methods of a function of one's own that autograd calls, and that it does not record."""


class Definitions:
    """Binds what imports and definitions make.

    Attributes:
        functions: All functions met, with the state in which each was defined.
        classes: All classes met.
    """

    def __init__(
        self,
        machine: Machine,
        interpreter: Interpreter,
    ) -> None:
        self.machine = machine
        self.interpreter = interpreter
        self.functions: list[tuple[FunctionUnit, State]] = []
        self.classes: list[tuple[ClassUnit, State | None]] = []
        """Those of the file, each with the state in which a function has defined it."""

    def import_modules(self, node: tree.Import) -> None:
        """``import a.b as c``."""
        for alias in node.names:
            full = dotted_name(alias.name)
            if alias.asname is not None:
                self._bind_import(dotted_name(alias.asname.name), full)
            else:
                root = full.split(".", 1)[0]
                self._bind_import(root, root)

    def import_names(self, node: tree.ImportFrom) -> None:
        """``from a import b as c``."""
        module = dotted_name(node.module) if node.module is not None else ""
        module = "." * node.relative + module
        if isinstance(node.names, tree.ImportStar):
            scope = self.machine.frame.module_scope
            self.interpreter.star_imports.setdefault(scope, []).append(
                self.interpreter.other_files.full_name(module)
            )
            return
        for alias in node.names:
            name = dotted_name(alias.name)
            bound = dotted_name(alias.asname.name) if alias.asname is not None else name
            self._bind_import(
                bound, f"{module}{name}" if module[-1:] == "." else f"{module}.{name}"
            )

    def _bind_import(self, bound: str, full: str) -> None:
        symbol = Symbol(self.interpreter.other_files.full_name(full))
        self.machine.state.set((self._import_scope(bound), bound), symbol)

    def _import_scope(self, bound: str) -> int:
        frame = self.machine.frame
        return frame.module_scope if bound in frame.global_names else frame.scope

    def _is_of_this_file(self) -> bool:
        return not self.interpreter.other_files.is_other(self.machine.frame.module_scope)

    def define_function(self, node: tree.FunctionDef) -> None:
        """``def f(): ...``: executed later, from its callers and on its own."""
        frame = self.machine.frame
        prefix = f"{frame.name}." if frame.name else ""
        unit = FunctionUnit(
            f"{prefix}{node.name.value}",
            node,
            (frame.scope, *frame.enclosing),
            scope=self.machine.new_identity(),
        )
        if frame.class_unit is not None:
            frame.class_unit.functions.append(unit)
        wrappers = self._apply_decorators(unit, node)
        parameters = node.params
        for parameter in (
            *parameters.posonly_params,
            *parameters.params,
            *parameters.kwonly_params,
        ):
            if parameter.default is not None:
                unit.defaults[parameter.name.value] = self.interpreter.evaluate(parameter.default)
        self._wrap(unit, wrappers)
        self.interpreter.bind(node.name.value, Function(unit))
        if frame.class_unit is None and self._is_of_this_file():
            self.functions.append((unit, self.machine.state))

    def _apply_decorators(
        self, unit: FunctionUnit, node: tree.FunctionDef
    ) -> list[tuple[Function, tree.Decorator]]:
        """Note what known decorators do; returns those of this file, which are to be called."""
        wrappers: list[tuple[Function, tree.Decorator]] = []
        before = self.machine.grad_mode
        for decorator in node.decorators:
            expression = decorator.decorator
            value = self.interpreter.evaluate(expression)
            self.machine.grad_mode = before
            mode = torch_calls.decorated(value)
            if mode is not None:
                unit.grad_mode = mode
                continue
            name = self._full_name_of(expression, value)
            if decorators.is_of_another_language(name):
                unit.is_of_other_library = unit.is_opaque = True
                continue
            unit.is_exported = unit.is_exported or name == "torch.jit.export"
            unit.is_static = unit.is_static or name == "builtins.staticmethod"
            unit.is_class_method = unit.is_class_method or name == "builtins.classmethod"
            unit.is_property = unit.is_property or name in {
                "builtins.property",
                "functools.cached_property",
                "torch.distributions.utils.lazy_property",
            }
            if name.endswith((".setter", ".getter", ".deleter")) or name in _CHOOSE_ANOTHER:
                unit.is_opaque = True
            elif isinstance(value, Function) and _may_be_followed(value):
                wrappers.append((value, decorator))
            elif name not in _TRANSPARENT_DECORATORS:
                unit.is_opaque = unit.is_opaque or not isinstance(value, Symbol)
                is_own = isinstance(value, Function)  # whose text speaks of the grad mode
                may_switch = decorators.may_switch_recording(name) and not _shows_recording(node)
                if is_own or may_switch:
                    unit.grad_mode = Truth.UNKNOWN

        return wrappers

    def _full_name_of(self, decorator: tree.BaseExpression, value: Value) -> str:
        """The dotted name of a decorator, or of what is called for it, as it was imported."""
        if isinstance(decorator, tree.Call) and isinstance(
            decorator.func, (tree.Name, tree.Attribute)
        ):
            value = self.interpreter.evaluate(decorator.func)
        return value.name if isinstance(value, Symbol) else f"?.{dotted_name(decorator)}"

    def _wrap(self, unit: FunctionUnit, wrappers: list[tuple[Function, tree.Decorator]]) -> None:
        """Call the decorators of this file, the nearest first."""
        wrapped: Value = Function(unit, is_bare=True)
        for wrapper, decorator in reversed(wrappers):
            if self._only_registers(wrapper):
                continue
            arguments = Arguments(((wrapped, decorator.decorator),))
            wrapped = self.machine.call(wrapper, arguments, decorator)
        if not isinstance(wrapped, Function):  # what was not followed says nothing of the mode
            unit.is_opaque = True
            if any(
                decorators.says_it_switches(each.unit.name) for each, _ in wrappers if each.unit
            ):
                unit.grad_mode = Truth.UNKNOWN
        elif wrapped.unit is not unit:
            unit.wrapper = wrapped

    def _only_registers(self, decorator: Function) -> bool:
        """Whether a decorator of another file leaves what it is given as it is.

        What it notes in that file is read there: see :mod:`tapelint.tape.interpreter.tables`.
        """
        unit = decorator.unit
        if unit is None or not self.interpreter.other_files.is_elsewhere(unit):
            return False
        return unit.gives_back_first

    def define_class(self, node: tree.ClassDef) -> None:
        """``class C: ...``: its body runs at once."""
        machine = self.machine
        frame = machine.frame
        bases = [self.interpreter.evaluate(base.value) for base in node.bases]
        unit = ClassUnit(
            node.name.value,
            node,
            tuple(each.unit for each in bases if isinstance(each, Class) and each.unit is not None),
            tuple(each for each in bases if not isinstance(each, Class)),
            scope=machine.new_identity(),
        )
        body_frame = Frame(
            name=f"{frame.name}.{unit.name}" if frame.name else unit.name,
            scope=unit.scope,
            enclosing=frame.enclosing if frame.unit_class else (frame.scope, *frame.enclosing),
            class_unit=unit,
        )
        known = next(reversed(machine.state.cells), None)
        machine.frames.append(body_frame)
        try:
            self.interpreter.execute_body(node.body)
        finally:
            machine.frames.pop()
        machine.alive = True
        for key, value in _scope_cells(machine.state, body_frame.scope, known):
            if isinstance(value, Function) and value.unit is not None:
                value.unit.unit_class = unit
                value.unit.enclosing = body_frame.enclosing
                unit.methods[key] = value.unit
            else:
                unit.attributes[key] = value
        _set_fields(unit, node, bases)
        if unit.is_autograd_function:
            for name, method in unit.methods.items():
                if name in _RUN_BY_AUTOGRAD:
                    method.grad_mode = Truth.NO
                else:  # a helper runs as its caller does, which may switch recording on
                    method.called_under.add(Truth.NO)
            if self._is_of_this_file():
                custom_functions.note(machine, unit)
        if not unit.is_module and switches_own_gradient(node):
            machine.has_own_tensors = True
        for base_unit in unit.lineage[1:]:
            base_unit.overridden.update(unit.methods)
        self._register(node, Class(unit))
        self.interpreter.bind(node.name.value, Class(unit))
        if self._is_of_this_file():
            is_local = any(each.unit is not None for each in machine.frames)
            self.classes.append((unit, machine.state.as_it_is() if is_local else None))

    def _register(self, node: tree.ClassDef, made: Class) -> None:
        """Call the decorators of this file on a class: they may keep it in a table."""
        if not self._is_of_this_file():
            return
        for decorator in reversed(node.decorators):
            value = self.interpreter.evaluate(decorator.decorator)
            if isinstance(value, Function) and _may_be_followed(value):
                arguments = Arguments(((made, decorator.decorator),))
                self.machine.call(value, arguments, decorator)


_OF_RECORDING = SWITCHES | {"backward"}


def _shows_recording(node: tree.FunctionDef) -> bool:
    """Whether a function's own text shows that it runs while autograd records."""
    return mentions(node.body, _OF_RECORDING)


def _may_be_followed(decorator: Function) -> bool:
    """Whether a decorator of this file says nothing of grad modes."""
    return decorator.unit is not None and not mentions(decorator.unit.node, SWITCHES)


def _scope_cells(state: State, scope: int, known: Key | None) -> list[tuple[str, Value]]:
    """The variables of a scope that was opened when ``known`` was the layer's newest cell."""
    newer = list(takewhile(lambda key: key != known, reversed(state.cells)))
    return [
        (key[1], state.cells[key])
        for key in newer[::-1]
        if isinstance(key, tuple) and key[0] == scope
    ]


def _statements(body: tree.BaseSuite) -> list[tree.Node]:
    found: list[tree.Node] = []
    for statement in body.body:
        if isinstance(statement, tree.SimpleStatementLine):
            found.extend(statement.body)
        else:
            found.append(statement)
    return found


def _is_dataclass(node: tree.ClassDef) -> bool:
    return any(last_part(decorator.decorator) == "dataclass" for decorator in node.decorators)


def _set_fields(unit: ClassUnit, node: tree.ClassDef, bases: Sequence[Value]) -> None:
    """The fields of a named tuple or a dataclass: its own, and those of its bases."""
    is_named_tuple = any(
        isinstance(base, Symbol) and base.name == "typing.NamedTuple" for base in bases
    )
    if is_named_tuple or _is_dataclass(node):
        inherited = [name for base in unit.bases for name in base.fields]
        own = [
            statement.target.value
            for statement in _statements(node.body)
            if isinstance(statement, tree.AnnAssign) and isinstance(statement.target, tree.Name)
        ]
        unit.fields = tuple(dict.fromkeys((*inherited, *own)))
        unit.is_tuple = is_named_tuple
    for base in unit.bases:
        if base.is_tuple:
            unit.fields, unit.is_tuple = base.fields, True
