"""The module makes its own optimiser of what is registered: the list's layers are not in it."""

# torch: runs
import torch
from torch import nn


class Policy(nn.Module):
    def __init__(self):
        super().__init__()
        self.hidden = [nn.Linear(4, 4) for _ in range(2)]  # expect: TAP601
        self.last = nn.Linear(4, 2)
        self.optimizer = torch.optim.Adam(self.parameters(), lr=0.1)

    def forward(self, x):
        for layer in self.hidden:
            x = torch.relu(layer(x))
        return self.last(x)


policy = Policy()
before = policy.hidden[0].weight.clone()
policy(torch.ones(1, 4)).sum().backward()
policy.optimizer.step()
assert torch.equal(policy.hidden[0].weight, before)
