import torch
w = torch.zeros(3, requires_grad=True)
@torch.no_grad()
def f():
    w.zero_()
@torch.inference_mode()
def g():
    w.zero_()
f(); g()
