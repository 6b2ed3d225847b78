"""Inputs for a check of gradients are converted after they were told to require grad."""
# torch: raises TypeError: 'NoneType' object is not subscriptable
# report: https://github.com/pytorch/pytorch/issues/2362
import torch
from torch.autograd import Variable

grid = Variable(torch.rand(2, 3, 3), requires_grad=True).to(torch.bfloat16)  # expect: TAP106
guide = Variable(torch.rand(2, 3, 3), requires_grad=True).to(torch.bfloat16)  # expect: TAP106
out = (grid * guide).sum()
out.backward()
print(grid.grad[0], guide.grad[0])
