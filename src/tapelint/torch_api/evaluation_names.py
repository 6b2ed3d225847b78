"""Words that say that something is evaluated, and what speaks against it."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from tapelint.torch_api.names import words

_EVALUATES: Final = frozenset(
    {
        "val", "vali", "valid", "validate", "validation", "test", "testing", "eval", "evaluate",
        "evaluation", "accuracy", "metric", "metrics",
    }
)  # fmt: skip
"""Words of functions that evaluate."""
_DATA: Final = re.compile(
    r"(val|vali|valid|validation|validate|test|testing|eval|evaluation|dev|holdout)"
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
_GENERATORS: Final = frozenset({"generator", "gen", "g"})


def evaluates(function: str, parameters: Iterable[str]) -> bool:
    """Whether a function's name says that it evaluates, and no parameter that it trains, too.

    >>> evaluates("validate", ["model"]), evaluates("validate", ["model", "optimizer"])
    (True, False)
    """
    said = frozenset(words(function))
    if said.isdisjoint(_EVALUATES) or not said.isdisjoint(_TRAINS):
        return False
    return _PHASES.isdisjoint(each.lower() for each in parameters)


def names_evaluated(name: str) -> bool:
    """Whether a name says that a network is evaluated on what it stands for.

    >>> names_evaluated("val_loader"), names_evaluated("testloader"), names_evaluated("latest")
    (True, True, False)
    """
    whole = name.lower()
    return bool(_DATA.fullmatch(whole)) or any(map(_DATA.fullmatch, whole.split("_")))


def needs_graph(name: str) -> bool:
    """Whether a name is written where a gradient is needed: ``fgsm_attack``."""
    return any(each in name.lower() for each in _NEEDS_GRAPH)


def trains_by(call: str, *, is_method: bool) -> bool:
    """Whether a call trains, by its last name; ``net.train()`` only switches.

    >>> trains_by("train_epoch", is_method=False), trains_by("train", is_method=True)
    (True, False)
    """
    if call == "train" and is_method:
        return False
    return call in _TRAINING_CALLS or words(call)[:1] in {("train",), ("fit",), ("adapt",)}


def is_at_random(names: Iterable[str]) -> bool:
    """Whether one of some names says that dropout is meant to be on, or that layers are seen to."""
    return any(not _AT_RANDOM.isdisjoint(words(each)) for each in names)


def leaves_modes(context: str) -> bool:
    """Whether a context, by its last name, leaves the modes of networks alone."""
    return context.lower() in _KNOWN_CONTEXTS


def makes_samples(network: str) -> bool:
    """Whether a network is called as those are whose samples are drawn in training mode.

    >>> makes_samples("self.netG"), makes_samples("self.net")
    (True, False)
    """
    return not _GENERATORS.isdisjoint(words(network.rpartition(".")[2]))
