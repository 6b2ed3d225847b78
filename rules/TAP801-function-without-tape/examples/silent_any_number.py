"""`*args` takes any number, and what is returned is built in a variable."""

# torch: right gradient
import torch


class Total(torch.autograd.Function):
    @staticmethod
    def forward(ctx, factor, *tensors):
        ctx.factor, ctx.count = factor, len(tensors)
        return sum(tensors) * factor

    @staticmethod
    def backward(ctx, grad_output):
        gradients = [grad_output * ctx.factor for _ in range(ctx.count)]
        return (None, *gradients)


class Mean(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, y):
        return (x + y) / 2

    @staticmethod
    def backward(ctx, grad_output):
        gradients = (grad_output / 2,)
        if ctx.needs_input_grad[1]:
            gradients = gradients + (grad_output / 2,)
        else:
            gradients += (None,)
        return gradients


weight = torch.tensor([3.0], requires_grad=True)  # parameter
loss = (Total.apply(2.0, weight, weight) + Mean.apply(weight, torch.ones(1))).sum()
