"""`forward` takes a tensor and a number, and `backward` returns one gradient."""

# torch: raises RuntimeError: returned an incorrect number of gradients
import torch


class Scale(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, factor):
        ctx.factor = factor
        return x * factor

    @staticmethod
    def backward(ctx, grad_output):
        return grad_output * ctx.factor  # expect: TAP801


weight = torch.tensor([1.0, 2.0], requires_grad=True)  # parameter
loss = Scale.apply(weight, 3.0).sum()
loss.backward()
