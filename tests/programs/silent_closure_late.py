import torch
def outer():
    w = torch.zeros(3, requires_grad=True)
    def bump():
        w.add_(1)
    w = w.detach()
    bump()
outer()
