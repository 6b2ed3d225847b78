import torch
from torch.autograd import Variable
x = Variable(torch.randn(3), requires_grad=True)
x[0] = 1  # expect: TAP201
x.data[0] = 1  # expect: TAP302
