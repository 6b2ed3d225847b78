"""One gradient for each argument of `forward`."""

# torch: right gradient
import torch


class Product(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, weight):
        ctx.save_for_backward(x, weight)
        return x @ weight

    @staticmethod
    def backward(ctx, grad_output):
        x, weight = ctx.saved_tensors
        return grad_output @ weight.T, x.T @ grad_output


weight = torch.ones(2, 3, requires_grad=True)  # parameter
loss = Product.apply(torch.ones(4, 2), weight).sum()
