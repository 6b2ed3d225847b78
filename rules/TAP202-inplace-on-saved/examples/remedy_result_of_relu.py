"""An addition out of place makes a new tensor and leaves the saved one alone."""

# torch: right gradient
import torch as th

z = th.tensor([-1.0, 2.0], requires_grad=True)  # parameter
h = th.relu(z)
h = h + 1
loss = h.sum()
loss.backward()
