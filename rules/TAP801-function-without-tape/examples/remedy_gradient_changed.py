"""A clone is the function's own."""

# torch: right gradient
import torch


class Double(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        return x * 2

    @staticmethod
    def backward(ctx, grad_output):
        grad_input = grad_output.clone()
        grad_input.mul_(2)
        return grad_input


weight = torch.tensor([3.0], requires_grad=True)  # parameter
other = torch.tensor([3.0], requires_grad=True)  # parameter
hidden = other * 1
loss = (Double.apply(weight) + hidden).sum()
