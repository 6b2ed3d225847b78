import torch
from torch import Tensor


class Integral(torch.autograd.Function):
    @staticmethod
    def forward(ctx, f, a: Tensor, *phi: Tensor):
        ctx.f = f
        ctx.save_for_backward(a, *phi)
        return Integral.quadrature(f, a)

    @staticmethod
    def backward(ctx, grad_area):
        a, *phi = ctx.saved_tensors
        with torch.enable_grad():
            area = Integral.quadrature(ctx.f, a)
        return (None, None, *torch.autograd.grad(area, phi, grad_area))

    @staticmethod
    def quadrature(f, a: Tensor) -> Tensor:
        return a * f(a)


w = torch.ones(3, requires_grad=True)


class Unrecorded(torch.autograd.Function):
    @staticmethod
    def backward(ctx, grad_area):
        area = w * 2
        return torch.autograd.grad(area, w, grad_area)  # expect: TAP104
