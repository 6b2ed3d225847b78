"""The list has a name, and is one value for autograd all the same."""

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
        gradients = [grad_output * y]
        gradients.append(grad_output * x)
        return gradients  # expect: TAP801


weight = torch.tensor([1.0, 2.0], requires_grad=True)  # parameter
loss = Product.apply(weight, weight).sum()
loss.backward()
