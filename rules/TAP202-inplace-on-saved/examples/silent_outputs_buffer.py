"""A preallocated tensor that is only written, never read by an operation that saves it."""

# torch: right gradient
import torch

w = torch.tensor([0.5, 1.5], requires_grad=True)  # parameter
outputs = torch.zeros(3, 2)
h = torch.ones(2)
for t in range(3):
    h = torch.tanh(h * w)
    outputs[t] = h
loss = outputs.sum()
loss.backward()
