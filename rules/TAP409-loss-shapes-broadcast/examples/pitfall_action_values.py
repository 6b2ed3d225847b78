"""What ``gather`` takes is a column, the best value of the next state a row."""

# torch: runs
import torch
import torch.nn.functional as F
from torch import nn

values = nn.Sequential(nn.Linear(4, 16), nn.ReLU(), nn.Linear(16, 3))
states, after = torch.randn(32, 4), torch.randn(32, 4)
actions, rewards = torch.randint(0, 3, (32, 1)), torch.randn(32)
chosen = values(states).gather(1, actions)
with torch.no_grad():
    target = rewards + 0.99 * values(after).max(1)[0]
loss = F.smooth_l1_loss(chosen, target)  # expect: TAP409 certain
loss.backward()
