"""A view of the weight kept under another name shares its memory."""

# torch: raises RuntimeError: has been modified by an inplace operation
import torch
from torch import nn
from torch.nn import functional as F

embedding = nn.Embedding(5, 3, max_norm=2.0)
layer = nn.Linear(3, 2)
table = embedding.weight
first_rows = table[:2]
hidden = layer(first_rows)  # expect: TAP203
words = F.relu(embedding(torch.tensor([4])))
(hidden.sum() + words.sum()).backward()
