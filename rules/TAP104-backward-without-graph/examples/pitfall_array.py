"""An array has no backward."""

# torch: raises AttributeError: 'numpy.ndarray' object has no attribute 'backward'
import torch

w = torch.tensor([1.0, 2.0], requires_grad=True)
losses = (w * w).detach().numpy()
losses.backward()  # expect: TAP104
