import torch
w = torch.zeros(3, requires_grad=True)
torch.add(torch.ones(3), 1, out=w)  # expect: TAP201
