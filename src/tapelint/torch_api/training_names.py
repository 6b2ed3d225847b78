"""Words that say whether something trains, what on, and that numbers are dropped on purpose."""

from __future__ import annotations

from tapelint.torch_api.names import words

_ASKS = frozenset({"train", "training", "eval", "evaluation", "deterministic", "inference", "test"})
_ON_PURPOSE = frozenset(
    {
        "always", "augment", "augmentation", "bayes", "bayesian", "corrupt", "denoise", "denoising",
        "explore", "exploration", "mask", "mc", "monte", "noise", "noisy", "perturb", "prenet",
        "sample", "stochastic", "uncertainty",
    }
)  # fmt: skip

_JUDGES = frozenset(
    {
        "adv", "adversary", "critic", "critics", "d", "dis", "disc", "discr", "discrim",
        "discriminator", "discriminators", "judge", "q", "qf",
    }
)  # fmt: skip


def judges_another(name: str) -> bool:
    """Whether a name says that a network judges what another one makes: ``optimizer_D``.

    >>> judges_another("self.critic_optimizer"), judges_another("optG")
    (True, False)
    """
    return not _JUDGES.isdisjoint(words(name))


def asks_for_training(text: str) -> bool:
    """Whether a test or an argument asks if something trains.

    >>> asks_for_training("self.p if self.training else 0.0")
    True
    """
    return not _ASKS.isdisjoint(words(text))


def drops_on_purpose(name: str) -> bool:
    """Whether a name says that its randomness is wanted in evaluation, too: ``MCDropout``."""
    return not _ON_PURPOSE.isdisjoint(words(name))


_DATA = frozenset(
    {
        "buffer", "env", "envs", "episodes", "examples", "generator", "history", "iter", "iterator",
        "memory", "queue", "replay", "samples", "sampler", "stream", "trajectories", "train", "x",
        "xs",
    }
)  # fmt: skip
_IN_NAMES_OF_DATA = ("batch", "data", "loader")


def holds_data(name: str) -> bool:
    """Whether a name says that something holds what is trained on, however much.

    >>> holds_data("self.trainloader"), holds_data("self.critics")
    (True, False)
    """
    own = name.rpartition(".")[2]
    if any(each in own.lower() for each in _IN_NAMES_OF_DATA):
        return True
    said = words(own)
    return not said or not _DATA.isdisjoint(said)


PLAIN_METHODS = frozenset(
    {
        "load_state_dict", "state_dict", "buffers", "named_buffers", "extra_repr", "type",
        "reset_parameters", "share_memory", "__init__", "half", "bfloat16",
    }
)  # fmt: skip
"""Methods of networks and optimisers that keep nothing of what they get, nor compute of it."""
HARMLESS = (
    "torch.optim.", "torch.nn.utils.clip_grad", "torch.save", "torch.onnx.", "torch.cuda.",
    "torch.distributed.", "torch.backends.", "torch.manual_seed", "torch.utils.data.",
    "torch.utils.tensorboard.", "builtins.",
)  # fmt: skip
"""What begins so keeps nothing that it is given, and gives nothing that is computed from it."""
