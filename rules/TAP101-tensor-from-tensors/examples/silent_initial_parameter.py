"""nn.Parameter of fresh values, and Variable of data, start leaves on purpose."""

# torch: right gradient
import torch
from torch import nn
from torch.autograd import Variable

initial = torch.randn(2) * 0.1
weight = nn.Parameter(initial)  # parameter
inputs = Variable(torch.ones(2))
loss = (weight * inputs).pow(2).sum() + weight.sum()
loss.backward()
