import torch
w = torch.zeros(3, requires_grad=True)
for i in range(3):
    if i == 1:
        w = w.detach()
        break
else:
    w = w * 2
w += 1
