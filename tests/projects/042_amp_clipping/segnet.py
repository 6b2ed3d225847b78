from torch import nn


def double_conv(a, b):
    return nn.Sequential(nn.Conv2d(a, b, 3, padding=1), nn.BatchNorm2d(b), nn.ReLU(inplace=True))


class SegNet(nn.Module):
    def __init__(self, width=6):
        super().__init__()
        self.down = double_conv(1, width)
        self.mid = nn.Sequential(nn.MaxPool2d(2), double_conv(width, 2 * width), nn.Upsample(scale_factor=2))
        self.up = double_conv(3 * width, width)
        self.out = nn.Conv2d(width, 1, 1)

    def forward(self, x):
        import torch

        skip = self.down(x)
        return self.out(self.up(torch.cat([skip, self.mid(skip)], 1)))
