"""A fresh tensor made from .data may be changed, but .data is still read."""

# torch: right gradient
import torch

w = torch.tensor([1.0, 2.0], requires_grad=True)  # parameter
noise = w.data.new(2).zero_()  # expect: TAP303
backup = w.data.clone().zero_()  # expect: TAP303
loss = (w * w).sum() + (noise + backup).sum()
loss.backward()
