"""Each result has a gradient of its own, those that nobody uses as well."""

# torch: raises TypeError: takes 2 positional arguments but 3 were given
import torch


class Largest(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        value, index = x.max(0)
        ctx.index = index
        ctx.size = len(x)
        ctx.mark_non_differentiable(index)
        return value, index  # expect: TAP801

    @staticmethod
    def backward(ctx, grad_value):
        grad_input = grad_value.new_zeros(ctx.size)
        grad_input[ctx.index] = grad_value
        return grad_input


weight = torch.tensor([1.0, 3.0], requires_grad=True)  # parameter
loss, _ = Largest.apply(weight)
loss.backward()
