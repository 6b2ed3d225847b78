import torch
w = torch.zeros(3, requires_grad=True)
prev = torch.is_grad_enabled()
try:
    torch.set_grad_enabled(False)
    w.add_(1)
finally:
    torch.set_grad_enabled(prev)
