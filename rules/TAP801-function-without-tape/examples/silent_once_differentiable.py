"""Decorators, numpy in `forward`, and gradients that are asked for one by one."""

# torch: right gradient
import torch
from torch.autograd.function import once_differentiable


class Product(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, y):
        ctx.save_for_backward(x, y)
        return torch.from_numpy(x.numpy() * y.numpy())

    @staticmethod
    @once_differentiable
    def backward(ctx, grad_output):
        x, y = ctx.saved_tensors
        grad_x = grad_y = None
        if ctx.needs_input_grad[0]:
            grad_x = grad_output * y
        if ctx.needs_input_grad[1]:
            grad_y = grad_output * x
        return grad_x, grad_y


weight = torch.tensor([3.0, 2.0], requires_grad=True)  # parameter
loss = Product.apply(weight, torch.ones(2)).sum()
