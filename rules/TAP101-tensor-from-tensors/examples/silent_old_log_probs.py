"""PPO's old log-probabilities are constants by intent."""

# torch: runs
import torch
from torch.distributions import Categorical

policy = torch.nn.Linear(2, 2)
states = torch.tensor([[1.0, 0.0], [0.0, 1.0]])
actions = torch.tensor([0, 1])
memory = [Categorical(logits=policy(s)).log_prob(a) for s, a in zip(states, actions)]
old_log_probs = torch.tensor(memory)
ratio = torch.exp(Categorical(logits=policy(states)).log_prob(actions) - old_log_probs)
loss = -torch.min(ratio, ratio.clamp(0.8, 1.2)).mean()
loss.backward()
assert policy.weight.grad.abs().sum() > 0
