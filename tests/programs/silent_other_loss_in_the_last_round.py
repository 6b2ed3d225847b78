"""A plain number takes the loss's place in the last round, and no backward is run then."""

import torch

w = torch.ones(3, requires_grad=True)


def train(steps):
    for i in range(steps):
        loss = (w * w).sum() if i < steps - 1 else torch.zeros(())
        if i < steps - 1:
            loss.backward()
    return loss
