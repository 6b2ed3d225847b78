"""Augmented assignments to numbers, lists and running losses change no leaf."""

# torch: right gradient
import torch

w = torch.tensor([1.0, 2.0], requires_grad=True)  # parameter
count, seen, loss = 0, [], 0.0
for x in (1.0, 2.0):
    count += 1
    seen += [x]
    loss += (w * x).pow(2).sum()
loss /= count
loss.backward()
