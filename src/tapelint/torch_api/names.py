"""Names under which torch exports the same thing, and words that torch users give a meaning."""

from __future__ import annotations

import functools
import re

from tapelint.torch_api.frameworks import BACKWARD_OF
from tapelint.torch_api.knowledge import knowledge
from tapelint.torch_api.network_wrappers import WRAPPERS

_SAME = {
    "torch.autograd.grad_mode.no_grad": "torch.no_grad",
    "torch.autograd.no_grad": "torch.no_grad",
    "torch.autograd.grad_mode.enable_grad": "torch.enable_grad",
    "torch.autograd.enable_grad": "torch.enable_grad",
    "torch.autograd.set_grad_enabled": "torch.set_grad_enabled",
    "torch.autograd.grad_mode.set_grad_enabled": "torch.set_grad_enabled",
    "torch.autograd.inference_mode": "torch.inference_mode",
    "torch.autograd.grad_mode.inference_mode": "torch.inference_mode",
    "torch.autograd.variable.Variable": "torch.autograd.Variable",
    "torch.nn.parameter.Parameter": "torch.nn.Parameter",
    "torch.nn.parameter.Buffer": "torch.nn.Buffer",
    "torch.optim.optimizer.Optimizer": "torch.optim.Optimizer",
    "torch.distributions.distribution.Distribution": "torch.distributions.Distribution",
}
_MODULE_CLASS = re.compile(r"^torch\.nn\.modules\.\w+\.([A-Z]\w*)$")
_DISTRIBUTION_CLASS = re.compile(r"^torch\.distributions\.\w+\.([A-Z]\w*)$")
_OPTIMISER_CLASS = re.compile(r"^torch\.optim\.\w+\.([A-Z]\w*)$")


WEIGHTS = frozenset({"weight", "bias"})
"""What most of torch's layers call their parameters."""


def canonical(name: str) -> str:
    """The one name that tapelint knows a thing of torch by.

    >>> canonical("torch.distributions.multivariate_normal.MultivariateNormal")
    'torch.distributions.MultivariateNormal'
    """
    if name.startswith("pyro.distributions."):
        return _of_pyro(name)
    if not name.startswith("torch."):
        return name
    if name in _SAME:
        return _SAME[name]
    for pattern, home in (
        (_MODULE_CLASS, "torch.nn."),
        (_DISTRIBUTION_CLASS, "torch.distributions."),
        (_OPTIMISER_CLASS, "torch.optim."),
    ):
        match = pattern.match(name)
        if match:
            return home + match.group(1)
    return name


def _of_pyro(name: str) -> str:
    """``pyro.distributions.Normal`` derives from torch's ``Normal`` and takes what that takes."""
    last = name.rsplit(".", 1)[-1]
    is_same = last in knowledge().distributions or last == "kl_divergence"
    return f"torch.distributions.{last}" if is_same else name


_MODULES = (
    "torch", "torch.autograd", "torch.distributions", "torch.nn", "torch.nn.functional",
    "torch.nn.init", "torch.optim",
)  # fmt: skip
_OPEN_MODULES = ("torch.fft.", "torch.linalg.", "torch.special.")
"""Modules of functions of which each is followed as one that a gradient flows through."""


def is_followed(name: str) -> bool:
    """Whether tapelint knows what a thing of torch is, by any of its names."""
    found = canonical(name)
    return found.startswith(_OPEN_MODULES) or found in followed()


@functools.cache
def followed() -> frozenset[str]:
    """The names of what tapelint follows, but for modules that it knows no list of."""
    known = knowledge()
    by_module: dict[str, frozenset[str]] = {
        "torch": known.torch_functions
        | known.factories
        | known.typed_constructors
        | known.keep_history_of_tensor
        | known.views
        | {"Tensor", "tensor", "as_tensor", "asarray", "from_numpy", "compile", "is_grad_enabled"}
        | {"no_grad", "enable_grad", "set_grad_enabled", "inference_mode"},
        "torch.Tensor": known.tensor_methods,
        "torch.autograd": frozenset({"Function", "Variable", "backward", "grad"}),
        "torch.distributions": frozenset(known.distributions) | {"Distribution", "kl_divergence"},
        "torch.nn": frozenset(known.modules)
        | {"Buffer", "DataParallel", "Module", "ModuleList", "Parameter", "ParameterList"}
        | {"Embedding.from_pretrained"},
        "torch.nn.functional": known.functional,
        "torch.nn.init": known.init_functions,
        "torch.optim": known.optimisers | {"Optimizer"},
    }
    names = (f"{module}.{name}" for module, held in by_module.items() for name in held)
    wrapping = (name for name in WRAPPERS if name.startswith("torch."))
    return frozenset((*_MODULES, *names, *wrapping))


