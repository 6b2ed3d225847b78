"""`inference_mode` records nothing."""

# torch: runs
import torch
from torch import nn

model = nn.Linear(4, 1)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)


def train():
    optimizer.zero_grad()
    model(torch.randn(8, 4)).pow(2).mean().backward()
    optimizer.step()


@torch.inference_mode()
def evaluate(loader):
    return [model(x).mean().item() for x in loader]


for epoch in range(2):
    train()
    evaluate(torch.randn(2, 8, 4))
