"""A list can be gone over in each round."""

# torch: runs
import torch
from torch import nn

torch.manual_seed(0)
net = nn.Linear(2, 1)
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
trained = [parameter for parameter in net.parameters() if parameter.requires_grad]
for _ in range(2):
    optimizer.zero_grad()
    (100 * net(torch.ones(1, 2))).sum().backward()
    nn.utils.clip_grad_norm_(trained, 1.0)
    assert net.weight.grad.norm() <= 1.0
    optimizer.step()