_PARTS = re.compile(r"[A-Z]+(?=[A-Z][a-z])|[A-Z]?[a-z]+|[A-Z]+")


@functools.lru_cache(maxsize=4096)
def words(name: str) -> tuple[str, ...]:
    """The words of an identifier: ``criticLogProbs2`` is critic, log, probs.

    >>> words("self.old_logProbs")
    ('self', 'old', 'log', 'probs')
    """
    return tuple(part.lower() for part in _PARTS.findall(name))


def says_training(test: str) -> bool:
    """Whether a flag of an object, by its last name, says that it trains: ``self.isTrain``.

    >>> says_training("self.training"), says_training("self.train_loader")
    (True, False)
    """
    owner, _, flag = test.rpartition(".")
    found = frozenset(words(flag))
    return bool(owner) and not _TRAINS.isdisjoint(found) and found <= _TRAINS | {"is"}


_TRAINS = frozenset({"train", "training"})


def is_mask(name: str) -> bool:
    """Whether a name says that a tensor is made of zeros and ones, to be multiplied with."""
    return not {"mask", "masks"}.isdisjoint(words(name))


_TARGETS = frozenset({"target", "targets", "tgt", "label", "labels", "gt", "truth"})
_CONSTANT_BY_INTENT = _TARGETS | frozenset(
    {
        "old", "prev", "previous", "return", "returns", "advantage", "advantages", "reward",
        "rewards", "ref", "reference", "baseline", "baselines", "gae", "teacher",
        "discounted", "behavior", "behaviour", "frozen", "const", "initial",
    }
)  # fmt: skip


def is_target(name: str) -> bool:
    """Whether a name says that predictions are held against it: ``labels``, ``target_ids``."""
    return not _TARGETS.isdisjoint(words(name)) or not {"y", "ys"}.isdisjoint(words(name))


_ADVANTAGES = frozenset({"adv", "advs"})
"""Advantages, unless a loss is called so: that is an adversarial one."""


def is_constant_by_intent(name: str) -> bool:
    """Whether a name says that no gradient is wanted: ``old_log_probs``, ``returns``."""
    found = set(words(name))
    if found & _LOSS:
        found -= _ADVANTAGES
    return not found.isdisjoint(_CONSTANT_BY_INTENT | _ADVANTAGES)


_ENCODES_POSITIONS = frozenset(
    {
        "position",
        "positions",
        "positional",
        "sinusoidal",
        "fourier",
        "rotary",
        "encoding",
        "encodings",
    }
)  # fmt: skip


HANDED_ON = frozenset(
    {
        "x", "z", "h", "input", "inputs", "hidden", "hidden_states", "feature", "features", "feat",
        "feats", "tensor", "embeddings", "logits", "q", "query",
    }
)  # fmt: skip
"""Names of what one layer hands to the next."""


def encodes_positions(name: str) -> bool:
    """Whether a name says that something computes features of positions, which nobody trains.

    >>> encodes_positions("SinusoidalEncodings.forward")
    True
    """
    return not _ENCODES_POSITIONS.isdisjoint(words(name))


WRITTEN_IN_TRAINING = ("*backward(", "grad(", "step(")
"""What is called where something is trained; with a ``*``, whatever comes before it."""

_METRIC = frozenset(
    {
        "eval", "evaluate", "evaluation", "val", "valid", "validation", "metric", "metrics", "logs",
        "logging", "logged", "plot", "report", "stats", "statistics", "history", "accuracy", "acc",
        "summary",
    }
)  # fmt: skip
_METRIC_NAME = _METRIC | {"norm", "norms"}
_METRIC_FUNCTION = _METRIC | frozenset(
    {
        "test", "tests", "testing", "validate", "predict", "inference", "log", "score", "visualize",
        "print", "benchmark", "record", "sample", "generate", "decode", "act", "rollout", "collect",
    }
)  # fmt: skip


def is_metric(name: str) -> bool:
    """Whether a variable's name says that its numbers are there to be looked at: ``val_losses``."""
    return not _METRIC_NAME.isdisjoint(words(name))


def logs(function: str) -> bool:
    """Whether a function's name says that it keeps or shows what it is given: ``plot_losses``."""
    return not _METRIC.isdisjoint(words(function))


_BY_HAND = "manual_backward"
"""What Lightning calls the backward that a module runs by hand."""
BACKWARD_CALLS = frozenset({"backward", _BY_HAND})
"""The names by which code runs a backward."""


