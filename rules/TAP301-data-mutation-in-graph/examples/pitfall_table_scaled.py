"""A lookup with `max_norm` scales the table, which a product has saved as `.data`: no version shows it."""

# torch: wrong gradient
import torch
from torch import nn

table = nn.Embedding(3, 2, max_norm=1.0)
with torch.no_grad():
    table.weight.fill_(4.0)
query = torch.tensor([1.0, 2.0], requires_grad=True)  # parameter
scores = table.weight.data @ query  # expect: TAP303
loss = scores.sum() + table(torch.tensor([0, 1])).sum()  # expect: TAP301
loss.backward()
