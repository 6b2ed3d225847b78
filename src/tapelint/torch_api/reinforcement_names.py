"""Words that reinforcement learning gives a meaning: rewards, discounts, ends of episodes."""

from __future__ import annotations

from tapelint.torch_api.names import words

_REWARDS = frozenset({"reward", "rewards", "rew", "rews", "rwd", "r", "rs", "return", "returns"})
_DISCOUNTS = frozenset({"gamma", "gammas", "discount", "discounts", "discounted", "discounting"})
_ENDS = frozenset(
    {
        "done", "dones", "terminal", "terminals", "terminated", "terminateds", "terminations",
        "termination", "final", "nonterminal", "nonterminals", "mask", "masks", "nd", "notdone",
        "continues", "end", "ends", "finished", "dead",
    }
)  # fmt: skip

_ADVANTAGES = frozenset({"advantage", "advantages", "adv", "advs", "gae", "gaes"})
_WEIGHTS = frozenset({"weight", "weights", "w", "ws", "mask", "masks"})
_OF_ONE_NUMBER = ("Pendulum", "MountainCarContinuous")
"""Environments that take one number; https://gymnasium.farama.org/environments/."""
_RESIDUALS = frozenset({"residual", "residuals", "rg"})


def speaks_of_rewards(text: str) -> bool:
    """Whether an expression names a reward: ``batch.reward``, ``r_t``."""
    return not _REWARDS.isdisjoint(words(text))


def speaks_of_discounts(text: str) -> bool:
    """Whether an expression names a discount: ``self.gamma``."""
    return not _DISCOUNTS.isdisjoint(words(text))


def speaks_of_ends(text: str) -> bool:
    """Whether an expression names the end of an episode: ``1 - dones``."""
    return not _ENDS.isdisjoint(words(text))


def speaks_of_advantages(text: str) -> bool:
    """Whether an expression names an advantage: ``adv``, ``batch.advantages``."""
    return not _ADVANTAGES.isdisjoint(words(text))


def speaks_of_weights(text: str) -> bool:
    """Whether an expression names weights of samples: ``sample_weight``, ``mask``."""
    return not _WEIGHTS.isdisjoint(words(text))


def acts_by_one_number(text: str) -> bool:
    """Whether a program names an environment that takes one number: ``"Pendulum-v1"``."""
    return any(each in text for each in _OF_ONE_NUMBER)


def means_residual(function: str) -> bool:
    """Whether a function says that it trains both sides of an equation: ``bellman_residual``."""
    return not _RESIDUALS.isdisjoint(words(function))
