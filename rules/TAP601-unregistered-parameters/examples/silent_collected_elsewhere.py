"""Another class makes the optimiser, and collects the parameters one by one."""

# torch: runs
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = [nn.Linear(4, 4) for _ in range(2)]
        self.scales = [nn.Parameter(torch.ones(4)) for _ in range(2)]

    def forward(self, x):
        for layer, scale in zip(self.layers, self.scales):
            x = layer(x) * scale
        return x


class Trainer:
    def __init__(self):
        self.net = Net()
        own = [each for layer in self.net.layers for each in layer.parameters()]
        scales = [each for each in self.net.scales if each.requires_grad]
        self.optimizer = torch.optim.SGD([*own, *scales], lr=0.1)


assert len(Trainer().optimizer.param_groups[0]["params"]) == 6
