"""Saved by `save_for_backward`, the change is noticed: it has to go on a clone."""

# torch: right gradient
import torch


class Square(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return x * x

    @staticmethod
    def backward(ctx, grad_output):
        (x,) = ctx.saved_tensors
        return 2 * x * grad_output


weight = torch.tensor([3.0], requires_grad=True)  # parameter
hidden = weight * 1
loss = Square.apply(hidden).sum()
hidden = hidden * 10
