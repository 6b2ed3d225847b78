"""A leaf that was only moved is clamped through `.data`: its gradient goes on as it is."""

# torch: runs
import torch
from torch import nn

model = nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.Linear(8, 2))
device = "cuda" if torch.cuda.is_available() else "cpu"


def attack(images, labels, steps, alpha):
    leaf = images.clone().detach().requires_grad_(True)
    x = leaf.to(device)
    for step in range(steps):
        leaf.grad = None
        nn.functional.cross_entropy(model(x), labels).backward()
        with torch.no_grad():
            x.add_(alpha * leaf.grad.sign())
        x.data.clamp_(min=0.0, max=1.0)
    return x.detach()


attack(torch.rand(3, 4), torch.tensor([0, 1, 1]), 3, 0.1)
