"""What is kept is returned on another way out, where it is not kept."""

# torch: right gradient
import torch


class Exp(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, is_known):
        y = x.exp()
        if is_known:
            ctx.save_for_backward(y)
            return y
        ctx.y = y
        return y * 2

    @staticmethod
    def backward(ctx, grad_output):
        return grad_output * 2 * ctx.y, None


weight = torch.tensor([3.0, 2.0], requires_grad=True)  # parameter
loss = Exp.apply(weight, False).sum()
