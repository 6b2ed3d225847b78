"""The helper returns a new tensor and leaves its argument alone."""

# torch: right gradient
import torch


def quantise(tensor):
    return tensor.detach().round()


w = torch.tensor([0.3, 1.4], requires_grad=True)  # parameter
hidden = w * 2.0
wave = hidden.cos()
levels = quantise(hidden)
loss = wave.sum()
loss.backward()
