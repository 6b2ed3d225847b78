"""The input is changed in place: what else is computed from it has the history of before."""

# torch: wrong gradient
import torch


class Double(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        x.mul_(2)  # expect: TAP801 likely
        return x

    @staticmethod
    def backward(ctx, grad_output):
        return grad_output * 2


weight = torch.tensor([3.0], requires_grad=True)  # parameter
hidden = weight * 1
doubled = Double.apply(hidden)
loss = (doubled + hidden).sum()
