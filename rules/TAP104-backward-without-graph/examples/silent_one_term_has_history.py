"""One term of the loss is cut, the other has a history."""

# torch: right gradient
import torch

w = torch.tensor([1.0, 2.0], requires_grad=True)  # parameter
bonus = torch.tensor(0.5)
loss = (w * w).sum() + bonus
loss.backward()
