"""What comes before the file switches recording off was recorded."""

# torch: runs
import torch
from torch import nn

net = nn.Linear(4, 1)
opt = torch.optim.SGD(net.parameters(), lr=0.1)
loader = [torch.randn(8, 4) for _ in range(3)]


def train():
    net.train()
    for x in loader:
        opt.zero_grad()
        loss = net(x).pow(2).mean()
        loss.backward()
        opt.step()


train()
torch.set_grad_enabled(False)
net.eval()
for x in loader:
    print(net(x).mean().item())
