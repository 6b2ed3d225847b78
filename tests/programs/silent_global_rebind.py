import torch
w = torch.zeros(3, requires_grad=True)
def detach_it():
    global w
    w = w.detach()
def bump():
    w.add_(1)
detach_it()
w.add_(1)
