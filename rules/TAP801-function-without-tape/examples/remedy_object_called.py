"""The class itself applies the function."""

# torch: runs
import torch


class Sign(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        return x.sign()

    @staticmethod
    def backward(ctx, grad_output):
        return grad_output


weight = torch.tensor([3.0], requires_grad=True)
loss = Sign.apply(weight).sum()
loss.backward()
assert weight.grad is not None
