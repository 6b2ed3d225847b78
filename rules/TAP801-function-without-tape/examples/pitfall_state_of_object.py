"""What `__init__` sets is on an object, which cannot be called; `apply` does not have it."""

# torch: raises RuntimeError: Legacy autograd function
import torch


class Reverse(torch.autograd.Function):
    def __init__(self, factor):
        self.factor = factor

    def forward(self, x):  # expect: TAP801
        return x * self.factor

    def backward(self, grad_output):
        return grad_output * -self.factor


def reverse(x, factor):
    return Reverse(factor)(x)


weight = torch.tensor([3.0], requires_grad=True)  # parameter
loss = reverse(weight, 2.0).sum()
