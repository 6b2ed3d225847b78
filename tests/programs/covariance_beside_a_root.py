"""A name says deviation, and the function takes it for a variance: it gives its root to Normal."""

import torch
from torch.distributions import MultivariateNormal, Normal


def compared(mean, std, actions):
    joint = MultivariateNormal(mean, torch.diag_embed(std))
    single = Normal(mean, torch.sqrt(std))
    return joint.log_prob(actions), single.log_prob(actions).sum(-1)


def half(mean, std, actions):
    joint = MultivariateNormal(mean, torch.diag_embed(std))
    return joint.log_prob(actions), Normal(mean, std**0.5).log_prob(actions).sum(-1)


def one_deviation(mean, std, actions):
    joint = MultivariateNormal(mean, torch.diag_embed(std))  # expect: TAP402 likely
    single = Normal(mean, std)
    return joint.log_prob(actions), single.log_prob(actions).sum(-1)


def root_elsewhere(mean, std, actions):
    joint = MultivariateNormal(mean, torch.diag_embed(std))  # expect: TAP402 likely
    return joint.log_prob(actions), torch.sqrt(std)


def computed(mean, samples, actions):
    std = samples.std(0)
    joint = MultivariateNormal(mean, torch.diag_embed(std))  # expect: TAP402
    return joint.log_prob(actions), Normal(mean, torch.sqrt(std)).log_prob(actions)  # expect: TAP403
