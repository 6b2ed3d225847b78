import torch


class FakeQuantize(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, levels):
        ctx.save_for_backward(x)
        return torch.round(x.clamp(0, 1) * (levels - 1)) / (levels - 1)

    @staticmethod
    def backward(ctx, grad_output):
        (x,) = ctx.saved_tensors
        inside = (x >= 0) & (x <= 1)
        return grad_output * inside
