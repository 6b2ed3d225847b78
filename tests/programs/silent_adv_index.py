import torch
def scale(w: torch.Tensor, idx):
    rows = w.data[idx]
    rows.mul_(2)
    return rows
