"""The outputs of a network whose class returns them are kept with all that was saved for them."""

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
for inputs in torch.randn(30, 4, 2):
    output = net(inputs)
    outputs.append(output)  # expect: TAP502
assert all(each.requires_grad for each in outputs)
print(len(outputs))
