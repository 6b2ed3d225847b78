"""Nothing tells what kind of object has this data."""

# torch: runs
from types import SimpleNamespace

import torch


def mask_first(batch, settings):
    batch.data[0] = 0
    batch.data = list(batch.data)
    settings.data["masked"] = True
    return torch.tensor(batch.data)


mask_first(SimpleNamespace(data=[1, 2]), SimpleNamespace(data={}))
