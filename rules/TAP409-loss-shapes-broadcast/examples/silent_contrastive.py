"""A contrastive loss compares all with all: squares of norms and products."""

# torch: runs
import torch
import torch.nn.functional as F
from torch import nn

net, x = nn.Linear(4, 3), torch.randn(8, 4)
z = F.normalize(net(x), dim=1)
squares = (z * z).sum(1, keepdim=True)
distances = squares + squares.t() - 2 * z @ z.t()
same = (torch.randint(0, 2, (8, 1)) == torch.randint(0, 2, (1, 8))).float()
loss = (same * distances + (1 - same) * F.relu(1 - distances)).mean()
loss.backward()
