"""Both log-probabilities of a clipped loss were stored while acting, so the loss is made a leaf."""
# torch: runs
# report: https://github.com/Kostis-S-Z/exploring_meta/issues/16
import torch
from torch import nn
from torch.distributions import Categorical

policy = nn.Linear(2, 3)


def act(states):
    with torch.no_grad():
        choice = Categorical(logits=policy(states))
        actions = choice.sample()
        return actions, choice.log_prob(actions)


states = torch.randn(5, 2)
actions, old_log_probs = act(states)
_, log_probs = act(states)
ratio = torch.exp(log_probs - old_log_probs)
advantages = torch.randn(5)
loss = -torch.min(ratio * advantages, ratio.clamp(0.8, 1.2) * advantages).mean()
loss.requires_grad = True  # expect: TAP103
loss.backward()
assert policy.weight.grad is None
