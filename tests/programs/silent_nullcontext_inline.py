import torch
from contextlib import nullcontext
net = torch.nn.Linear(2, 1)
def forward(xs, frozen=True):
    with torch.no_grad() if frozen else nullcontext():
        outs = [net(x) for x in xs]
    return torch.tensor(outs)
forward([torch.zeros(2)])
