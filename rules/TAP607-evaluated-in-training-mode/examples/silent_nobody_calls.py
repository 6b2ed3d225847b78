"""Nobody in sight calls `evaluate`: whoever does may have switched."""

# torch: runs
import torch
from torch import nn

handlers = {}


def on(event):
    def keep(function):
        handlers[event] = function
        return function

    return keep


model = nn.Sequential(nn.Linear(4, 8), nn.Dropout(), nn.Linear(8, 1))
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)


def train_step(x):
    model.train()
    optimizer.zero_grad()
    model(x).pow(2).mean().backward()
    optimizer.step()


@on("evaluate")
@torch.no_grad()
def evaluate(loader):
    return [model(x).mean() for x in loader]


train_step(torch.randn(8, 4))
model.eval()
handlers["evaluate"](torch.randn(2, 8, 4))
