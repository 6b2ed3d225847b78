"""exp saves its result; the lower bound is then set in place and the scale returned."""

# torch: raises RuntimeError: has been modified by an inplace operation
import torch


def scale_of(log_std):
    std = log_std.exp()
    std.clamp_(min=1e-3)  # expect: TAP202
    return std


log_std = torch.zeros(2, requires_grad=True)
(scale_of(log_std) * torch.tensor([1.0, 2.0])).sum().backward()
