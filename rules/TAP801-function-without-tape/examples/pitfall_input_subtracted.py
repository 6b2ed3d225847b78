"""A shift for numbers that do not overflow also shifts what the caller goes on with."""

# torch: wrong gradient
import torch


class Softmax(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        x -= x.max()  # expect: TAP801 likely
        chances = x.exp() / x.exp().sum()
        ctx.save_for_backward(chances)
        return chances

    @staticmethod
    def backward(ctx, grad_output):
        (chances,) = ctx.saved_tensors
        return chances * (grad_output - (grad_output * chances).sum())


weight = torch.tensor([1.0, 2.0], requires_grad=True)  # parameter
scores = weight * 1
chances = Softmax.apply(scores)
loss = (chances * scores).sum()
