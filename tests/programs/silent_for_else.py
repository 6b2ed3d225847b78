import torch
w = torch.zeros(3, requires_grad=True)
for t in (1, 2):
    pass
else:
    w = w.detach()
w += 1
