"""Writing a row through .data."""

# torch: runs
from torch import nn

embedding = nn.Embedding(4, 2)
embedding.weight.data[0] = 0.0  # expect: TAP302
embedding.weight.data[1].fill_(1.0)  # expect: TAP302
embedding.weight.data[2, 1] += 3.0  # expect: TAP302
