"""`backward` still returns the gradient of a bias that `forward` does not take any more."""

# torch: raises RuntimeError: returned an incorrect number of gradients
import torch


class Product(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, weight):
        ctx.save_for_backward(x, weight)
        return x @ weight

    @staticmethod
    def backward(ctx, grad_output):
        x, weight = ctx.saved_tensors
        grad_bias = grad_output.clone()
        return grad_output @ weight.T, x.T @ grad_output, grad_bias  # expect: TAP801


weight = torch.ones(2, 3, requires_grad=True)  # parameter
loss = Product.apply(torch.ones(4, 2), weight).sum()
loss.backward()
