"""A frozen table that a product saved for the query's gradient is scaled all the same."""

# torch: raises RuntimeError: has been modified by an inplace operation
import torch
import torch.nn as nn

table = nn.Embedding.from_pretrained(torch.ones(3, 2), max_norm=1.0)
query = nn.Linear(2, 2)
scores = query(torch.ones(1, 2)) @ table.weight.t()  # expect: TAP203
rows = table(torch.tensor([0, 2]))
(scores * rows.sum()).sum().backward()
