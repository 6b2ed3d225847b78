"""`backward` lets go of what it was kept for."""

# torch: runs
import gc
import weakref

import torch


class Exp(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        y = x.exp()
        ctx.y = y
        return y

    @staticmethod
    def backward(ctx, grad_output):
        y = ctx.y
        del ctx.y
        return grad_output * y


gc.disable()
x = torch.ones(3, requires_grad=True)
y = Exp.apply(x)
y.sum().backward()
graph = weakref.ref(y.grad_fn)
del y
assert graph() is None
