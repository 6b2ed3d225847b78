"""What is never used does no harm."""

# torch: runs
import torch
from torch import nn

net = nn.Linear(2, 1)
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
lowest = float("inf")
for inputs in torch.randn(30, 4, 2):
    loss = net(inputs).pow(2).mean()
    if loss.item() < lowest:
        lowest = loss.item()
        best_weights = net.state_dict()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
print(lowest)
