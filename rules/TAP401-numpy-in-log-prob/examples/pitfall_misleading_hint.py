"""Exponential without validation still gives the hint that would cut the parameter off."""

# torch: raises RuntimeError: Can't call numpy() on Tensor that requires grad.
import numpy as np
import torch
import torch.distributions as D

rate = torch.tensor([1.0, 2.0], requires_grad=True)
waiting = D.Exponential(rate, validate_args=False)  # expect: TAP404
loss = -waiting.log_prob(np.array([0.5, 1.0])).sum()  # expect: TAP401
