"""The method `softmax` of something that is handed in: only tensors have it, with a dimension."""

# torch: runs
import torch
import torch.nn.functional as F
from torch import nn


def distilled(student, labels):
    return F.cross_entropy(student.softmax(dim=1), labels)  # expect: TAP407


class Loss(nn.Module):
    def __init__(self):
        super().__init__()
        self.hard = nn.BCEWithLogitsLoss()

    def forward(self, scores, target):
        return self.hard(scores.sigmoid(), target)  # expect: TAP407


if __name__ == "__main__":
    scores = torch.tensor([[9.0, 0.0]])
    right, softened = F.cross_entropy(scores, torch.tensor([0])), distilled(scores, torch.tensor([0]))
    assert right < 0.001 < 0.3 < softened
    assert Loss()(scores, torch.tensor([[1.0, 0.0]])) > 0.4 > 0.35
