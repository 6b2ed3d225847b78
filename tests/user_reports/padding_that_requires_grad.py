"""The zeros that fill up a matrix of axes require grad, and nobody holds them."""
# torch: right gradient
# report: https://github.com/pytorch/pytorch/issues/4071
import torch
from torch.autograd import Variable

point = torch.tensor([3.0, 4.0, 2.0], requires_grad=True)  # parameter
unit = point / point.norm()
axes = torch.stack(
    [
        unit,
        Variable(torch.zeros(3), requires_grad=True),  # expect: TAP102
        Variable(torch.zeros(3), requires_grad=True),  # expect: TAP102
    ],
    dim=1,
)
loss = torch.matmul(point, axes)[0]
loss.backward()
