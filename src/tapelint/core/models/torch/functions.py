"""Functions of torch that are no plain operations, and all others by their spelling."""

from __future__ import annotations

import ast
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from tapelint.core.autograd.events import Cut, ModeSwitch
from tapelint.core.autograd.graph import Tensor
from tapelint.core.autograd.recording import RECORDING
from tapelint.core.domain.alternatives import Condition, joined_values
from tapelint.core.domain.certainty import MAYBE, NO, Certainty
from tapelint.core.domain.fields import Field, Items, join_any
from tapelint.core.domain.objects import ITEMS, Collection, Function
from tapelint.core.domain.values import FALSE, NONE, TRUE, Const, Obj, Value
from tapelint.core.machine.machine import Machine
from tapelint.core.machine.models import Model
from tapelint.core.machine.protocol import Arguments
from tapelint.core.models.kind import Kind, registering
from tapelint.core.models.torch.operations import Operations
from tapelint.core.models.torch.tensors import IS_NUMBER, kept, made
from tapelint.torch_api import einops
from tapelint.torch_api.families import families
from tapelint.torch_api.knowledge import knowledge

Handler = Callable[[Operations, Arguments, ast.AST], Value]
FUNCTIONS: Final[dict[str, Handler]] = {}
model = registering(FUNCTIONS)
_PLACES: Final = ("torch.", "torch.Tensor.", "torch.nn.functional.", "torch.special.")
BEFORE: Final = Field[Value]("recording before", TRUE, joined_values)
"""Whether autograd recorded when a mode was entered."""
EXPORTED: Final = Field("exported", False, join_any)
"""Whether a function is compiled, for whoever loads it and runs it without recording."""


class Mode(Obj):
    """``no_grad()`` and its kin.

    Attributes:
        recording: Whether autograd records in it: a truth value.
        is_on: Whether it is entered by being made, as ``set_grad_enabled()`` is.
        is_inference: Whether it is ``inference_mode()``: entered by hand it ends with its object.
    """

    __slots__ = ("is_inference", "is_on", "recording")

    def __init__(
        self, recording: Value, birth: int, *, is_on: bool = False, is_inference: bool = False
    ) -> None:
        super().__init__(birth)
        self.is_inference: Final = is_inference
        self.recording: Final = recording
        self.is_on: Final = is_on


@dataclass(eq=False, slots=True)
class InMode(Value):
    """A function that is run in a mode: ``@torch.no_grad()``."""

    function: Value
    recording: Value


class Modes(Kind[Mode]):
    """Context managers and decorators of the grad mode."""

    def __init__(self, world: Machine, operations: Operations) -> None:
        super().__init__(world)
        self.autograd: Final = operations.autograd

    def enter(self, obj: Mode, node: ast.AST) -> Value:
        """Switch."""
        before = self.autograd.switch(obj.recording)
        if not obj.is_on:
            self.world.state.put(obj, BEFORE, before)
        if self.world.hears(ModeSwitch):
            self.world.emit(ModeSwitch(node, self.autograd.recording))
        return NONE

    def leave(self, obj: Mode, node: ast.AST) -> None:
        """Switch back."""
        self.autograd.switch(self.world.state.get(obj, BEFORE))

    def call_method(self, obj: Mode, name: str, given: Arguments, node: ast.AST) -> Value:
        """Entered and left by hand."""
        if name == "__enter__":
            entered = self.enter(obj, node)
            if obj.is_inference:
                self.autograd.switch(self.world.unknown("recording"))
            return entered
        if name == "__exit__":
            self.leave(obj, node)
        return NONE

    def call(self, obj: Mode, given: Arguments, node: ast.AST) -> Value:
        """As a decorator."""
        if obj.is_on:
            self.leave(obj, node)
        function = given.get(0, "")
        return self.world.unknown() if function is None else InMode(function, obj.recording)


class FunctionsInModes(Kind[InMode]):
    """Functions that are run in a mode."""

    is_method = True

    def __init__(self, world: Machine, operations: Operations) -> None:
        super().__init__(world)
        self.autograd: Final = operations.autograd

    def call(self, obj: InMode, given: Arguments, node: ast.AST) -> Value:
        """Switch, call, switch back."""
        before = self.autograd.switch(obj.recording)
        result = self.world.models.call(obj.function, given, node)
        self.autograd.switch(before)
        return result


@model("torch.no_grad", "torch.autograd.no_grad")
def _no_grad(torch: Operations, given: Arguments, node: ast.AST) -> Value:
    first = given.get(0, "")
    if isinstance(first, Function):
        return InMode(first, FALSE)
    return Mode(FALSE, torch.world.state.tick())


@model("torch.inference_mode")
def _inference_mode(torch: Operations, given: Arguments, node: ast.AST) -> Value:
    first = given.get(0, "mode") or TRUE
    if isinstance(first, Function):
        return InMode(first, FALSE)
    true, false = torch.world.truth(first)
    recording = TRUE if true is None else FALSE if false is None else Condition(false, true)
    return Mode(recording, torch.world.state.tick(), is_inference=True)


