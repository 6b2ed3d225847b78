"""Autograd does not look into a list: both results have no history."""

# torch: no gradient
import torch


class Powers(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return [x**2, x**3]  # expect: TAP801

    @staticmethod
    def backward(ctx, grad_square, grad_cube):
        (x,) = ctx.saved_tensors
        return 2 * x * grad_square + 3 * x**2 * grad_cube


weight = torch.tensor([3.0], requires_grad=True)  # parameter
square, cube = Powers.apply(weight)
loss = (square + cube).sum() + (weight * 0).sum()
