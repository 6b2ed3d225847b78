"""One `return` is for inference alone, and has a result more."""

# torch: right gradient
import torch


class Exp(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, with_input):
        y = x.exp()
        if with_input:
            return y, x.clone()
        ctx.save_for_backward(y)
        return y * 1

    @staticmethod
    def backward(ctx, grad_output):
        (y,) = ctx.saved_tensors
        return grad_output * y, None


weight = torch.tensor([3.0, 2.0], requires_grad=True)  # parameter
with torch.no_grad():
    y, x = Exp.apply(weight, True)
loss = Exp.apply(weight, False).sum()
