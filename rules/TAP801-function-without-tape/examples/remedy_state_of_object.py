"""The factor is an argument, and lies on the context."""

# torch: runs
import torch


class Reverse(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, factor):
        ctx.factor = factor
        return x * factor

    @staticmethod
    def backward(ctx, grad_output):
        return grad_output * -ctx.factor, None


weight = torch.tensor([3.0], requires_grad=True)
loss = Reverse.apply(weight, 2.0).sum()
loss.backward()
assert weight.grad.item() == -2
