import torch
from torch import nn
net = nn.Linear(3, 1)
def step(x):
    losses = {"a": net(x).mean(), "b": (net(x) ** 2).mean()}
    total = torch.tensor(list(losses.values())).sum()  # expect: TAP101
    total.backward()
    w = torch.tensor([0.5, net(x).mean()])  # expect: TAP101
    v = torch.FloatTensor([net(x).mean(), 1.0]).sum().backward()  # expect: TAP101
    z = torch.tensor([p.item() for p in net.parameters()])
    k = torch.tensor([len(p) for p in net.parameters()])
    s = torch.tensor([p.shape[0] for p in net.parameters()])
    n = torch.tensor([p.norm() for p in net.parameters()])
    return float(n.max())
