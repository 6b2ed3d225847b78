"""Multiplication by a number keeps the number in the graph, and that is freed too."""

# torch: raises RuntimeError: Trying to backward through the graph a second time
import torch as th

w = th.ones(2, requires_grad=True)
scaled = w * 2.0
scaled.sum().backward()
scaled.mean().backward()  # expect: TAP501
