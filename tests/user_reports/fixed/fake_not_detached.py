"""The discriminator is shown drawing.detach()."""
# torch: runs
import torch
import torch.nn.functional as F
from torch import nn

draw = nn.Sequential(nn.Linear(2, 4), nn.ReLU(), nn.Linear(4, 3), nn.Tanh())
judge = nn.Sequential(nn.Linear(3, 4), nn.LeakyReLU(0.2), nn.Linear(4, 1))
judge_optimizer = torch.optim.Adam(judge.parameters())
draw_optimizer = torch.optim.Adam(draw.parameters())
for photos in torch.randn(2, 4, 3):
    judge.zero_grad()
    drawing = draw(torch.randn(4, 2))
    F.softplus(-judge(photos)).mean().backward()
    F.softplus(judge(drawing.detach())).mean().backward()
    judge_optimizer.step()

    draw.zero_grad()
    F.softplus(-judge(drawing)).mean().backward()
    draw_optimizer.step()
