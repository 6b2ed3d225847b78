"""The result keeps its graph, and the graph keeps the result: only the collector frees them."""

# torch: runs
import gc
import weakref

import torch


class Exp(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        y = x.exp()
        ctx.y = y  # expect: TAP801
        return y

    @staticmethod
    def backward(ctx, grad_output):
        return grad_output * ctx.y


gc.disable()
x = torch.ones(3, requires_grad=True)
y = Exp.apply(x)
y.sum().backward()
graph = weakref.ref(y.grad_fn)
del y
assert graph() is not None
