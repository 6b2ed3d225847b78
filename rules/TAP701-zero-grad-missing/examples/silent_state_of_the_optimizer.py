"""A step without gradients before the loop, as some do for a scheduler."""

# torch: runs
import torch
from torch import nn


def train(model, optimizer, batches):
    optimizer.zero_grad()
    optimizer.step()
    scheduler = torch.optim.lr_scheduler.StepLR(optimizer, 2)
    for batch in batches:
        loss = model(batch).pow(2).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        scheduler.step()


if __name__ == "__main__":
    linear = nn.Linear(2, 1)
    sgd = torch.optim.SGD(linear.parameters(), lr=0.1)
    vars()["train"](linear, sgd, [torch.ones(4, 2)] * 3)
