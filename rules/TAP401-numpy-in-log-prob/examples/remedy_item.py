"""The number is for the environment, the tensor is for log_prob."""

# torch: right gradient
import torch
from torch.distributions import Categorical

logits = torch.tensor([0.2, 0.8], requires_grad=True)  # parameter
m = Categorical(logits=logits)
action = torch.tensor(1)
environment_action = action.item()
loss = -m.log_prob(action)
loss.backward()
