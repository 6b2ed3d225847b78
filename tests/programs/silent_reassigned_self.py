import torch
class A:
    def __init__(self):
        self.w = torch.zeros(3, requires_grad=True)
        self.freeze()
        self.w.add_(1)
    def freeze(self):
        self.w = self.w.detach()
A()
