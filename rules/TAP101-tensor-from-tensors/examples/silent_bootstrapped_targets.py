"""Targets that contain the critic's own next value are constants by intent."""

# torch: runs
import torch
import torch.nn.functional as F

critic = torch.nn.Linear(1, 1)
next_states = torch.tensor([[1.0], [2.0]])
rewards = [1.0, 0.0]
targets = []
for reward, state in zip(rewards, next_states):
    targets.append(reward + 0.9 * critic(state))
td_targets = torch.tensor(targets)
values = critic(torch.tensor([[0.0], [1.0]])).squeeze(-1)
loss = F.mse_loss(values, td_targets)
loss.backward()
assert critic.weight.grad is not None
