"""An array made by numpy takes the numbers of what it is set to; its parts and rows hold no tensor."""

# torch: runs
import numpy as np
import torch
from torch import nn

net = nn.Linear(2, 1)


def losses():
    found = torch.zeros(3)
    for i in range(3):
        found[i] = net(torch.ones(2)).sum()
    return found


results = np.zeros((2, 2))
for i in range(2):
    for j in range(2):
        results[i, j] = losses()[-1]
results[np.isnan(results)] = 0
print(np.mean(results[:, 0]), np.mean(results[0]), np.sqrt(results[1, 1] ** 2))
for row in results:
    print(np.max(row), np.array(row[0]))
