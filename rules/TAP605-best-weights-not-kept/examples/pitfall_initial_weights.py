"""The weights of the start are trained, too: going back to them goes nowhere."""

# torch: runs
import torch
from torch import nn

net = nn.Linear(2, 1)
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
initial_state = net.state_dict()  # expect: TAP605
before = net.weight.detach().clone()
for inputs in torch.randn(30, 4, 2):
    loss = net(inputs).pow(2).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
net.load_state_dict(initial_state)
assert not torch.equal(net.weight, before)
