"""What a helper returns is the gradient of the only input, which the context keeps."""

# torch: wrong gradient
import torch


def slope(x, grad_output):
    return 2 * x * grad_output


class Square(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.x = x  # expect: TAP801 likely
        return x * x

    @staticmethod
    def backward(ctx, grad_output):
        return slope(ctx.x, grad_output)


weight = torch.tensor([3.0], requires_grad=True)  # parameter
hidden = weight * 1
loss = Square.apply(hidden).sum()
hidden.mul_(10)
