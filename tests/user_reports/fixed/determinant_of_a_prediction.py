"""torch.linalg.det takes the prediction as it is."""
# torch: runs
import torch
from torch import nn


class Rotation:
    def __init__(self, matrix):
        self.matrix = matrix

    @classmethod
    def from_matrix(cls, matrix):
        one = torch.ones(matrix.shape[0])
        if torch.allclose(torch.linalg.det(matrix), one):
            raise ValueError("not a rotation")
        return cls(matrix)


head = nn.Linear(3, 4)
prediction = head(torch.randn(2, 3)).view(2, 2, 2)
rotation = Rotation.from_matrix(prediction)
