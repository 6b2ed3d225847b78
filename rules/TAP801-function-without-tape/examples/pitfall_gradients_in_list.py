"""A list is one value for autograd, and none that it can use."""

# torch: raises RuntimeError: returned an incorrect number of gradients
import torch


class Product(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, y):
        ctx.save_for_backward(x, y)
        return x * y

    @staticmethod
    def backward(ctx, grad_output):
        x, y = ctx.saved_tensors
        return [grad_output * y, grad_output * x]  # expect: TAP801


weight = torch.tensor([1.0, 2.0], requires_grad=True)  # parameter
loss = Product.apply(weight, weight).sum()
loss.backward()
