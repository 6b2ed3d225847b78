"""The new log-probabilities are computed again, with the graph."""
# torch: runs
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
log_probs = Categorical(logits=policy(states)).log_prob(actions)
ratio = torch.exp(log_probs - old_log_probs)
advantages = torch.randn(5)
loss = -torch.min(ratio * advantages, ratio.clamp(0.8, 1.2) * advantages).mean()
loss.backward()
assert policy.weight.grad is not None
