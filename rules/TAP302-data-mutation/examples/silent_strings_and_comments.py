"""The pitfall in text only."""

# torch: runs
import torch

NOTE = "never write w.data.zero_()"
w = torch.ones(2, requires_grad=True)
# w.data -= 0.1
print(NOTE, w)