def hands_to_backward(call: str) -> bool:
    """Whether a framework's method runs the backward of the tensor that it is given.

    Those of other objects may take a gradient, as the layers of hand-written networks do.

    >>> hands_to_backward("self.accelerator.backward")
    True
    """
    owner, _, name = call.rpartition(".")
    if name == _BY_HAND:
        return True
    return name == "backward" and not BACKWARD_OF.isdisjoint(words(owner))


_SETTINGS = frozenset(
    {
        "arg", "args", "cfg", "cfgs", "conf", "config", "configs", "configuration", "flags",
        "hparam", "hparams", "hp", "hps", "hyperparameters", "hyperparams", "opt", "opts",
        "options", "settings",
    }
)  # fmt: skip


def holds_settings(name: str) -> bool:
    """Whether a name says that something holds settings: what takes part in sums is a number.

    >>> holds_settings("self.args")
    True
    """
    return words(name)[-1:] != () and words(name)[-1] in _SETTINGS


_CHANGE_PARTS = ("masked_", "index_", "scatter_", "put_", "fill_diagonal_")


def changes_a_part(method: str) -> bool:
    """Whether a method that changes a tensor in place may leave some of its numbers as they are."""
    return method.startswith(_CHANGE_PARTS)


def masks(method: str) -> bool:
    """Whether a method changes the places in a tensor that a mask names: ``masked_fill_``."""
    return method.startswith("masked_")


_KEEPING = frozenset(
    {
        "add", "append", "appendleft", "dump", "enqueue", "extend", "insert", "push", "put",
        "put_nowait", "register", "save", "send", "store", "update", "write",
    }
)  # fmt: skip


def keeps(name: str) -> bool:
    """Whether a function's name says that it keeps what it is given, or sends it on: ``append``."""
    return name.rpartition(".")[2] in _KEEPING


_NETWORKS = frozenset({"m", "module", "model", "net", "network", "layer", "cell", "block"})


def names_network(name: str) -> bool:
    """Whether a name's last word says that it is a network, or a layer: ``self.policy_net``."""
    return not _NETWORKS.isdisjoint(words(name)[-1:])


_WHOLE_NETWORKS = frozenset(
    {"model", "net", "network", "module", "backbone", "encoder", "decoder", "discriminator"}
)


def names_whole_network(name: str) -> bool:
    """Whether a name says that it is a network, and neither a layer nor a tensor of one.

    >>> names_whole_network("self.netD"), names_whole_network("model_output")
    (True, False)
    """
    said = words(name.rpartition(".")[2])
    while len(said) > 1 and len(said[-1]) == 1:
        said = said[:-1]
    return not _WHOLE_NETWORKS.isdisjoint(said[-1:])


_STEPS = frozenset(
    {
        "epoch", "epochs", "iter", "iters", "iterations", "steps", "timesteps", "episodes",
        "batches", "updates",
    }
)  # fmt: skip


def counts_steps(expression: str) -> bool:
    """Whether names say that a number is that of the steps of a training: ``num_epochs + 1``."""
    return not _STEPS.isdisjoint(words(re.sub(r"\W+", "_", expression)))


_BEST = frozenset({"best", "optimal"})
_FIRST = frozenset({"init", "initial", "original", "orig", "backup", "snapshot"})
OPTIMISING = frozenset({"optim", "optimizer", "optimiser", "opt"})
_STEPPING = OPTIMISING | {"scheduler", "sched", "scaler"}
_TRAINING = frozenset({"train", "fit", "finetune"})


def keeps_best(name: str) -> bool:
    """Whether a name says that it keeps the best of what a loop finds: ``self.best_model``."""
    return not _BEST.isdisjoint(words(name.rpartition(".")[2]))


def keeps_first(name: str) -> bool:
    """Whether a name says that it keeps what was there before: ``initial_state``."""
    return not _FIRST.isdisjoint(words(name.rpartition(".")[2]))


def steps(name: str) -> bool:
    """Whether a name is that of an optimiser, or of what adjusts one."""
    return not _STEPPING.isdisjoint(words(name.rpartition(".")[2]))


def optimises(name: str) -> bool:
    """Whether a name is that of an optimiser.

    >>> optimises("self.D_optimizer"), optimises("opt_scheduler")
    (True, False)
    """
    said = frozenset(words(name.rpartition(".")[2]))
    return bool(said & OPTIMISING) and not said & (_STEPPING - OPTIMISING)


def trains(function: str) -> bool:
    """Whether a function's name says that it trains what it is given: ``train_one_epoch``."""
    return words(function)[:1] in {(each,) for each in _TRAINING}


_MAKING = frozenset(
    {"build", "create", "get", "init", "initialize", "load", "make", "new", "prepare", "setup"}
)


