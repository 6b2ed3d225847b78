"""The names of torch, read by inspection, from its stub file and from its schema registry."""

import ast
import inspect
import re
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import TypeVar

import torch
from torch import Tensor, nn
from torch.nn import functional

Kind = TypeVar("Kind")

NAMESPACES = ("", "linalg_", "special_", "fft_")
"""The prefixes under which the registry keeps torch, torch.linalg, torch.special and torch.fft."""

NO_TENSOR = {"broadcast_shapes", "is_tensor"}
"""Functions of torch that speak of tensors in their annotation but return none."""


def public_names(owner: object) -> list[str]:
    """Return the public names of a module or a class."""
    return sorted(name for name in dir(owner) if not name.startswith("_"))


def public_functions(owner: object) -> list[str]:
    """Return the public callables of a module that are not classes."""
    members = ((name, getattr(owner, name)) for name in public_names(owner))
    return [name for name, value in members if callable(value) and not inspect.isclass(value)]


def public_subclasses(owner: object, base: type[Kind]) -> dict[str, type[Kind]]:
    """Return the public subclasses of `base` in a module, without `base` itself."""
    members = ((name, getattr(owner, name)) for name in public_names(owner))
    return {
        name: value
        for name, value in members
        if inspect.isclass(value) and issubclass(value, base) and value is not base
    }


def tensor_methods() -> list[str]:
    """Return the public methods of Tensor."""
    return [name for name in public_names(Tensor) if callable(getattr(Tensor, name))]


def tensor_attributes() -> list[str]:
    """Return the public attributes of Tensor that are not methods."""
    return [name for name in public_names(Tensor) if not callable(getattr(Tensor, name))]


def typed_constructors() -> list[str]:
    """Return the old constructors, one for each type of number."""
    return [name for name in public_names(torch) if re.fullmatch("[A-Z].*Tensor|Tensor", name)]


@cache
def stub_signatures() -> dict[str, list[ast.FunctionDef]]:
    """Return the overloads of torch's built-in functions as its stub file declares them."""
    stub = Path(torch.__file__).parent / "_C" / "_VariableFunctions.pyi"
    signatures: dict[str, list[ast.FunctionDef]] = {}
    for statement in ast.parse(stub.read_text(encoding="utf-8")).body:
        if isinstance(statement, ast.FunctionDef):
            signatures.setdefault(statement.name, []).append(statement)
    return signatures


@cache
def schemas(name: str, prefixes: tuple[str, ...] = ("",)) -> list[torch.FunctionSchema]:
    """Return the overloads of an operator in the schema registry, under any of the prefixes."""
    return [
        schema
        for prefix in prefixes
        for schema in torch._C._jit_get_schemas_for_operator(f"aten::{prefix}{name}")
    ]


def returns_tensor(name: str) -> bool:
    """Tell whether a function of torch returns a tensor, several, or a collection of them."""
    if name in NO_TENSOR:
        return False
    if any("Tensor" in str(result.type) for item in schemas(name) for result in item.returns):
        return True
    overloads = stub_signatures().get(name, [])
    if any(
        item.returns is not None and "Tensor" in ast.unparse(item.returns) for item in overloads
    ):
        return True
    function = getattr(torch, name)
    if not inspect.isfunction(function) or function.__module__ == "torch._linalg_utils":
        return False  # what is left in torch._linalg_utils only raises that it was removed
    return name in torch.functional.__all__ or "Tensor" in str(
        inspect.signature(function).return_annotation
    )


def torch_functions() -> list[str]:
    """Return the public functions of torch that return tensors."""
    return [name for name in public_functions(torch) if returns_tensor(name)]


def parameter_sets(name: str) -> Iterator[list[str]]:
    """Return the parameter names of each overload of a function of torch."""
    for overload in stub_signatures().get(name, []):
        arguments = overload.args
        every = (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs)
        yield [argument.arg for argument in every]
    function = getattr(torch, name)
    if inspect.isfunction(function):
        yield list(inspect.signature(function).parameters)


def functions_with_parameter(parameter: str) -> list[str]:
    """Return the functions of torch that accept a parameter of the given name."""
    return [
        name
        for name in torch_functions()
        if any(parameter in names for names in parameter_sets(name))
    ]


def functional_functions() -> list[str]:
    """Return the public functions of torch.nn.functional, without what it imports."""
    homes = {functional.__name__, "torch", "torch._C._nn"}
    helpers = {"assert_int_or_pair"}
    return [
        name
        for name in public_functions(functional)
        if getattr(functional, name).__module__ in homes and name not in helpers
    ]


def named_parameters(function: Callable[..., object]) -> list[str]:
    """Return the names of a Python function's parameters, without ``*args`` and ``**kwargs``."""
    return [
        name
        for name, parameter in inspect.signature(function).parameters.items()
        if parameter.kind not in (parameter.VAR_POSITIONAL, parameter.VAR_KEYWORD)
    ]


def functional_parameters() -> dict[str, list[str]]:
    """Return the parameters of those functions of torch.nn.functional that may change a tensor."""
    changing = {"inplace", "max_norm"}
    return {
        name: parameters
        for name in functional_functions()
        if inspect.isfunction(function := getattr(functional, name))
        and changing.intersection(parameters := named_parameters(function))
    }


def functional_losses() -> dict[str, list[str]]:
    """Return the loss functions: those of torch.nn.functional that know a `reduction`."""
    losses: dict[str, list[str]] = {}
    for name in functional_functions():
        function = getattr(functional, name)
        if inspect.isfunction(function):
            parameters = list(inspect.signature(function).parameters)
            if "reduction" in parameters:
                losses[name] = parameters
    return losses


def loss_modules() -> list[str]:
    """Return the loss classes of torch.nn."""
    return sorted(public_subclasses(nn, nn.modules.loss._Loss))


def call_parameters(name: str, target: Callable[..., object], wanted: set[str]) -> list[str] | None:
    """Return all parameters of a function in call order, if torch tells; None if it does not.

    The registry names the first tensor `self` where the Python function calls it `input`.
    """
    if inspect.isfunction(target):
        parameters = inspect.signature(target).parameters
        if wanted <= parameters.keys():
            return list(parameters)
    for schema in schemas(name, NAMESPACES):
        names = [argument.name for argument in schema.arguments]
        for first in ("self", "input"):
            renamed = [first if item == "self" else item for item in names]
            if wanted <= set(renamed):
                return renamed
    return None


def methods_that_write() -> list[str]:
    """Return the methods of Tensor whose schema says that they write to `self`."""
    return [
        name
        for name in tensor_methods()
        if name.endswith("_")
        and any(
            schema.arguments
            and schema.arguments[0].alias_info is not None
            and schema.arguments[0].alias_info.is_write
            for schema in schemas(name)
        )
    ]
