"""Objects of a function are not called any more, with static methods or without."""

# torch: raises RuntimeError: Legacy autograd function
import torch


class Sign(torch.autograd.Function):
    def forward(self, x):
        return x.sign()

    def backward(self, grad_output):
        return grad_output


weight = torch.tensor([3.0], requires_grad=True)  # parameter
loss = Sign()(weight).sum()  # expect: TAP801
