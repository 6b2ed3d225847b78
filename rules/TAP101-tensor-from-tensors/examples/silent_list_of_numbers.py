"""Plain numbers have no history to lose."""

# torch: right gradient
import torch

weight = torch.tensor([1.0, 2.0], requires_grad=True)  # parameter
rewards = []
for step in range(2):
    rewards.append(0.9**step)
loss = (weight * torch.tensor(rewards)).sum()
loss.backward()