def makes(function: str) -> bool:
    """Whether a function's name says that it makes something: ``build_model``."""
    return words(function)[:1] in {(each,) for each in _MAKING}


def detaches(name: str) -> bool:
    """Whether a name says that something is cut from its history: ``detach_features``."""
    return "detach" in words(name)


_GIVING_OUTPUT = frozenset(
    {
        "__call__", "embed", "encode", "encode_image", "encode_text", "evaluate_actions",
        "extract_features", "features", "forward", "forward_features", "get_value",
    }
)  # fmt: skip


def gives_output(method: str) -> bool:
    """Whether a method of a network gives, by its name, what a call of it would give.

    >>> gives_output("encode"), gives_output("sample")
    (True, False)
    """
    return method in _GIVING_OUTPUT


_MEASURED = frozenset({"bench", "benchmark", "profile", "profiling", "warmup", "timing", "timeit"})


def measures_time(function: str) -> bool:
    """Whether a function's name says that what it calls is called for the time that it takes."""
    return not _MEASURED.isdisjoint(words(function))


def is_metric_function(name: str) -> bool:
    """Whether a function's name says that it measures, plays or prints: ``evaluate``."""
    found = words(name.rsplit(".", 1)[-1])
    if found[-2:] in {("epoch", "end"), ("epoch", "ends")}:
        return True
    if found[:2] in {("log", "prob"), ("log", "probs"), ("log", "likelihood")}:
        return False
    return not _METRIC_FUNCTION.isdisjoint(found)


_TRAINED_INFERENCE = frozenset({"variational", "amortized", "bayesian", "causal", "loss", "train"})


def is_for_inference(function: str) -> bool:
    """Whether a function's name says that nothing is trained in it.

    In variational code, inference is what is trained.
    """
    found = words(function)
    return "inference" in found and _TRAINED_INFERENCE.isdisjoint(found)


def holds_predictions(name: str) -> bool:
    """Whether a name promises tensors that a gradient should flow through.

    ``log_probs``, ``critic_predicted_values``, ``policy_losses``: what a network put out and what
    a loss is made of. Names of constants (``old_log_probs``, ``returns``) promise nothing.
    """
    if is_constant_by_intent(name) or is_metric(name):
        return False
    found = words(name.rsplit(".", 1)[-1])
    last = found[-1] if found else ""
    if last in {"lists", "list", "buf"}:
        found, last = found[:-1], found[-2] if len(found) > 1 else ""
    if last in {"logprobs", "logprob", "logps", "losses"}:
        return True
    if last in {"probs", "prob"} and "log" in found:
        return True
    if last in {"values", "value", "preds", "predictions", "prediction"}:
        return not {"critic", "predicted"}.isdisjoint(found)
    return False


_LOSS = frozenset({"loss", "losses", "objective", "criterion", "elbo"})


def computes_loss(function: str) -> bool:
    """Whether a function's name says that it returns something to be minimised."""
    found = words(function.rsplit(".", 1)[-1])
    return not _LOSS.isdisjoint(found) and not is_metric_function(function)


def holds_loss(variable: str) -> bool:
    """Whether a variable's name says that it is a loss, and not what computes one."""
    last = words(variable)[-1:]
    return computes_loss(variable) and last != ("criterion",) and not _LOSS.isdisjoint(last)


def speaks_of_loss(code: str) -> bool:
    """Whether any name in an expression is that of a loss: ``0.5 * value_loss``."""
    return not _LOSS.isdisjoint(words(code))


def are_losses(display: str) -> bool:
    """Whether a list is written of nothing but losses: ``[loss_real, loss_fake]``."""
    parts = [each.strip() for each in display.strip("[]() ").split(",")]
    named = [each for each in parts if each]
    return len(named) > 1 and all(
        each.replace(".", "_").isidentifier() and computes_loss(each) and not is_metric(each)
        for each in named
    )


_OF_LOSSES = frozenset(
    {
        "best", "average", "avg", "mean", "epoch", "dataset", "total", "running", "early", "stop",
        "stopping", "reduce", "reduced", "gather", "all", "get", "update", "sync", "smooth",
    }
)  # fmt: skip
"""What says that losses are collected, and not that one is to be minimised."""


def is_a_loss(name: str) -> bool:
    """Whether a function or class is a loss by its last word: ``HingeLoss``, ``triplet_loss``."""
    collects = not _OF_LOSSES.isdisjoint(words(name))
    return ends_as_loss(name) and not collects and not is_metric_function(name)


def ends_as_loss(name: str) -> bool:
    """Whether a name's last word says that it is a loss: ``F.mse_loss``, ``self.criterion``."""
    return words(name)[-1:] in {("loss",), ("criterion",), ("objective",)}
