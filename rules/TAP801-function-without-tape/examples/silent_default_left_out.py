"""An argument that `apply` leaves to its default needs no gradient."""

# torch: right gradient
import torch


class Scaled(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, factor=2.0):
        ctx.factor = factor
        return x * factor

    @staticmethod
    def backward(ctx, grad_output):
        return grad_output * ctx.factor


weight = torch.tensor([3.0], requires_grad=True)  # parameter
loss = Scaled.apply(weight).sum()