@model("torch.enable_grad", "torch.autograd.enable_grad")
def _enable_grad(torch: Operations, given: Arguments, node: ast.AST) -> Value:
    first = given.get(0, "")
    if isinstance(first, Function):
        return InMode(first, TRUE)
    return Mode(TRUE, torch.world.state.tick())


@model("torch.is_grad_enabled", "torch._C.is_grad_enabled")
def _is_grad_enabled(torch: Operations, given: Arguments, node: ast.AST) -> Value:
    return torch.world.state.get(torch.autograd.mode, RECORDING)


@model(
    "torch.jit.is_tracing",
    "torch.jit.is_scripting",
    "torch.onnx.is_in_onnx_export",
    "torch.compiler.is_compiling",
    "torch.compiler.is_exporting",
)
def _is_exported(torch: Operations, given: Arguments, node: ast.AST) -> Value:
    """Who compiles or exports a network runs no backward through it meanwhile."""
    return FALSE


@model("torch.set_grad_enabled", "torch.autograd.set_grad_enabled", "torch._C._set_grad_enabled")
def _set_grad_enabled(torch: Operations, given: Arguments, node: ast.AST) -> Value:
    wanted = given.get(0, "mode") or TRUE
    made = Mode(wanted, torch.world.state.tick(), is_on=True)
    torch.world.state.put(made, BEFORE, torch.autograd.switch(wanted))
    return made


@model("torch.tensor", "torch.Tensor", "torch.FloatTensor", "torch.from_numpy", "torch.asarray")
def _new(torch: Operations, given: Arguments, node: ast.AST) -> Value:
    tensor, data = made(torch, given, node), given.get(0, "data")
    if data is not None and torch.world.hears(Cut):
        torch.world.emit(Cut(node, data, tensor))
    if isinstance(data, Const) and isinstance(tensor, Tensor):
        tensor.cells[IS_NUMBER] = MAYBE
    return tensor


@model("torch.as_tensor")
def _as_tensor(torch: Operations, given: Arguments, node: ast.AST) -> Value:
    first = given.get(0, "data")
    if isinstance(first, Tensor):
        return first
    if first is None or not torch.may_be_tensor(first):
        return made(torch, given, node)
    return torch.autograd.operation("as_tensor", [first], node, None)


@model("torch.nn.Parameter", "torch.nn.parameter.Parameter")
def _parameter(torch: Operations, given: Arguments, node: ast.AST) -> Value:
    told = torch.world.is_true(given.get(1, "requires_grad") or TRUE)
    first = given.get(0, "data")
    return torch.autograd.leaf(node, Certainty.of(told), of=first, is_parameter=True)


@model("torch.autograd.Variable")
def _variable(torch: Operations, given: Arguments, node: ast.AST) -> Value:
    first, wanted = given.get(0, "data"), given.get(1, "requires_grad")
    if isinstance(first, Tensor) and wanted is None:
        return first
    told = NO if wanted is None else Certainty.of(torch.world.is_true(wanted))
    return torch.autograd.leaf(node, told)


@model("torch.autograd.backward")
def _backward(torch: Operations, given: Arguments, node: ast.AST) -> Value:
    root = given.get(0, "tensors")
    if root is not None:
        frees, creates = kept(torch.world, given, 2)
        until = given.keywords.get("inputs")
        torch.autograd.backward(root, node, frees, until, creates=creates)
    return NONE


@model("torch.autograd.grad")
def _grad(torch: Operations, given: Arguments, node: ast.AST) -> Value:
    root, inputs = given.get(0, "outputs"), given.get(1, "inputs")
    if root is None or inputs is None:
        return torch.world.unknown("gradients")
    frees, creates = kept(torch.world, given, 3)
    options = (given.get(5, "allow_unused"), given.get(7, "materialize_grads"))
    shows = not given.is_open and all(each in (None, FALSE) for each in options)
    torch.autograd.backward(root, node, frees, inputs, fills=False, shows=shows)
    items = torch.world.state.get(inputs, ITEMS) if isinstance(inputs, Collection) else None
    count = 1 if items is None else len(items.known)
    gradients: list[Value] = []
    for _ in range(count):
        if creates.may:
            gradients.append(torch.autograd.operation("grad", [root], node, None))
        else:
            gradients.append(torch.autograd.leaf(node))
    rest = None
    if items is not None and items.rest is not None:
        rest = torch.autograd.leaf(node, creates)
    return Collection("tuple", Items(tuple(gradients), rest), torch.world.state.tick())


@model("torch.jit.export")
def _export(torch: Operations, given: Arguments, node: ast.AST) -> Value:
    function = given.get(0, "fn")
    if isinstance(function, Function):
        torch.world.state.put(function, EXPORTED, True)
    return torch.world.unknown("export") if function is None else function


