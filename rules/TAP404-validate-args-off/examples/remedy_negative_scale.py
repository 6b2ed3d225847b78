"""With validation, the default, the scale is checked; softplus makes it positive."""

# torch: right gradient
import torch
import torch.nn.functional as F
from torch.distributions import Normal

raw = torch.tensor(-1.0, requires_grad=True)  # parameter
policy = Normal(0.0, F.softplus(raw))
loss = -policy.log_prob(torch.tensor(0.0))
loss.backward()
