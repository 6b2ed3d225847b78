"""The array becomes a tensor before it is used, under the same name."""

# torch: right gradient
import numpy as np
import torch
from torch.distributions import Normal

loc = torch.tensor([0.0, 1.0], requires_grad=True)  # parameter
action = np.array([0.5, -1.0])
action = torch.from_numpy(action)
if not isinstance(action, torch.Tensor):
    action = torch.tensor(action)
loss = -Normal(loc, 1.0).log_prob(action).sum()
loss.backward()