def functions(operations: Operations) -> dict[str, Model]:
    """The functions above, for a machine."""

    def bound(handler: Handler) -> Model:
        return lambda world, given, node: handler(operations, given, node)

    return {name: bound(handler) for name, handler in FUNCTIONS.items()}


def library(operations: Operations) -> Callable[[str], Model | None]:
    """What torch says of all its other functions, by their names."""

    def found(path: str) -> Model | None:
        if path in einops.METHODS:
            return lambda world, given, node: _by_method(operations, path, given, node)
        if not path.startswith(("torch.", "operator.", "builtins.")):
            return None
        name = path.rpartition(".")[2]
        is_own = path.startswith("torch.")
        if is_own and name in knowledge().factories and "." not in path[len("torch.") :]:
            return lambda world, given, node: _made(operations, name, given, node)
        if path.startswith("torch._foreach_") and name.endswith("_"):
            return lambda world, given, node: _on_each(operations, name, given, node)
        if path.startswith("torch.nn.init.") and name in knowledge().init_functions:
            return lambda world, given, node: _initialised(operations, name, given, node)
        if path in knowledge().spellings or (is_own and _is_method(path, name)):
            return lambda world, given, node: _called(operations, path, name, given, node)
        return None

    return found


def _by_method(torch: Operations, path: str, given: Arguments, node: ast.AST) -> Value:
    """A function of einops: a method of what it is given."""
    first, told = given.get(0, "tensor"), given.get(2, "reduction")
    word = str(told.v) if isinstance(told, Const) else ""
    method = einops.METHODS[path] or einops.REDUCTIONS.get(word, "")
    if first is None or not method:
        return torch.autograd.operation("einops", given.all, node, None)
    return torch.world.models.call_method(first, method, Arguments(), node)


def _made(torch: Operations, name: str, given: Arguments, node: ast.AST) -> Value:
    """A new tensor; with ``out=`` one that is there is filled."""
    out = given.keywords.get("out")
    facts = knowledge().operations.get(name)
    if facts is not None and facts.differentiable and any(map(torch.is_tensor, given.all)):
        return torch.run(name, 0, given, node)  # ``torch.normal(mean, std)``
    if out is None or out == NONE:
        return made(torch, given, node)
    torch.change(out, f"{name}_", [], node, "out")
    return out


def _is_method(path: str, name: str) -> bool:
    methods = knowledge().tensor_methods
    return path.startswith(_PLACES) and (name in methods or name in knowledge().torch_functions)


def _on_each(torch: Operations, name: str, given: Arguments, node: ast.AST) -> Value:
    """``torch._foreach_add_(tensors, ...)``: each of them is changed."""
    first = given.get(0, "self")
    items = None if first is None else torch.world.models.items(first, node)
    others = [each for each in given.rest().all if not isinstance(each, Collection)]
    for each in items.all if items is not None else ():
        torch.change(each, name.removeprefix("_foreach_"), others, node, "function")
    return NONE


def _initialised(torch: Operations, name: str, given: Arguments, node: ast.AST) -> Value:
    tensor = given.get(0, "tensor")
    if tensor is None:
        return torch.world.unknown(name)
    torch.change(tensor, name, [], node, "init", is_recorded=False)
    return tensor


def _called(torch: Operations, path: str, name: str, given: Arguments, node: ast.AST) -> Value:
    """A function of torch: a method of what stands first, or an operation."""
    first = given.positional[0] if given.positional else given.keywords.get("input")
    out = given.keywords.pop("out", None)
    if path.startswith("torch.nn.functional.") and _in_place(torch, name, given, node):
        return first or torch.world.unknown(name)
    if path.startswith("builtins.") and not any(map(torch.is_tensor, given.all)):
        return torch.world.unknown(name)
    is_changing = name in knowledge().inplace_methods
    if first is not None and torch.is_tensor(first) and (is_changing or name in knowledge().views):
        rest = given.rest() if given.positional else given
        return torch.world.models.call_method(first, name, rest, node)
    result = torch.spelled(path, given, node)
    if result is None and name in knowledge().operations:
        result = torch.run(name, 0, given, node)
    if result is None:
        result = torch.autograd.operation(name, torch.operands(given), node, None)
    if isinstance(out, Tensor):
        others = [each for each in given.all if torch.is_tensor(each)]
        torch.change(out, f"{name}_", others, node, "out")
        return out
    return result


def _in_place(torch: Operations, name: str, given: Arguments, node: ast.AST) -> bool:
    """Run ``F.relu(x, inplace=True)``; whether it is one."""
    plain, first = name.removesuffix("_"), given.get(0, "input")
    names = knowledge().functional_parameters.get(plain, ())

    def argument(word: str) -> Value | None:
        return given.get(names.index(word) if word in names else -1, word)

    if first is None or not (name.endswith("_") or torch.wants(argument("inplace"))):
        return False
    tests = []
    if plain in families().dropping:
        default = Const(plain in families().dropouts)
        tests = [argument("training") or default, torch.chance(argument("p"))]
    return torch.change_by(plain, first, tests, node)
