"""A helper returns the mean of a fresh leaf: whoever calls backward on it trains nothing."""

# torch: no gradient
from concurrent.futures import ThreadPoolExecutor

import torch


def training_loss(model, batch):
    losses = [model(x) for x in batch]
    return torch.tensor(losses, requires_grad=True).mean()  # expect: TAP102


network = torch.nn.Linear(2, 1)  # parameter
with ThreadPoolExecutor(max_workers=1) as pool:
    loss = pool.submit(training_loss, network, torch.eye(2)).result()
loss.backward()
