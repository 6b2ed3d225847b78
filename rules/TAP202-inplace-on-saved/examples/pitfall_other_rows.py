"""One counter serves all rows: writing to the second row spoils what was saved of the first."""

# torch: raises RuntimeError: has been modified by an inplace operation
import torch

w = torch.ones(2, 2, requires_grad=True)
y = w * 2.0
wave = y[0].sin()
y[1] = 0.0  # expect: TAP202
(wave.sum() + y.sum()).backward()
