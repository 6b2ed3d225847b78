"""A sum gives one gradient to both of its terms: changed for one, it is wrong for the other."""

# torch: wrong gradient
import torch


class Double(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        return x * 2

    @staticmethod
    def backward(ctx, grad_output):
        grad_input = grad_output
        grad_input.mul_(2)  # expect: TAP801 likely
        return grad_input


weight = torch.tensor([3.0], requires_grad=True)  # parameter
other = torch.tensor([3.0], requires_grad=True)  # parameter
hidden = other * 1
loss = (Double.apply(weight) + hidden).sum()
