from torch import nn


class MultiTaskNet(nn.Module):
    def __init__(self, n_in, tasks):
        super().__init__()
        self.shared = nn.Sequential(nn.Linear(n_in, 24), nn.ReLU())
        self.heads = nn.ModuleDict({name: nn.Linear(24, size) for name, size in tasks.items()})

    def forward(self, x):
        h = self.shared(x)
        return {name: head(h) for name, head in self.heads.items()}
