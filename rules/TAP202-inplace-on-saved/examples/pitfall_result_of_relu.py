"""relu saves its result, so adding to it in place spoils what backward reads."""

# torch: raises RuntimeError: has been modified by an inplace operation
import torch as th

z = th.tensor([-1.0, 2.0], requires_grad=True)
h = th.relu(z)
h += 1  # expect: TAP202
h.sum().backward()
