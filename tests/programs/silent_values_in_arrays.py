
import numpy as np
import torch
import torch.nn as nn

net = nn.Linear(2, 1)
data = [torch.randn(2) for _ in range(4)]


def case_np_filled_item_ok():
    losses = np.zeros(4)
    for i, x in enumerate(data):
        l = net(x)
        losses[i] = l.item()
        l.backward()
    kept = torch.tensor(losses)


def case_np_mixed_ok():
    rewards = np.zeros(4)
    for i, x in enumerate(data):
        rewards[i] = i
    (torch.cat([net(x) for x in data]) * torch.tensor(rewards)).sum().backward()


def case_np_mean_items_ok():
    losses = [net(x) for x in data]
    print(np.mean([l.item() for l in losses]))
    sum(losses).backward()
