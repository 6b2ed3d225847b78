"""The tensor is made on its device."""

# torch: right gradient
import torch

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
weight = torch.rand(3, device=device, requires_grad=True)  # parameter
optimizer = torch.optim.SGD([weight], lr=0.1)
loss = weight.pow(2).sum()
loss.backward()
