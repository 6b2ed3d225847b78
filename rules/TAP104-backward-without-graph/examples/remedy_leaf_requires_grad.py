"""The leaf requires grad before it is used."""

# torch: right gradient
import torch

x = torch.tensor([1.0, 2.0], requires_grad=True)  # parameter
loss = (x * x).sum()
loss.backward()
