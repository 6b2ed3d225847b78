"""A forward hook makes the frozen embedding's output require grad: what lies behind is trained."""

# torch: right gradient
import torch
from torch import nn
from torch.utils.checkpoint import checkpoint

embedding = nn.Embedding(4, 2).requires_grad_(False)
embedding.register_forward_hook(lambda module, inputs, output: output.requires_grad_(True))
body = nn.Linear(2, 2)  # parameter
hidden = checkpoint(body, embedding(torch.tensor([1])), use_reentrant=True)
loss = hidden.sum()
