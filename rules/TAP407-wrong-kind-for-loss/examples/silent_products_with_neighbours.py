"""The terms of a divergence, one by one: a product with the neighbours' predictions, weighed."""

# torch: runs
import torch
import torch.nn.functional as F
from torch import nn

net = nn.Linear(5, 3)
bank = torch.softmax(torch.randn(4, 3), dim=1)
weights = torch.rand(4)
found = torch.softmax(net(torch.randn(4, 5)), dim=1)
loss = (F.kl_div(found, bank, reduction="none").sum(-1) * weights).sum()
(gradient,) = torch.autograd.grad(loss, found, retain_graph=True)
assert torch.allclose(gradient, -bank * weights[:, None])
loss.backward()
