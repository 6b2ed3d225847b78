"""Inside a Sequential an in-place activation changes the result that Sigmoid saved."""

# torch: raises RuntimeError: has been modified by an inplace operation
import torch
from torch import nn

head = nn.Sequential(
    nn.Linear(2, 3),
    nn.Sigmoid(),
    nn.LeakyReLU(0.1, inplace=True),
    nn.Linear(3, 1),
)
score = head(torch.tensor([[1.0, -1.0]]))  # expect: TAP202
score.sum().backward()
