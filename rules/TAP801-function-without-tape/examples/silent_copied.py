"""What is changed is the function's own: a clone, a buffer, a new name."""

# torch: right gradient
import torch


class Clipped(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, counter):
        counter += 1
        ctx.save_for_backward(x)
        x = x.clone()
        x[x < 0] = 0
        return x

    @staticmethod
    def backward(ctx, grad_output):
        (x,) = ctx.saved_tensors
        grad_input = grad_output.clone()
        grad_input[x < 0] = 0
        return grad_input, None


weight = torch.tensor([3.0, -2.0], requires_grad=True)  # parameter
counter = torch.zeros(1)
loss = Clipped.apply(weight, counter).sum()
