"""The product is made first, and the Parameter of it last."""

# torch: right gradient
import torch
from torch import nn


class Scale(nn.Module):
    def __init__(self):
        super().__init__()
        self.weight = nn.Parameter(torch.rand(3) * 0.1)

    def forward(self, x):
        return self.weight * x


net = Scale()  # parameter
optimizer = torch.optim.Adam(net.parameters(), lr=0.1)
loss = net(torch.ones(3)).sum()
loss.backward()
