import torch
class Net:
    def __init__(self): self.b = torch.zeros(2, requires_grad=True)
    def loss(self, x): return (self.b * x).sum()
    def fit(self, x, lr):
        self.loss(x).backward()
        self.b -= lr * self.b.grad  # expect: TAP201
        self.b.sub_(lr * self.b.grad)  # expect: TAP201
