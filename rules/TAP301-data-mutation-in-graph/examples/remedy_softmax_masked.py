"""masked_fill on the logits masks before the softmax, out of place."""

# torch: right gradient
import torch
import torch.nn.functional as F

logits = torch.tensor([0.1, 0.2, 0.3], requires_grad=True)  # parameter
mask = torch.tensor([False, False, True])
probabilities = F.softmax(logits.masked_fill(mask, float("-inf")), dim=-1)
loss = (probabilities * torch.tensor([1.0, 2.0, 3.0])).sum()
loss.backward()
