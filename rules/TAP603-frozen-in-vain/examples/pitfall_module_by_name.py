"""Networks that are handed in: by what they are called, by their methods, as children of one."""

# torch: runs
import torch
from torch import nn


def freeze(model):
    model.requires_grad = False  # expect: TAP603 likely


def freeze_children(net):
    for child in net.children():
        child.requires_grad = False  # expect: TAP603 likely


def freeze_all(parts):
    for part in parts:
        part.train(False)
        part.requires_grad = False  # expect: TAP603 likely


if __name__ == "__main__":
    for function in ("freeze", "freeze_children", "freeze_all"):
        network = nn.Sequential(nn.Linear(2, 1))
        vars()[function]([network] if function == "freeze_all" else network)
        network(torch.ones(1, 2)).sum().backward()
        assert network[0].weight.grad is not None
