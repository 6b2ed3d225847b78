"""A list of one hides a teacher from `state_dict` on purpose; it may be frozen, too."""

# torch: runs
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.student = nn.Linear(4, 4)
        self.teacher = [nn.Linear(4, 4)]
        self.others = [nn.Linear(4, 4).requires_grad_(False) for _ in range(2)]

    def forward(self, x):
        return self.student(x) - self.teacher[0](x).detach() - self.others[0](x)


assert len(list(Net().parameters())) == 2
