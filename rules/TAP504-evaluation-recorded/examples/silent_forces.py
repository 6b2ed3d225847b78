"""The energy is evaluated for its derivative, the force."""

# torch: runs
import torch
from torch import nn

model = nn.Linear(4, 1)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)


def train():
    optimizer.zero_grad()
    model(torch.randn(8, 4)).pow(2).mean().backward()
    optimizer.step()


def validate_forces(loader):
    errors = 0.0
    for positions in loader:
        positions = positions.clone().requires_grad_()
        energy = model(positions).sum()
        force = -torch.autograd.grad(energy, positions)[0]
        errors += force.abs().mean().item()
    return errors


for epoch in range(2):
    train()
    validate_forces(torch.randn(2, 8, 4))
