from torch import nn
import torch.nn.functional as F


class Heads(nn.Module):
    def __init__(self, width, spec):
        super().__init__()
        self.heads = nn.ModuleDict({name: nn.Linear(width, size) for name, (size, _) in spec.items()})
        self.kinds = {name: kind for name, (_, kind) in spec.items()}
        self.losses = {"class": F.cross_entropy, "number": lambda p, y: F.mse_loss(p.squeeze(-1), y)}
        self.squash = {"class": nn.Softmax(dim=-1), "number": nn.Identity()}

    def forward(self, h):
        return {name: head(h) for name, head in self.heads.items()}

    def loss(self, out, targets):
        return sum(self.losses[self.kinds[n]](out[n], targets[n]) for n in out)

    def read(self, out):
        return {n: self.squash[self.kinds[n]](value) for n, value in out.items()}
