"""Nothing but its name tells what the container holds, and the name tells enough."""

# torch: no gradient
from concurrent.futures import ThreadPoolExecutor

import torch

critic = torch.nn.Linear(2, 1)  # parameter
states = torch.tensor([[1.0, 0.5], [0.0, 2.0]])
with ThreadPoolExecutor(max_workers=1) as pool:
    critic_predicted_values = list(pool.map(critic, states))
td_target = (1.0, 3.0)
td_error = torch.tensor(td_target) - torch.tensor(critic_predicted_values)  # expect: TAP101 likely
loss = td_error.pow(2).mean()
