"""The input is changed before the backward, and no version counter is asked."""

# torch: wrong gradient
import torch


class Square(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.x = x  # expect: TAP801 likely
        return x * x

    @staticmethod
    def backward(ctx, grad_output):
        return 2 * ctx.x * grad_output


weight = torch.tensor([3.0], requires_grad=True)  # parameter
hidden = weight * 1
loss = Square.apply(hidden).sum()
hidden.mul_(10)
