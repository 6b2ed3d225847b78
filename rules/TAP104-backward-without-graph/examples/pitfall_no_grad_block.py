"""The forward ran under no_grad, so there is nothing to go back through."""

# torch: raises RuntimeError: element 0 of tensors does not require grad and does not have a grad_fn
import torch
from torch import nn

model = nn.Linear(2, 1)
with torch.no_grad():
    loss = model(torch.ones(1, 2)).pow(2).mean()
loss.backward()  # expect: TAP104
