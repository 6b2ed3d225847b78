import torch
import torch.nn.functional as F


class MultiTaskLoss:
    def __init__(self, weights):
        self.names = list(weights)
        self.weights = torch.tensor([weights[n] for n in self.names])

    def __call__(self, outputs, targets):
        parts = []
        for name in self.names:
            if targets[name].dtype == torch.long:
                parts.append(F.cross_entropy(outputs[name], targets[name]))
            else:
                parts.append(F.mse_loss(outputs[name].squeeze(-1), targets[name]))
        return (self.weights * torch.tensor(parts)).sum()


def l2_penalty(model, scale):
    return scale * sum(p.pow(2).sum() for p in model.parameters())
