"""argmax has no derivative: its result is integer and has no history."""

# torch: raises RuntimeError: element 0 of tensors does not require grad and does not have a grad_fn
import torch as t
from torch import nn

net = nn.Linear(2, 3)
labels = t.tensor([0, 2])
predicted = net(t.ones(2, 2)).argmax(dim=1)
loss = (predicted - labels).float().pow(2).mean()
loss.backward()  # expect: TAP104
