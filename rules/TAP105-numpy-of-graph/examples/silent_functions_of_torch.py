"""Functions of numpy that call the tensor's own method, or only ask for its shape."""

# torch: right gradient
import numpy as np
import torch

weight = torch.ones(3, 1, requires_grad=True)  # parameter
assert np.shape(weight) == (3, 1)
loss = np.squeeze(weight).sum()
