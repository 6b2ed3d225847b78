"""The sum is a new tensor."""
# torch: runs
import torch
from torch import nn


def convolution(inputs, outputs):
    return nn.Conv2d(inputs, outputs, kernel_size=3, padding=1)


class Residual(nn.Module):
    def __init__(self, width, shortcut=None):
        super().__init__()
        activation = nn.ReLU(inplace=True)
        self.main = nn.Sequential(convolution(width, 4), activation, convolution(4, width), activation)
        self.shortcut = shortcut

    def forward(self, image):
        result = self.main(image)
        return result + (image if self.shortcut is None else self.shortcut(image))


network = nn.Sequential(convolution(1, 2), Residual(2), Residual(2, shortcut=convolution(2, 2)))
network(torch.randn(1, 1, 3, 3)).mean().backward()
