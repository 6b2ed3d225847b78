"""as_tensor, asarray and Tensor of a bare tensor keep its history."""

# torch: right gradient
import torch

weight = torch.tensor([1.0, 2.0], requires_grad=True)  # parameter
squares = weight * weight
loss = (torch.as_tensor(squares) + torch.asarray(squares) + torch.Tensor(squares)).sum()
loss.backward()
