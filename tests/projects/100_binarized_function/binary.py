import torch
from torch.autograd import Function


class BinarySign(Function):
    @staticmethod
    def forward(ctx, x, window):
        ctx.save_for_backward(x)
        ctx.window = window
        return torch.where(x >= 0, 1.0, -1.0)

    @staticmethod
    def backward(ctx, grad_output):
        (x,) = ctx.saved_tensors
        return grad_output * (x.abs() <= ctx.window).to(grad_output.dtype), None


class ScaledExp(Function):
    @staticmethod
    def forward(ctx, x, scale):
        result = torch.exp(x / scale)
        ctx.save_for_backward(result)
        ctx.scale = scale
        return result

    @staticmethod
    def backward(ctx, grad):
        (result,) = ctx.saved_tensors
        return grad * result / ctx.scale, None
