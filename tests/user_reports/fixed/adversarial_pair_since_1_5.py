"""The discriminator judges the painting again after its step."""
# torch: runs
import torch
import torch.nn.functional as F
from torch import nn

painter = nn.Sequential(nn.Linear(2, 4), nn.ReLU(), nn.Linear(4, 3))
expert = nn.Sequential(nn.Linear(3, 4), nn.ReLU(), nn.Linear(4, 1))
expert_optimizer = torch.optim.Adam(expert.parameters(), lr=1e-2)
painter_optimizer = torch.optim.Adam(painter.parameters(), lr=1e-2)
for famous in torch.randn(2, 4, 3):
    painting = painter(torch.randn(4, 2))
    expert_loss = F.softplus(-expert(famous)).mean() + F.softplus(expert(painting.detach())).mean()
    expert_optimizer.zero_grad()
    expert_loss.backward()
    expert_optimizer.step()
    painter_loss = -F.softplus(expert(painting)).mean()
    painter_optimizer.zero_grad()
    painter_loss.backward()
    painter_optimizer.step()
