"""A book's example sets the numbers of a convolution's kernel one by one."""
# torch: raises RuntimeError: a view of a leaf Variable that requires grad is being used in an in-place operation
# report: https://github.com/YutaroOgawa/pytorch_advanced/issues/160
import torch
from torch import nn

transposed = nn.ConvTranspose2d(1, 1, 2, bias=False)
for row in range(2):
    for column in range(2):
        transposed.weight[0, 0, row, column] = 2.0 * row + column  # expect: TAP201
