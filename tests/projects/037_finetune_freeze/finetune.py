from torch import nn

from backbone import pretrained_backbone


class FineTuneModel(nn.Module):
    def __init__(self, classes, freeze_backbone=True):
        super().__init__()
        self.backbone = pretrained_backbone()
        self.head = nn.Linear(16, classes)
        if freeze_backbone:
            self.freeze()

    def freeze(self):
        self.backbone.requires_grad = False

    def forward(self, x):
        return self.head(self.backbone(x))
