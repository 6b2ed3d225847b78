"""A bound on the likelihood of a mixture: the clusters' shares weigh logarithms, and are trained."""

# torch: runs
import torch
from torch import nn

centres = nn.Parameter(torch.randn(2, 3))
prior = nn.Parameter(torch.full((3,), 1 / 3))
encoder = nn.Linear(4, 2)
optimizer = torch.optim.Adam([centres, prior, *encoder.parameters()], lr=0.1)
x = torch.randn(8, 4)
for _ in range(2):
    z = encoder(x).unsqueeze(2)
    distance = (z - centres).pow(2).sum(1)
    joint = torch.exp(torch.log(prior) - distance)
    share = joint / joint.sum(1, keepdim=True)
    expected = (share * distance).sum(1) - (torch.log(prior) * share).sum(1)
    loss = (expected + (share * torch.log(share)).sum(1)).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
assert centres.grad.any()
