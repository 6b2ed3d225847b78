"""The loop ends with the first backward."""

# torch: runs
import torch

w = torch.tensor([1.0, 2.0], requires_grad=True)
loss = w.exp().sum()
for attempt in range(3):
    if attempt == 1:
        loss.backward()
        break
