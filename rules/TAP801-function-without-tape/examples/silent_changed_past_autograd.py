"""A change through `.data` goes around autograd on purpose."""

# torch: runs
import torch


class Put(torch.autograd.Function):
    @staticmethod
    def forward(ctx, scratch, value):
        scratch.data[0] = value
        return scratch

    @staticmethod
    def backward(ctx, grad_scratch):
        return grad_scratch, grad_scratch[0]


scratch = Put.apply(torch.zeros(3), torch.ones(1, requires_grad=True)[0])
assert scratch.requires_grad
