import torch
w = torch.zeros(3, requires_grad=True)
for t in (w, torch.zeros(3)):
    if t.requires_grad:
        continue
    t += 1
