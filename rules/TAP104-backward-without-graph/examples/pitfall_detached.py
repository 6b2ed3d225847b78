"""detach() cuts the history off the loss."""

# torch: raises RuntimeError: element 0 of tensors does not require grad and does not have a grad_fn
import torch
import torch.nn.functional as F
from torch import nn

net = nn.Linear(2, 1)
prediction = net(torch.ones(3, 2)).detach()
loss = F.mse_loss(prediction, torch.zeros(3, 1))
loss.backward()  # expect: TAP104
