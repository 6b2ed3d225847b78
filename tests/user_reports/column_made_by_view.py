"""A vector is viewed as a column right after it was made, and its .grad is None."""
# torch: runs
# report: https://github.com/pytorch/pytorch/issues/1479
import torch
from torch.autograd import Variable

matrix = torch.randn(2, 3)
column = Variable(torch.ones(3), requires_grad=True).view(3, 1)  # expect: TAP106
total = (matrix @ column).sum()
total.backward()
print(column.grad)
