"""Without detach, the discriminator's backward has freed the graph of the image that the generator needs."""
# torch: raises RuntimeError: Trying to backward through the graph a second time
# report: https://github.com/pytorch/examples/issues/116
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
    F.softplus(judge(drawing)).mean().backward()
    judge_optimizer.step()

    draw.zero_grad()
    F.softplus(-judge(drawing)).mean().backward()  # expect: TAP501
    draw_optimizer.step()
