import torch
import torch.nn.functional as F
def loss_fn(parts):
    total = torch.tensor(0.0, requires_grad=True) + sum(parts)
    return total
