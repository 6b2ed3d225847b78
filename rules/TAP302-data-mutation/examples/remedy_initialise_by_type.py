"""nn.init takes the parameter itself."""

# torch: runs
import torch.nn as nn


def initialise(m):
    if isinstance(m, nn.Linear):
        nn.init.normal_(m.weight, mean=0.0, std=0.02)
        if m.bias is not None:
            nn.init.zeros_(m.bias)
    elif isinstance(m, (nn.LayerNorm, nn.BatchNorm1d)):
        nn.init.ones_(m.weight)


nn.Sequential(nn.Linear(2, 2), nn.LayerNorm(2)).apply(initialise)
