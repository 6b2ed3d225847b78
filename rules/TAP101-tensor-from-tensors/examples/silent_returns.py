"""Discounted returns from a bootstrap value are constants by intent; the log-probs are stacked."""

# torch: runs
import torch

policy, critic = torch.nn.Linear(1, 2), torch.nn.Linear(1, 1)
states = torch.tensor([[1.0], [2.0]])
log_probs = [torch.log_softmax(policy(s), dim=-1)[0] for s in states]
value = critic(torch.tensor([3.0]))
returns = []
for reward in (1.0, 2.0):
    value = reward + 0.9 * value
    returns.insert(0, value)
returns = torch.tensor(returns)
loss = -(torch.stack(log_probs) * returns).sum()
loss.backward()
assert policy.weight.grad is not None
