import torch


def pinball_loss(pred, target, quantiles):
    q = torch.tensor(quantiles)
    error = target.unsqueeze(-1) - pred
    return torch.maximum(q * error, (q - 1) * error).mean()
