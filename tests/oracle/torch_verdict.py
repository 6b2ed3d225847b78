"""Runs an example under real torch and tells what torch makes of it.

The gradients that autograd leaves in ``.grad`` are compared with central finite differences. For
those the whole program runs again, with one number of one parameter moved right after the
statement that created it, and the module-level variable ``loss`` is read at the end.
"""

from __future__ import annotations

import ast
import contextlib
import copy
import io
import random
import warnings
from collections.abc import Iterator
from dataclasses import dataclass, field
from types import CodeType
from typing import Any

import numpy
import torch

from .examples import Example, MarkError, Outcome, TorchMark

_HOOK = "__oracle_created__"


@dataclass(frozen=True)
class Tolerance:
    """How far to move a number and how close two gradients have to be, by floating-point type."""

    step: float
    relative: float
    absolute: float


_TOLERANCES = {
    torch.float64: Tolerance(step=1e-6, relative=1e-5, absolute=1e-7),
    torch.float32: Tolerance(step=1e-2, relative=2e-2, absolute=1e-3),
}


@dataclass(frozen=True)
class Comparison:
    """The two gradients of one parameter."""

    name: str
    automatic: torch.Tensor | None
    numeric: torch.Tensor

    @property
    def tolerance(self) -> Tolerance:
        """The tolerance for the parameter's floating-point type."""
        return _TOLERANCES[self.numeric.dtype]

    @property
    def has_slope(self) -> bool:
        """Whether the loss really depends on the parameter."""
        return bool((self.numeric.abs() > self.tolerance.absolute).any())

    @property
    def is_missing(self) -> bool:
        """Whether autograd has nothing for the parameter."""
        return self.automatic is None or not bool(self.automatic.any())

    @property
    def agrees(self) -> bool:
        """Whether both gradients are the same but for rounding."""
        if self.automatic is None:
            return not self.has_slope
        return torch.allclose(
            self.automatic,
            self.numeric,
            rtol=self.tolerance.relative,
            atol=self.tolerance.absolute,
        )

    def __str__(self) -> str:
        automatic = None if self.automatic is None else self.automatic.tolist()
        return f"{self.name}: autograd {automatic}, finite differences {self.numeric.tolist()}"


@dataclass(frozen=True)
class Verdict:
    """What torch did with a program, and the numbers that show it."""

    outcome: Outcome
    exception: str = ""
    message: str = ""
    comparisons: tuple[Comparison, ...] = ()

    def contradicts(self, mark: TorchMark) -> str:
        """Why the mark is wrong, or an empty string where it is right."""
        if mark.outcome == "raises":
            if self.outcome != "raises":
                return f"the mark says that torch raises {mark.exception}, but: {self}"
            if self.exception != mark.exception or mark.message not in self.message:
                return f"the mark says {mark.exception}: {mark.message!r}, but: {self}"
            return ""
        if self.outcome == "raises":
            return f"the mark says {mark.outcome!r}, but: {self}"
        if mark.outcome == "runs":
            return ""
        if self.outcome == "runs":
            return f"the mark says {mark.outcome!r}, but no statement is marked '# parameter'"
        if mark.outcome != self.outcome:
            return f"the mark says {mark.outcome!r}, but: {self}"
        if mark.outcome == "right gradient" and not any(
            comparison.has_slope for comparison in self.comparisons
        ):
            return f"{mark.outcome!r} says nothing where the loss has no slope: {self}"
        return ""

    def __str__(self) -> str:
        if self.outcome == "raises":
            return f"torch raises {self.exception}: {self.message}"
        return "; ".join([f"torch gives {self.outcome!r}", *map(str, self.comparisons)])


def torch_verdict(example: Example) -> Verdict:
    """Execute the example under torch and compare its gradients with finite differences."""
    program = _compile(example)
    try:
        run = _execute(program)
    except Exception as error:
        return Verdict("raises", type(error).__name__, str(error))
    if not run.parameters:
        return Verdict("runs")
    if example.torch_mark.outcome == "runs":
        return Verdict("runs")
    if "loss" not in run.namespace:
        raise MarkError(f"{example.path}: a verdict on gradients needs a variable named 'loss'")
    _backward_where_the_program_did_not(run)
    comparisons = tuple(
        Comparison(name, _gradient(parameter), _numeric_gradient(program, run, name))
        for name, parameter in run.parameters.items()
    )
    if any(comparison.is_missing and comparison.has_slope for comparison in comparisons):
        return Verdict("no gradient", comparisons=comparisons)
    if not all(comparison.agrees for comparison in comparisons):
        return Verdict("wrong gradient", comparisons=comparisons)
    return Verdict("right gradient", comparisons=comparisons)


def execute(example: Example) -> dict[str, Any]:
    """Run the example under torch; its variables at the end."""
    return _execute(_compile(example)).namespace


