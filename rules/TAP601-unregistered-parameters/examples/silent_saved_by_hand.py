"""A class that saves the parts itself knows that torch does not find them."""

# torch: runs
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = [nn.Linear(4, 4) for _ in range(3)]

    def forward(self, x):
        for layer in self.layers:
            x = layer(x)
        return x

    def state_dict(self, *args, **keywords):
        found = super().state_dict(*args, **keywords)
        found["layers"] = [dict(each.named_buffers()) for each in self.layers]
        return found


net = Net()
assert net(torch.ones(1, 4)).requires_grad
assert "layers" in net.state_dict()
