"""out= is fine under no_grad."""

# torch: right gradient
import torch

w = torch.ones(3, requires_grad=True)
with torch.no_grad():
    torch.add(torch.zeros(3), 2.0, out=w)
x = torch.tensor([1.0, 2.0, 3.0], requires_grad=True)  # parameter
loss = (w * x).sum()
loss.backward()
