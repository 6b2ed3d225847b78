import torch
w = torch.zeros(2, requires_grad=True)
def step(lr):
    w.sub_(lr * w.grad)  # expect: TAP201
