import torch.nn as nn

from blocks import BasicBlock

DEPTHS = {"tiny": [8, 16], "small": [8, 16, 32]}


class ResNet(nn.Module):
    def __init__(self, variant, n_classes):
        super().__init__()
        widths = DEPTHS[variant]
        self.stem = nn.Conv2d(3, widths[0], 3, padding=1)
        stages, cin = [], widths[0]
        for i, w in enumerate(widths):
            stages.append(BasicBlock(cin, w, stride=1 if i == 0 else 2))
            cin = w
        self.stages = nn.Sequential(*stages)
        self.pool = nn.AdaptiveAvgPool2d(1)
        self.fc = nn.Linear(cin, n_classes)

    def forward(self, x):
        x = self.pool(self.stages(self.stem(x))).flatten(1)
        return self.fc(x)


def build(name, n_classes=10):
    return ResNet(name, n_classes)
