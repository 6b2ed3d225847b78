"""Functions with `setup_context`, `jvp` and `vmap` keep to the contract in their own way."""

# torch: right gradient
import torch


class Square(torch.autograd.Function):
    generate_vmap_rule = True

    @staticmethod
    def forward(x, power):
        return x**power

    @staticmethod
    def setup_context(ctx, inputs, output):
        x, power = inputs
        ctx.save_for_backward(x)
        ctx.save_for_forward(x)
        ctx.power = power

    @staticmethod
    def backward(ctx, grad_output):
        (x,) = ctx.saved_tensors
        return grad_output * ctx.power * x ** (ctx.power - 1), None

    @staticmethod
    def jvp(ctx, tangent, _):
        (x,) = ctx.saved_tensors
        return tangent * ctx.power * x ** (ctx.power - 1)


weight = torch.tensor([3.0, 2.0], requires_grad=True)  # parameter
loss = Square.apply(weight, 2).sum()
