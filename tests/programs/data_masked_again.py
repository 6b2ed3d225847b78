import torch
from torch import nn


class Causal(nn.Module):
    """A mask that is applied again makes zeros of zeros."""

    def __init__(self, size):
        super().__init__()
        self.layer = nn.Linear(size, size)
        self.register_buffer("mask", torch.tril(torch.ones(size, size)))

    def forward(self, x):
        self.layer.weight.data *= self.mask  # expect: TAP302
        return self.layer(x)


causal = Causal(3)
points = torch.randn(2, 3, requires_grad=True)
causal(causal(points)).sum().backward()


class Banded(nn.Conv1d):
    def clear(self):
        half = self.kernel_size[0] // 2
        self.weight.data[:, :, half + 1 :].zero_()  # expect: TAP302
        self.weight.data[:, :, half] = 0  # expect: TAP302

    def forward(self, x):
        self.clear()
        return super().forward(x)


banded = Banded(1, 1, 3, padding=1)
signal = torch.randn(1, 1, 5, requires_grad=True)
banded(banded(signal)).sum().backward()


class Rows(nn.Module):
    """Another row is cleared in each round."""

    def __init__(self, size):
        super().__init__()
        self.layer = nn.Linear(size, size)
        self.size = size

    def forward(self, x):
        for at in range(self.size):
            self.layer.weight.data[at] = 0  # expect: TAP301
            x = self.layer(x)
        return x


rows = Rows(6)
rows(points).sum().backward()

weight = torch.randn(3, requires_grad=True)
mask, other_mask = torch.tensor([1.0, 0.0, 1.0]), torch.tensor([0.0, 1.0, 1.0])
hidden = weight * 1.0
first = hidden * points[0]
hidden.data.mul_(mask)  # expect: TAP301
second = hidden * points[1]
hidden.data.mul_(other_mask)  # expect: TAP301
(first + second).sum().backward()


def stepped(x, optimizer):
    layer = nn.Linear(3, 3)
    keep_mask = torch.eye(3)
    layer.weight.data.mul_(keep_mask)  # expect: TAP302
    y = layer(x * layer.weight)
    layer.weight.data.add_(1.0)  # expect: TAP301
    layer.weight.data.mul_(keep_mask)  # expect: TAP301
    y.sum().backward()
