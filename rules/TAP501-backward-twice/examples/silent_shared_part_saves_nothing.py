"""Sums, views and concatenations save nothing that could be freed."""

# torch: runs
import torch as th

w = th.ones(2, requires_grad=True)
shifted = th.cat([w + 1.0, w.view(-1)])
shifted.sum().backward()
shifted.mean().backward()
total = shifted.sum()
total.backward()
total.backward()
