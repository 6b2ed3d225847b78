"""Small gates are closed through .data after a sigmoid, and backward computes with the closed ones."""
# torch: wrong gradient
# report: https://github.com/pytorch/pytorch/issues/6990
import torch

strength = torch.tensor([-2.0, 0.5, 3.0], requires_grad=True)  # parameter
gates = strength.sigmoid()
loss = gates.sum()
values = gates.data
values[values < 0.2] = 0.0  # expect: TAP301
loss.backward()
