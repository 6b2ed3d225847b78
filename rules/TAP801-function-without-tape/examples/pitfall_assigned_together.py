"""Both are kept on the context by one assignment: the result keeps its graph."""

# torch: runs
import gc
import weakref

import torch


class Swish(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        gate = torch.sigmoid(x)
        y = x * gate
        ctx.gate, ctx.y = gate, y  # expect: TAP801
        return y

    @staticmethod
    def backward(ctx, grad_output):
        return grad_output * (ctx.gate + ctx.y * (1 - ctx.gate))


gc.disable()
x = torch.ones(3, requires_grad=True)
y = Swish.apply(x)
y.sum().backward()
graph = weakref.ref(y.grad_fn)
del y
assert graph() is not None
