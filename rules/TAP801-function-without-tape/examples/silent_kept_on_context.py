"""Numbers, shapes and tensors that are neither input nor result may lie on the context."""

# torch: right gradient
import torch


class Scaled(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, factor):
        ctx.shape, ctx.device, ctx.factor = x.shape, x.device, factor
        mask = x > 0
        ctx.mask = mask
        ctx.x = x
        return x * mask * factor

    @staticmethod
    def backward(ctx, grad_output):
        grad_input = torch.zeros(ctx.shape, device=ctx.device, dtype=ctx.x.dtype)
        return grad_input + grad_output * ctx.mask * ctx.factor, None


weight = torch.tensor([3.0, -2.0], requires_grad=True)  # parameter
loss = Scaled.apply(weight, 2.0).sum()
