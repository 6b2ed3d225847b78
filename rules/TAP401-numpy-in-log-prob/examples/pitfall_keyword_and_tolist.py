"""The value by keyword, turned into a list."""

# torch: raises ValueError: The value argument to log_prob must be a Tensor
import torch
from torch.distributions import *

dirichlet = Dirichlet(torch.ones(3, requires_grad=True))
share = dirichlet.sample().tolist()
loss = -dirichlet.log_prob(value=share)  # expect: TAP401
