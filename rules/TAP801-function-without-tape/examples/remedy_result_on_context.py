"""`save_for_backward` keeps the result without a cycle."""

# torch: runs
import gc
import weakref

import torch


class Exp(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        y = x.exp()
        ctx.save_for_backward(y)
        return y

    @staticmethod
    def backward(ctx, grad_output):
        (y,) = ctx.saved_tensors
        return grad_output * y


gc.disable()
x = torch.ones(3, requires_grad=True)
y = Exp.apply(x)
y.sum().backward()
graph = weakref.ref(y.grad_fn)
del y
assert graph() is None
