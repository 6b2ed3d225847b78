import torch
def outer():
    w = torch.zeros(3, requires_grad=True)
    def detach_it():
        nonlocal w
        w = w.detach()
    detach_it()
    w.add_(1)
    return w
print(outer())
