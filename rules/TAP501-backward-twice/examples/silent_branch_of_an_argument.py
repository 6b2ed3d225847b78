"""What no round changes decides what each round computes."""

# torch: runs
import torch
from torch import nn

model = nn.Linear(3, 1)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)


def train(batches, kind):
    for batch in batches:
        optimizer.zero_grad()
        if kind == "sum":
            loss = model(batch).sum()
        if "mean" in kind:  # no round meets the loss of another one: `kind` stays the same
            loss = model(batch).mean()
        loss.backward()
        optimizer.step()


batches = [torch.randn(4, 3) for _ in range(3)]
train(batches, "sum")
train(batches, "mean of all")
