import torch
torch.autograd.gradcheck(fn, (torch.randn(3, dtype=torch.double, requires_grad=True),))
x = torch.randn(3, requires_grad=True)
y = torch.sin(torch.randn(3, requires_grad=True))
