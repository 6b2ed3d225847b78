"""Each round writes into the tensor of which the sine of the round before saved a row."""

# torch: raises RuntimeError: has been modified by an inplace operation
import torch

steps = 4
w = torch.linspace(0.5, 1.5, steps, requires_grad=True)
x = torch.zeros(steps + 1)
x[0] = 1.0
for i in range(steps):
    x[i + 1] = torch.sin(x[i]) * w[i]  # expect: TAP202
x[-1].backward()
