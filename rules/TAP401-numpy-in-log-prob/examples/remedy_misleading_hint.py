"""torch.as_tensor turns the array into a tensor and the rate keeps its gradient."""

# torch: right gradient
import numpy as np
import torch
import torch.distributions as D

rate = torch.tensor([1.0, 2.0], requires_grad=True)  # parameter
waiting = D.Exponential(rate)
loss = -waiting.log_prob(torch.as_tensor(np.array([0.5, 1.0]))).sum()
loss.backward()
