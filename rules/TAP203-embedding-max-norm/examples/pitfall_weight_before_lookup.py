"""matmul saves the weight, and the lookup then scales the weight's rows in place."""

# torch: raises RuntimeError: has been modified by an inplace operation
import torch
import torch.nn as nn

n, d, m = 3, 5, 7
embedding = nn.Embedding(n, d, max_norm=1)
W = torch.randn((m, d), requires_grad=True)
idx = torch.tensor([1, 2])
a = embedding.weight @ W.t()  # expect: TAP203
b = embedding(idx) @ W.t()
out = a.unsqueeze(0) + b.unsqueeze(1)
loss = out.sigmoid().prod()
loss.backward()
