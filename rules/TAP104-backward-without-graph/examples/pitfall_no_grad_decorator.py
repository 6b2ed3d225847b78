"""A loss made by a function that is decorated with no_grad."""

# torch: raises RuntimeError: element 0 of tensors does not require grad and does not have a grad_fn
import torch
from torch import nn

model = nn.Linear(2, 1)


@torch.no_grad()
def evaluate(x):
    return model(x).pow(2).mean()


evaluate(torch.ones(1, 2)).backward()  # expect: TAP104
