"""The first backward frees what the product saved."""

# torch: raises RuntimeError: Trying to backward through the graph a second time
import torch

w = torch.tensor([1.0, 2.0], requires_grad=True)
loss = (w * w).sum()
loss.backward()
loss.backward()  # expect: TAP501
