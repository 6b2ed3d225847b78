"""The weight clipping of a Wasserstein critic, in its usual spelling."""

# torch: runs
import torch
from torch import nn

critic = nn.Sequential(nn.Linear(2, 4), nn.ReLU(), nn.Linear(4, 1))
optimizer = torch.optim.RMSprop(critic.parameters(), lr=0.01)
for _ in range(2):
    loss = critic(torch.ones(1, 2)).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    for p in critic.parameters():
        p.data.clamp_(-0.1, 0.1)  # expect: TAP302
