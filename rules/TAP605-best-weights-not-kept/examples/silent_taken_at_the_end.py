"""Taken after the training, or right before the loop is left, the weights stay as they are."""

# torch: runs
import torch
from torch import nn

net = nn.Linear(2, 1)
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
best_weights = None
for inputs in torch.randn(30, 4, 2):
    loss = net(inputs).pow(2).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    if loss.item() < 1e-3:
        best_weights = net.state_dict()
        break
final_best = net.state_dict()
torch.save([best_weights, final_best], "/dev/null")
