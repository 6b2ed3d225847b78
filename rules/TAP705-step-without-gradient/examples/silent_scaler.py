"""The scaler runs the step that it is given, and the loss is the network's."""

# torch: runs
import torch
from torch import nn

net = nn.Linear(2, 1)
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
scaler = torch.amp.GradScaler("cpu", enabled=False)
for inputs in torch.randn(3, 8, 2):
    optimizer.zero_grad(set_to_none=True)
    scaler.scale(net(inputs).pow(2).mean()).backward()
    scaler.step(optimizer)
    scaler.update()
