import torch
from torch import nn


def repack(module: nn.Linear, pack, other):
    module.weight.data, metadata = pack(module.weight.data)
    module.weight.data, module.bias.data = torch.zeros(2, 2), other  # expect: TAP302 likely, TAP302 likely
    return metadata
