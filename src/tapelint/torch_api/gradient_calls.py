"""What is called to compute, clip, scale and clear gradients, by its name or what that says."""

from __future__ import annotations

from tapelint.torch_api.names import words

_UTILITIES = ("torch.nn.utils.", "torch.nn.utils.clip_grad.")
RAISES_OVER_NOTHING = "clip_grad_value_"
"""Of those that clip, the one that raises where nothing that it is given has a gradient."""
_CLIPPING = frozenset({"clip_grad_norm_", "clip_grad_value_", "clip_grad_norm"})
SCALER = "torch.amp.GradScaler"
_SCALERS = frozenset(
    {
        SCALER, "torch.amp.grad_scaler.GradScaler", "torch.cuda.amp.GradScaler",
        "torch.cuda.amp.grad_scaler.GradScaler", "torch.cpu.amp.GradScaler",
    }
)  # fmt: skip
BACKWARD_PARAMETERS = frozenset(
    {
        "gradient", "retain_graph", "create_graph", "inputs", "tensors", "grad_tensors",
        "grad_variables", "outputs", "grad_outputs", "only_inputs", "allow_unused",
        "is_grads_batched", "materialize_grads", "loss",
    }
)  # fmt: skip
"""The parameters of torch's backwards, and ``loss`` of frameworks'. An older torch knew others."""
SCALER_METHODS = frozenset({"scale", "unscale_", "step", "update"})
"""What a ``GradScaler`` does with losses, gradients and optimisers."""


def clips_gradients(name: str) -> bool:
    """Whether a canonical name is that of a function that clips gradients in place.

    >>> clips_gradients("torch.nn.utils.clip_grad_norm_")
    True
    """
    last = name.rsplit(".", 1)[-1]
    return last in _CLIPPING and any(name == f"{each}{last}" for each in _UTILITIES)


def is_clip(function: str) -> bool:
    """Whether a function that clips gradients has this last name.

    >>> is_clip("clip_grad_norm_")
    True
    """
    return function in _CLIPPING


def is_scaler_class(name: str) -> bool:
    """Whether a canonical name is that of a class that scales losses."""
    return name in _SCALERS


def asked_of_scaler(call: str) -> str:
    """The method, where a name says that something scales losses; else "".

    >>> asked_of_scaler("self.grad_scaler.unscale_")
    'unscale_'
    """
    owner, _, name = call.rpartition(".")
    return name if name in SCALER_METHODS and "scaler" in words(owner) else ""


GRADIENT_DEEDS = frozenset({"zero_grad", "backward", "step"})
"""What clears gradients, fills them and uses them."""
_FORGETTING = frozenset({"SGD"})
"""Optimisers that keep nothing from step to step, unless they are given a momentum."""


def forgets_steps(optimiser: str) -> bool:
    """Whether an optimiser keeps nothing from step to step, if it has no momentum.

    >>> forgets_steps("Adam")
    False
    """
    return optimiser in _FORGETTING


_TOUCHING = frozenset(
    {"zero", "clear", "clip", "unscale", "grad", "grads", "gradient", "gradients"}
)


def may_touch_gradients(method: str) -> bool:
    """Whether a method of something unknown may clear, clip or fill gradients, by its name.

    >>> may_touch_gradients("zero_grad")
    True
    """
    return not _TOUCHING.isdisjoint(words(method))
