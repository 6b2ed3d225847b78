"""A context of the project switches recording off."""

# torch: runs
import torch
from torch import nn

model = nn.Linear(4, 1)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)


def train():
    optimizer.zero_grad()
    model(torch.randn(8, 4)).pow(2).mean().backward()
    optimizer.step()


class Evaluation:
    def __enter__(self):
        self.before = torch.is_grad_enabled()
        torch.set_grad_enabled(False)

    def __exit__(self, *error):
        torch.set_grad_enabled(self.before)


val_loader = torch.randn(2, 8, 4)
for epoch in range(2):
    train()
    with Evaluation():
        for x in val_loader:
            assert not model(x).requires_grad
