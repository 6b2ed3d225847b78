"""Which loops and functions evaluate, told by their names and by what is written in them."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import PurePath
from typing import Final, NamedTuple

from tapelint.torch_api.names import words

_FUNCTIONS: Final = (ast.FunctionDef, ast.AsyncFunctionDef)
_LOOPS: Final = (ast.For, ast.AsyncFor)
_EVALUATES: Final = frozenset(
    {
        "val", "valid", "validate", "validation", "test", "testing", "eval", "evaluate",
        "evaluation", "accuracy", "metric", "metrics",
    }
)  # fmt: skip
"""Words of functions that evaluate."""
_DATA: Final = re.compile(
    r"(val|valid|validation|validate|test|testing|eval|evaluation|dev|holdout)"
    r"(_?(loader|data|dataset|dataloader|set|iter|iterator|dl|ds|generator|queue|gen|split))?s?"
)
"""A name of what is evaluated on, or a part of one that underscores separate."""
_TRAINS: Final = frozenset({"train", "training", "trainer", "fit", "finetune", "adapt", "pretrain"})
_PHASES: Final = frozenset(
    {"train", "training", "is_train", "is_training", "phase", "mode", "split", "stage"}
    | {"optimizer", "optimiser", "optim", "opt"}
)
"""Parameters of functions that train and evaluate."""
_NEEDS_GRAPH: Final = (
    "backward", "zero_grad", "requires_grad", "create_graph", "jacobian", "hessian", "vjp", "jvp",
    "enable_grad", "attack", "perturb", "adversar", "fgsm", "pgd", "salien", "gradcam", "captum",
    "attribution", "retain_grad", "functorch",
)  # fmt: skip
"""Parts of names that are written where a graph is needed."""
_TRAINING_CALLS: Final = frozenset({"step", "grad", "fit", "train_step", "train_on_batch"})
_AT_RANDOM: Final = frozenset(
    {
        "mc", "monte", "carlo", "bayes", "bayesian", "uncertainty", "uncertainties", "stochastic",
        "ensemble", "epistemic", "aleatoric", "dropout", "bn",
    }
)  # fmt: skip
"""Words that are written where dropout is meant to be on, or somebody sees to the layers."""
_KNOWN_CONTEXTS: Final = frozenset(
    {
        "autocast", "tqdm", "open", "profile", "record_function", "device", "suppress", "timer",
        "catch_warnings", "progress", "progressbar", "alive_bar", "redirect_stdout", "enable_grad",
        "no_grad", "inference_mode", "set_grad_enabled",
    }
)  # fmt: skip
"""Contexts that leave the modes of networks alone; those of torch's that switch are followed."""


class Scope(NamedTuple):
    """A loop or a function that evaluates, or a single call.

    Attributes:
        node: It.
        is_in_mind: Whether somebody has thought of the mode: dropout is wanted, or a ``train()``
            is written.
        inside: All nodes in it.
        around: For a single call, the function or the file that it stands in; else it.
    """

    node: ast.AST
    is_in_mind: bool
    inside: frozenset[ast.AST]
    around: ast.AST

    @property
    def kind(self) -> str:
        """What it is."""
        is_function = isinstance(self.node, _FUNCTIONS)
        return "function" if is_function else "loop" if isinstance(self.node, _LOOPS) else "call"


class Scopes:
    """Finds the scopes that evaluate, for the code that is run."""

    def __init__(self) -> None:
        self._found: Final[dict[ast.AST, dict[ast.AST, Scope]]] = {}

    def of(self, call: ast.AST, code: ast.AST, file: str) -> Scope | None:
        """The scope that a call evaluates in; ``None`` for none.

        Args:
            call: The call.
            code: The function, or the file, in which it stands.
            file: The file's path.
        """
        if code not in self._found:
            self._found[code] = {} if _tests_units(file) else dict(_scopes(code))
        return self._found[code].get(call)


def _tests_units(file: str) -> bool:
    """Whether a file holds tests of code."""
    path = PurePath(file.replace("\\", "/"))
    is_test = path.name.startswith(("test_", "conftest")) or path.stem.endswith("_test")
    return is_test or not {"tests", "unittests", "unit_tests"}.isdisjoint(path.parts[:-1])


def _scopes(code: ast.AST) -> Iterator[tuple[ast.AST, Scope]]:
    """The calls in the scopes of one code, those of functions in it left out."""
    function = code if isinstance(code, _FUNCTIONS) else None
    first = None
    if function is not None and _evaluates(function) and not trains(function):
        first = _scope(function, function)
    pending: list[tuple[ast.AST, Scope | None]] = [
        (each, first) for each in ast.iter_child_nodes(code)
    ]
    while pending:
        node, scope = pending.pop()
        if isinstance(node, (*_FUNCTIONS, ast.ClassDef)):
            continue
        if isinstance(node, (ast.With, ast.AsyncWith)) and not _is_known(node):
            continue
        if scope is None and isinstance(node, _LOOPS) and _is_over_evaluated(node):
            scope = None if trains(node) else _scope(node, function)
        if isinstance(node, ast.Call):
            if scope is not None:
                yield node, scope
            elif _is_given_evaluated(node) and not trains(node):
                yield node, _scope(node, function)._replace(around=code)
        pending += ((each, scope) for each in ast.iter_child_nodes(node))


