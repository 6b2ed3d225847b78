import torch
w = torch.zeros(3, requires_grad=True)
def bump():
    if torch.is_grad_enabled():
        return w + 1
    return w.add_(1)
with torch.no_grad():
    pass
print(bump())
