import torch

w = torch.ones(3, requires_grad=True)
x = torch.zeros(3)
loss = (w * x).sum()
x.copy_(torch.ones(3))  # expect: TAP202
loss.backward()
