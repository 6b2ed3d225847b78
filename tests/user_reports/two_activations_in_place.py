"""Two ReLUs in place follow each other, and the second changes what the first has saved."""
# torch: raises RuntimeError: modified by an inplace operation
# report: https://github.com/pytorch/pytorch/issues/34429
import torch
from torch import nn

convolution = nn.Conv2d(3, 2, kernel_size=1)
inner = nn.Sequential(nn.BatchNorm2d(2), nn.ReLU(inplace=True))
outer = nn.ReLU(inplace=True)
x = inner(convolution(torch.randn(4, 3, 2, 2)))
x = outer(x)  # expect: TAP202
x.flatten().sum().backward()
