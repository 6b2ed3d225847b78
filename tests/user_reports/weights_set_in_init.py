"""A module fills its own weights in __init__ with methods that change them in place."""
# torch: raises RuntimeError: a leaf Variable that requires grad is being used in an in-place operation
# report: https://discuss.pytorch.org/t/leaf-variable-was-used-in-an-inplace-operation/308
import torch
from torch import nn


class Layer(nn.Module):
    def __init__(self, size):
        super().__init__()
        self.weight = nn.Parameter(torch.empty(size, size))
        self.bias = nn.Parameter(torch.empty(size))
        self.reset_parameters(1.0 / size)

    def reset_parameters(self, spread):
        self.weight.uniform_(-spread, spread)  # expect: TAP201
        self.bias.zero_()  # expect: TAP201


layer = Layer(3)
