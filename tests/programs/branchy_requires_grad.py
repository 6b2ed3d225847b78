import torch
w = torch.zeros(3)
if train:
    w.requires_grad_()
if not train:
    w.zero_()
