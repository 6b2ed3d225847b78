import torch
from torch.autograd import Variable

w = torch.ones(3, requires_grad=True)
y = w * 2
if isinstance(y, Variable):
    y = y.detach()
y.numpy()
z = w.exp()
if not isinstance(z, (torch.autograd.Variable, torch.Tensor)):
    z.mul_(2)
if isinstance(z, torch.autograd.Variable):
    z.add_(1)  # expect: TAP202
z.sum().backward()
