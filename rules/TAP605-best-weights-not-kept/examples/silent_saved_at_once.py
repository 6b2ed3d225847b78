"""What is saved before the next step needs no copy."""

# torch: runs
import io

import torch
from torch import nn

net = nn.Linear(2, 1)
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
lowest, file = float("inf"), io.BytesIO()
for inputs in torch.randn(30, 4, 2):
    loss = net(inputs).pow(2).mean()
    if loss.item() < lowest:
        lowest = loss.item()
        best_weights = net.state_dict()
        file.seek(0)
        torch.save(best_weights, file)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
