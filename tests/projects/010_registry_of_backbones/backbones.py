from torch import nn

from registry import register


@register("mlp")
class MLPBackbone(nn.Module):
    def __init__(self, sizes):
        super().__init__()
        self.sizes = list(sizes)
        layers = []
        for a, b in zip(sizes, sizes[1:]):
            layers += [nn.Linear(a, b), nn.ReLU()]
        self.net = nn.Sequential(*layers)

    def forward(self, x):
        return self.net(x)


@register("gated")
class GatedBackbone(nn.Module):
    def __init__(self, sizes):
        super().__init__()
        self.names = [f"gate{i}" for i in range(len(sizes) - 1)]
        pairs = list(zip(sizes, sizes[1:]))
        self.values = nn.ModuleList([nn.Linear(a, b) for a, b in pairs])
        for name, (a, b) in zip(self.names, pairs):
            self.add_module(name, nn.Linear(a, b))

    def forward(self, x):
        for name, value in zip(self.names, self.values):
            x = value(x) * getattr(self, name)(x).sigmoid()
        return x
