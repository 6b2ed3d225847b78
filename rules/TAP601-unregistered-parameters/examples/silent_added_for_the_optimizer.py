"""The module adds what it keeps in a list to what it gives its optimiser."""

# torch: runs
import torch
from torch import nn


class Policy(nn.Module):
    def __init__(self):
        super().__init__()
        self.scales = [nn.Parameter(torch.ones(4)) for _ in range(2)]
        self.last = nn.Linear(4, 2)
        self.optimizer = torch.optim.Adam(list(self.parameters()) + self.scales, lr=0.1)

    def forward(self, x):
        for scale in self.scales:
            x = x * scale
        return self.last(x)


policy = Policy()
before = policy.scales[0].detach().clone()
policy(torch.ones(1, 4)).sum().backward()
policy.optimizer.step()
assert not torch.equal(policy.scales[0], before)
