"""The same in a `setup_context`, which gets the result as its last argument."""

# torch: runs
import gc
import weakref

import torch


class Exp(torch.autograd.Function):
    @staticmethod
    def forward(x):
        return x.exp()

    @staticmethod
    def setup_context(ctx, inputs, output):
        ctx.y = output  # expect: TAP801

    @staticmethod
    def backward(ctx, grad_output):
        return grad_output * ctx.y


gc.disable()
x = torch.ones(3, requires_grad=True)
y = Exp.apply(x)
graph = weakref.ref(y.grad_fn)
del y
assert graph() is not None
