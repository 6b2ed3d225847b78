"""from_pretrained takes max_norm too, and freeze=False makes the weight require grad."""

# torch: raises RuntimeError: has been modified by an inplace operation
import torch
import torch.nn as nn

vectors = torch.ones(3, 2)
embedding = nn.Embedding.from_pretrained(vectors, freeze=False, max_norm=1.0)
spread = embedding.weight.std()  # expect: TAP203
loss = embedding(torch.tensor([0, 2])).sum() + spread
loss.backward()
