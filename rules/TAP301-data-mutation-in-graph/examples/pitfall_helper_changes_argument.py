"""A helper rounds its argument through .data after cos has saved it."""

# torch: wrong gradient
import torch


def quantise(tensor):
    tensor.data.round_()  # expect: TAP301


w = torch.tensor([0.3, 1.4], requires_grad=True)  # parameter
hidden = w * 2.0
wave = hidden.cos()
quantise(hidden)
loss = wave.sum()
loss.backward()
