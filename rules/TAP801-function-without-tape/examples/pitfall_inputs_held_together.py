"""A tuple on the context keeps its tensors as an attribute for each would."""

# torch: wrong gradient
import torch


class Product(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, y):
        ctx.inputs = (x, y)  # expect: TAP801 likely
        return x * y

    @staticmethod
    def backward(ctx, grad_output):
        x, y = ctx.inputs
        return grad_output * y, grad_output * x


weight = torch.tensor([3.0], requires_grad=True)  # parameter
scale = torch.tensor([2.0])
loss = Product.apply(weight, scale).sum()
scale.mul_(10)
