"""A predicted rotation is checked with numpy's determinant inside a loss."""
# torch: raises RuntimeError: Can't call numpy() on Tensor that requires grad
# report: https://github.com/utiasSTARS/liegroups/issues/4
import numpy as np
import torch
from torch import nn


class Rotation:
    def __init__(self, matrix):
        self.matrix = matrix

    @classmethod
    def from_matrix(cls, matrix):
        if not np.isclose(np.linalg.det(matrix), 1.0).all():  # expect: TAP105
            raise ValueError("not a rotation")
        return cls(matrix)


head = nn.Linear(3, 4)
prediction = head(torch.randn(2, 3)).view(2, 2, 2)
rotation = Rotation.from_matrix(prediction)
