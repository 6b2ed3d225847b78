"""A comparison gives truth values without history; the accuracy is no loss."""

# torch: raises RuntimeError: element 0 of tensors does not require grad and does not have a grad_fn
import torch
from torch import nn

net = nn.Sequential(nn.Linear(2, 1), nn.Sigmoid())
probability = net(torch.ones(2, 2))
accuracy = ((probability > 0.5) == torch.tensor([[True], [False]])).double().mean()
loss = 1.0 - accuracy
loss.backward()  # expect: TAP104
