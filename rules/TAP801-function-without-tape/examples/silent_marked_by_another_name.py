"""The input that is marked is returned by another name."""

# torch: right gradient
import torch


class Clamp(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, inplace):
        if inplace:
            ctx.mark_dirty(x)
            output = x
        else:
            output = x.clone()
        ctx.save_for_backward(output > 0)
        output.clamp_(min=0)
        return output

    @staticmethod
    def backward(ctx, grad_output):
        (mask,) = ctx.saved_tensors
        return grad_output * mask, None


weight = torch.tensor([3.0, -2.0], requires_grad=True)  # parameter
loss = Clamp.apply(weight * 1, True).sum()
