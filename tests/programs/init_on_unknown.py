import torch
from torch import nn
def init(m):
    if hasattr(m, "weight"):
        nn.init.zeros_(m.weight.data)  # expect: TAP302
