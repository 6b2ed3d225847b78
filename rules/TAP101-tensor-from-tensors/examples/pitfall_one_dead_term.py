"""One term of a sum is dead while the rest trains: the gradient is there, and wrong."""

# torch: wrong gradient
import torch

weight = torch.tensor([1.0, -2.0, 0.5], requires_grad=True)  # parameter
fit = (weight - 3.0).pow(2).sum()
penalties = [w.abs() for w in weight]
loss = fit + 0.1 * torch.as_tensor(penalties).sum()  # expect: TAP101
loss.backward()
