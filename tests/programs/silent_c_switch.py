import torch
w = torch.zeros(3, requires_grad=True)
torch._C._set_grad_enabled(False)
w.add_(1)
