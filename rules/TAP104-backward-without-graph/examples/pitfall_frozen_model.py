"""All parameters are frozen and the input is plain."""

# torch: raises RuntimeError: element 0 of tensors does not require grad and does not have a grad_fn
import torch
from torch import nn

model = nn.Linear(2, 1)
model.requires_grad_(False)
loss = model(torch.ones(1, 2)).mean()
loss.backward()  # expect: TAP104
