"""A mask through `.data` on the result of `exp`, whose sum was taken before: the gradient is wrong."""

# torch: wrong gradient
import torch

scores = torch.tensor([-1.0, 0.5, 2.0], requires_grad=True)  # parameter
weights = torch.exp(scores)
loss = weights.sum().log()
weights.data[0] = 0.0  # expect: TAP301
loss.backward()
