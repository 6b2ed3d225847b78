"""The discriminator steps, and then the generator's loss goes back through the discriminator's old weights."""
# torch: raises RuntimeError: modified by an inplace operation
# report: https://github.com/pytorch/pytorch/issues/39141
import torch
import torch.nn.functional as F
from torch import nn

painter = nn.Sequential(nn.Linear(2, 4), nn.ReLU(), nn.Linear(4, 3))
expert = nn.Sequential(nn.Linear(3, 4), nn.ReLU(), nn.Linear(4, 1))
expert_optimizer = torch.optim.Adam(expert.parameters(), lr=1e-2)
painter_optimizer = torch.optim.Adam(painter.parameters(), lr=1e-2)
for famous in torch.randn(2, 4, 3):
    true = expert(famous)
    false = expert(painter(torch.randn(4, 2)))
    expert_loss = F.softplus(-true).mean() + F.softplus(false).mean()
    painter_loss = -F.softplus(false).mean()
    expert_optimizer.zero_grad()
    expert_loss.backward(retain_graph=True)
    expert_optimizer.step()  # expect: TAP204
    painter_optimizer.zero_grad()
    painter_loss.backward()
    painter_optimizer.step()
