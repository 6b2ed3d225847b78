import torch
w = torch.zeros(3, requires_grad=True)
try:
    w = w.detach()
finally:
    w += 1
try:
    v = torch.zeros(3, requires_grad=True)
    v = v.clone()
except ValueError:
    v = torch.zeros(3)
v += 1
