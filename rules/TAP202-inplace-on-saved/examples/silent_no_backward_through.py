"""The sigmoid is shown and overwritten; the loss does not pass through it."""

# torch: right gradient
import torch

w = torch.tensor([1.0, 2.0], requires_grad=True)  # parameter
logits = w * 3.0
shown = torch.sigmoid(logits)
shown[shown > 0.5] = 1.0
loss = (logits + 1.0).sum()
loss.backward()
