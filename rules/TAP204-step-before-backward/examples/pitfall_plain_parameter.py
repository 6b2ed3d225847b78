"""A single tensor given to the optimiser; the power saved its value before the step."""

# torch: raises RuntimeError: has been modified by an inplace operation
import torch

w = torch.tensor([1.0, -2.0], requires_grad=True)
optimizer = torch.optim.SGD([w], lr=0.1)
cubic = (w**3).sum()
quadratic = (w**2).sum()
quadratic.backward()
optimizer.step()  # expect: TAP204
cubic.backward()
