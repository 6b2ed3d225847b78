"""The parameters were counted first, and the iterator is used up."""

# torch: raises ValueError: optimizer got an empty parameter list
import torch
from torch import nn

net = nn.Linear(2, 1)
parameters = net.parameters()
count = sum(parameter.numel() for parameter in parameters)
optimizer = torch.optim.SGD(parameters, lr=0.1)  # expect: TAP703
net(torch.ones(1, 2)).sum().backward()
optimizer.step()
