"""item() makes a Python number of an action."""

# torch: raises ValueError: The value argument to log_prob must be a Tensor
import torch
from torch.distributions import Categorical

probs = torch.tensor([0.2, 0.8], requires_grad=True)
m = Categorical(probs)
action = m.sample().item()
loss = -m.log_prob(action)  # expect: TAP401
