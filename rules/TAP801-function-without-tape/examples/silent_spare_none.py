"""`None` behind the last argument is left out by torch."""

# torch: right gradient
import torch


class Scaled(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, factor=2.0):
        ctx.factor = factor
        return x * factor

    @staticmethod
    def backward(ctx, grad_output):
        return (grad_output * ctx.factor,) + (None,) * 5


weight = torch.tensor([3.0], requires_grad=True)  # parameter
loss = Scaled.apply(weight).sum()
