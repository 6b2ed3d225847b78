"""Autograd is told, and gives the input the history of the function."""

# torch: right gradient
import torch


class Double(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        x.mul_(2)
        ctx.mark_dirty(x)
        return x

    @staticmethod
    def backward(ctx, grad_output):
        return grad_output * 2


weight = torch.tensor([3.0], requires_grad=True)  # parameter
hidden = weight * 1
doubled = Double.apply(hidden)
loss = (doubled + hidden).sum()
