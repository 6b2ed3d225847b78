"""A total that starts as a number, or as a tensor of its own, saves nothing."""

# torch: right gradient
import torch

w = torch.tensor([1.0, 4.0], requires_grad=True)  # parameter
total = 0
count = torch.zeros(())
for part in w:
    total += part.sqrt()
    count += 1
loss = total / count
loss.backward()
