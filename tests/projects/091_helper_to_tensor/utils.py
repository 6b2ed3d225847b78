import random

import torch


def seed_everything(seed):
    random.seed(seed)
    torch.manual_seed(seed)


def to_tensor(values):
    return torch.tensor(values, dtype=torch.float32)
