import torch

w = torch.zeros(3, requires_grad=True)
w.data.zero_()
w.data.zero_()
