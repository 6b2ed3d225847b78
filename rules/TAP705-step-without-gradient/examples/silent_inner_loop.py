"""The fast weights are computed from the slow ones, so the outer loss comes back to these."""

# torch: runs
import torch
from torch import nn

net = nn.Linear(3, 1)
meta_optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
for task in torch.randn(3, 8, 3):
    weight, bias = net.weight, net.bias
    for _ in range(2):
        inner = (task @ weight.t() + bias).pow(2).mean()
        first, second = torch.autograd.grad(inner, (weight, bias), create_graph=True)
        weight, bias = weight - 0.1 * first, bias - 0.1 * second
    outer = (task @ weight.t() + bias).pow(2).mean()
    meta_optimizer.zero_grad()
    outer.backward()
    meta_optimizer.step()
