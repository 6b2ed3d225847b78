"""Cross entropy takes rows of scores and a row of classes; a margin loss takes pairs."""

# torch: runs
import torch
import torch.nn.functional as F
from torch import nn

net, x = nn.Linear(4, 3), torch.randn(8, 4)
loss = F.cross_entropy(net(x), torch.randint(0, 3, (8,)))
loss = loss + F.nll_loss(F.log_softmax(net(x), 1), torch.zeros(8).long())
loss = loss + F.binary_cross_entropy_with_logits(net(x)[:, 0], torch.ones(8))
loss.backward()
