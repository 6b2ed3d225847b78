"""A closure that has run its backwards hands out a number for the optimiser to compare."""

# torch: runs
import torch

weights = torch.zeros(3, requires_grad=True)
chunks = torch.randn(4, 3)
optimiser = torch.optim.LBFGS([weights])


def compute_loss():
    optimiser.zero_grad()
    total_loss = 0.0
    for chunk in chunks:
        loss = (weights - chunk).pow(2).sum()
        loss.backward()
        total_loss += loss.item()
    return torch.tensor(total_loss, requires_grad=True)


optimiser.step(compute_loss)
assert (weights - chunks.mean(0)).abs().max() < 0.5
