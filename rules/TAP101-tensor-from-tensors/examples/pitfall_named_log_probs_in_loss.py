"""A container called log_probs, wrapped inside the loss, is reported by its name."""

# torch: no gradient
from concurrent.futures import ThreadPoolExecutor

import torch

weight = torch.tensor(0.3, requires_grad=True)  # parameter


def log_prob_of(action: float) -> torch.Tensor:
    return -0.5 * (action - weight) ** 2


with ThreadPoolExecutor(max_workers=1) as pool:
    log_probs = list(pool.map(log_prob_of, [0.1, 0.7]))
loss = -(torch.tensor(log_probs) * torch.tensor([1.0, 2.0])).sum()  # expect: TAP101 likely
