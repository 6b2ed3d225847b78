"""A penalty on the weights of an embedding with max_norm is computed before the lookup."""
# torch: raises RuntimeError: modified by an inplace operation
# report: https://github.com/pytorch/pytorch/pull/45595
import torch
import torch.nn.functional as F
from torch import nn


class Relations(nn.Module):
    def __init__(self):
        super().__init__()
        self.entities = nn.Parameter(torch.randn(4, 3))

    def forward(self, head, tail):
        penalty = self.entities.square().sum()  # expect: TAP203
        head = F.embedding(head, self.entities, max_norm=1.0)
        tail = F.embedding(tail, self.entities, max_norm=1.0)
        return (head - tail).norm(dim=-1).sum() + 0.1 * penalty


loss = Relations()(torch.tensor([0, 1]), torch.tensor([2, 3]))
loss.backward()
