import torch
class A:
    def __init__(self):
        self.w = torch.zeros(3, requires_grad=True)
    def freeze(self):
        self.w.requires_grad_(False)
    def thaw(self):
        self.w.requires_grad_(True)
    def forward(self):
        self.freeze()
        self.w.add_(1)
        self.thaw()
A().forward()
