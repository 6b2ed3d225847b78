import torch
from torch import nn


class Fpn(nn.Module):
    def __init__(self):
        super().__init__()
        self.convs = nn.ModuleList([nn.Conv2d(3, 3, 1) for _ in range(3)])

    def forward(self, inputs):
        used = len(inputs)
        for i in range(used - 1, 0, -1):
            inputs[i - 1] = self.convs[i - 1](inputs[i - 1]) + inputs[i]
        return [torch.sigmoid(each) for each in inputs]


class Items(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv = nn.Conv2d(3, 3, 1)

    def forward(self, features):
        out = torch.exp(features[0])
        features[0] = self.conv(features[0])
        return out


class Neck(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv = nn.Conv2d(3, 3, 1)

    def forward(self, x):
        y = torch.exp(x[0])
        x[0] = y + 1
        return y


def run(a, b):
    return Neck()([a, b])


class Right(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv = nn.Conv2d(3, 3, 1)

    def forward(self, x):
        y = torch.exp(x)
        y[0] = self.conv(x)[0]  # expect: TAP202 likely
        return y
