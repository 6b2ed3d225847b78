"""Under no_grad the lookup still scales the rows."""

# torch: raises RuntimeError: has been modified by an inplace operation
import torch
from torch import nn

items = nn.Embedding(4, 2, max_norm=1.0)
similarity = torch.mm(items.weight, items.weight.t())  # expect: TAP203
with torch.no_grad():
    shown = items(torch.tensor([0, 1])).mean()
similarity.sum().backward()
