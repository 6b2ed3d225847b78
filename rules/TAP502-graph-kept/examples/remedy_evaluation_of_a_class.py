"""Nothing is recorded while the network is evaluated."""

# torch: runs
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.hidden, self.last = nn.Linear(2, 3), nn.Linear(3, 1)

    def forward(self, x):
        return self.last(torch.tanh(self.hidden(x)))


net = Net()
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
for inputs in torch.randn(30, 4, 2):
    optimizer.zero_grad()
    net(inputs).pow(2).mean().backward()
    optimizer.step()
outputs = []
with torch.no_grad():
    for inputs in torch.randn(30, 4, 2):
        output = net(inputs)
        outputs.append(output)
assert not any(each.requires_grad for each in outputs)
print(len(outputs))
