"""Cross entropy works on the scores, which have a derivative."""

# torch: runs
import torch as t
from torch import nn

net = nn.Linear(2, 3)
labels = t.tensor([0, 2])
loss = nn.functional.cross_entropy(net(t.ones(2, 2)), labels)
loss.backward()
assert net.weight.grad is not None
