"""A row of the result is a view: it shares the memory that exp saved."""

# torch: raises RuntimeError: has been modified by an inplace operation
import torch as t

w = t.zeros(2, 3, requires_grad=True)
y = w.exp()
row = y.view(-1)[:3]
row.mul_(2.0)  # expect: TAP202
y.sum().backward()
