"""The feature keeps its history, and the loss needs no help."""
# torch: right gradient
import torch
import torch.nn.functional as F
from torch import nn

model = nn.Linear(3, 4)  # parameter
feature = model(torch.randn(2, 3))
output = F.normalize(feature)
loss = F.cross_entropy(output, torch.tensor([1, 3]))
loss.backward()
