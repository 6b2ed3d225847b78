"""A number has no gradient, but it has a place: `None`."""

# torch: right gradient
import torch


class Scale(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, factor):
        ctx.factor = factor
        return x * factor

    @staticmethod
    def backward(ctx, grad_output):
        return grad_output * ctx.factor, None


weight = torch.tensor([1.0, 2.0], requires_grad=True)  # parameter
loss = Scale.apply(weight, 3.0).sum()
