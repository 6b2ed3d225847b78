import torch


class ReverseGradient(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, scale):
        ctx.scale = scale
        return x.view_as(x)

    @staticmethod
    def backward(ctx, grad):
        return -ctx.scale * grad, None


def reverse(x, scale=1.0):
    return ReverseGradient.apply(x, scale)