@dataclass
class _Run:
    """One execution: the program's variables and the parameters it created, by name."""

    namespace: dict[str, Any] = field(default_factory=dict)
    parameters: dict[str, torch.Tensor] = field(default_factory=dict)


def _compile(example: Example) -> CodeType:
    """Compile the program with a call after each statement that is marked ``# parameter``."""
    tree = ast.parse(example.text, filename=str(example.path))
    unused = set(example.parameter_lines)
    body: list[ast.stmt] = []
    for statement in tree.body:
        body.append(statement)
        lines = set(range(statement.lineno, (statement.end_lineno or statement.lineno) + 1))
        if unused & lines:
            unused -= lines
            body += [_created_call(name, statement) for name in _assigned_names(statement)]
    if unused:
        raise MarkError(f"{example.path}: no module-level statement at lines {sorted(unused)}")
    tree.body = body
    return compile(ast.fix_missing_locations(tree), str(example.path), "exec")


def _assigned_names(statement: ast.stmt) -> list[str]:
    targets: list[ast.expr] = []
    if isinstance(statement, ast.Assign):
        targets = statement.targets
    elif isinstance(statement, ast.AnnAssign):
        targets = [statement.target]
    names = [
        node.id for target in targets for node in ast.walk(target) if isinstance(node, ast.Name)
    ]
    if not names:
        raise MarkError(f"line {statement.lineno}: '# parameter' belongs to an assignment")
    return names


def _created_call(name: str, statement: ast.stmt) -> ast.stmt:
    call = ast.parse(f"{_HOOK}({name!r}, {name})").body[0]
    return ast.copy_location(call, statement)


def _execute(program: CodeType, moved: tuple[str, int, float] | None = None) -> _Run:
    """Run the program in a namespace of its own; ``moved`` is (parameter, element, distance)."""
    run = _Run()

    def created(name: str, value: object) -> None:
        found: dict[str, torch.Tensor] = {}
        if isinstance(value, torch.nn.Module):
            for inner, tensor in value.named_parameters():
                found[f"{name}.{inner}"] = tensor
        elif isinstance(value, torch.Tensor):
            found[name] = value
        else:
            raise MarkError(f"{name} is neither a tensor nor a module")
        run.parameters.update(found)
        if moved is not None and moved[0] in found:
            # The raw memory: a change that autograd notices would alter what is measured.
            found[moved[0]].data.view(-1)[moved[1]] += moved[2]

    run.namespace.update({"__name__": "__main__", _HOOK: created})
    with _clean_torch(), contextlib.redirect_stdout(io.StringIO()):
        exec(program, run.namespace)
    return run


@contextlib.contextmanager
def _clean_torch() -> Iterator[None]:
    """Fixed seeds, double precision and no traces left in torch's global switches."""
    dtype, grad_enabled = torch.get_default_dtype(), torch.is_grad_enabled()
    distribution = torch.distributions.Distribution
    validate_arguments = copy.copy(distribution._validate_args)
    switch = vars(distribution)["set_default_validate_args"]
    torch.set_default_dtype(torch.float64)
    torch.default_generator.manual_seed(0)
    random.seed(0)
    numpy.random.seed(0)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            yield
    finally:
        torch.set_default_dtype(dtype)
        torch.set_grad_enabled(grad_enabled)
        distribution._validate_args = validate_arguments
        for kind in vars(torch.distributions).values():
            if isinstance(kind, type) and "set_default_validate_args" in vars(kind):
                del kind.set_default_validate_args  # type: ignore[attr-defined]
        distribution.set_default_validate_args = switch  # type: ignore[method-assign]


def _backward_where_the_program_did_not(run: _Run) -> None:
    """Call ``backward`` on a loss that the program leaves to its caller."""
    loss = run.namespace["loss"]
    if any(parameter.grad is not None for parameter in run.parameters.values()):
        return
    if isinstance(loss, torch.Tensor) and loss.requires_grad:
        with contextlib.suppress(RuntimeError):  # the program's own backward freed the buffers
            torch.autograd.backward(loss)


def _gradient(parameter: torch.Tensor) -> torch.Tensor | None:
    return None if parameter.grad is None else parameter.grad.detach().clone()


def _numeric_gradient(program: CodeType, run: _Run, name: str) -> torch.Tensor:
    """Central finite differences of the loss in each number of one parameter."""
    parameter = run.parameters[name].detach()
    step = _TOLERANCES[parameter.dtype].step

    def loss_after(element: int, distance: float) -> float:
        loss = _execute(program, (name, element, distance)).namespace["loss"]
        return float(loss.detach() if isinstance(loss, torch.Tensor) else loss)

    slopes = [
        (loss_after(element, step) - loss_after(element, -step)) / (2 * step)
        for element in range(parameter.numel())
    ]
    return torch.tensor(slopes, dtype=parameter.dtype).reshape(parameter.shape)
