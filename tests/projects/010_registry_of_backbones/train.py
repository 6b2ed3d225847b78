import torch
from torch import nn

import backbones  # noqa: F401
from registry import build

CONFIGS = [{"type": "mlp", "sizes": [5, 16, 8]}, {"type": "gated", "sizes": [5, 16, 8]}]


class Classifier(nn.Module):
    def __init__(self, cfg, classes):
        super().__init__()
        self.backbone = build(cfg)
        self.head = nn.Linear(cfg["sizes"][-1], classes)

    def forward(self, x):
        return self.head(self.backbone(x))


def run(cfg):
    x = torch.randn(60, 5)
    y = (x[:, 0] > 0).long() + (x[:, 1] > 0).long()
    model = Classifier(cfg, 3)
    opt = torch.optim.Adam(model.parameters(), lr=0.01)
    for _ in range(20):
        loss = nn.functional.cross_entropy(model(x), y)
        opt.zero_grad()
        loss.backward()
        opt.step()
    return loss.item()


if __name__ == "__main__":
    for cfg in CONFIGS:
        print(cfg["type"], run(cfg))