def _scope(node: ast.AST, function: ast.AST | None) -> Scope:
    around = node if function is None or trains(function) else function
    named = {word for each in _names(around) for word in words(each)}
    is_in_mind = not named.isdisjoint(_AT_RANDOM) or _switches_to_training(around)
    return Scope(node, is_in_mind, frozenset(ast.walk(node)), node)


def _evaluates(function: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    """Whether a function's name says that it evaluates, and no parameter that it trains, too."""
    said = frozenset(words(function.name))
    if said.isdisjoint(_EVALUATES) or not said.isdisjoint(_TRAINS):
        return False
    return not _serves_both(function)


def _serves_both(function: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    """Whether a parameter says whether a function trains."""
    given = function.args
    several = (*given.posonlyargs, *given.args, *given.kwonlyargs)
    return any(each.arg.lower() in _PHASES for each in several)


def _is_over_evaluated(loop: ast.For | ast.AsyncFor) -> bool:
    """Whether what a loop goes over is named as what a network is evaluated on."""
    named = [each.lower() for each in _names(loop.iter)]
    if any("train" in each for each in named):
        return False
    return any(names_evaluated(each) for each in named)


def _is_given_evaluated(call: ast.Call) -> bool:
    """Whether what a call is given is named as what a network is evaluated on: ``net(x_val)``."""
    first = call.args[0] if call.args else None
    while isinstance(first, (ast.Subscript, ast.Attribute)):
        first = first.value
    return isinstance(first, ast.Name) and names_evaluated(first.id) and "train" not in first.id


def names_evaluated(name: str) -> bool:
    """Whether a name says that a network is evaluated on what it stands for.

    >>> names_evaluated("val_loader"), names_evaluated("testloader"), names_evaluated("latest")
    (True, True, False)
    """
    whole = name.lower()
    return bool(_DATA.fullmatch(whole)) or any(map(_DATA.fullmatch, whole.split("_")))


def trains(node: ast.AST) -> bool:
    """Whether what is written in a node trains, or needs a graph for something else."""
    for name in _names(node):
        said = name.lower()
        if any(each in said for each in _NEEDS_GRAPH):
            return True
    called = (each.func for each in ast.walk(node) if isinstance(each, ast.Call))
    for each in called:
        name = _last(each)
        if name in _TRAINING_CALLS or words(name)[:1] in {("train",), ("fit",), ("adapt",)}:
            # ``model.train()`` behind an evaluation, and ``train(False)``, train nothing.
            if not (name == "train" and isinstance(each, ast.Attribute)):
                return True
    return False


def _names(node: ast.AST) -> Iterator[str]:
    """All names, attributes, keywords and short texts in a node."""
    for each in ast.walk(node):
        if isinstance(each, ast.Name):
            yield each.id
        elif isinstance(each, ast.Attribute):
            yield each.attr
        elif isinstance(each, ast.keyword):
            yield each.arg or ""
        elif isinstance(each, _FUNCTIONS):
            yield each.name
        elif isinstance(each, ast.Subscript) and isinstance(each.slice, ast.Constant):
            yield str(each.slice.value)


def _last(function: ast.expr) -> str:
    if isinstance(function, ast.Attribute):
        return function.attr
    return function.id if isinstance(function, ast.Name) else ""


def _is_known(node: ast.With | ast.AsyncWith) -> bool:
    """Whether it is known of all contexts that they switch no network."""
    return all(_is_known_context(each.context_expr) for each in node.items)


def _is_known_context(node: ast.expr) -> bool:
    function = node.func if isinstance(node, ast.Call) else node
    return _last(function).lower() in _KNOWN_CONTEXTS


def _switches_to_training(node: ast.AST) -> bool:
    return any(isinstance(each, ast.Attribute) and each.attr == "train" for each in ast.walk(node))


def detaches(call: ast.AST, around: ast.AST) -> bool:
    """Whether what a call gives is detached around it: at once, or by its name."""
    several = list(ast.walk(around))
    named = {
        target.id
        for each in several
        if isinstance(each, ast.Assign) and any(one is call for one in ast.walk(each.value))
        for target in each.targets
        if isinstance(target, ast.Name)
    }
    return any(
        isinstance(each, ast.Attribute)
        and each.attr in {"detach", "detach_"}
        and any(
            one is call or (isinstance(one, ast.Name) and one.id in named)
            for one in ast.walk(each.value)
        )
        for each in several
    )
