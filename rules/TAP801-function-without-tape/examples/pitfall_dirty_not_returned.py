"""What is marked as changed in place must be a result, too."""

# torch: raises RuntimeError: Some elements marked as dirty
import torch


class Counted(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, counter):
        counter.add_(1)
        ctx.mark_dirty(counter)  # expect: TAP801
        return x * 2

    @staticmethod
    def backward(ctx, grad_output):
        return grad_output * 2, None


weight = torch.tensor([3.0], requires_grad=True)  # parameter
loss = Counted.apply(weight, torch.zeros(1)).sum()
