"""Masking probabilities through .data changes what softmax saved."""

# torch: wrong gradient
import torch
import torch.nn.functional as F

logits = torch.tensor([0.1, 0.2, 0.3], requires_grad=True)  # parameter
probabilities = F.softmax(logits, dim=-1)
probabilities.data[2] = 0.0  # expect: TAP301
loss = (probabilities * torch.tensor([1.0, 2.0, 3.0])).sum()
loss.backward()
