"""Writing one row of a weight is an in-place change of a view of a leaf."""

# torch: raises RuntimeError: a view of a leaf Variable that requires grad is being used in an in-place operation.
import torch.nn as nn

embedding = nn.Embedding(4, 3)
embedding.weight[0] = 0.0  # expect: TAP201
