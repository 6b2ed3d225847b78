from torch import nn

from blocks import Stack


class TimeSeriesTransformer(nn.Module):
    def __init__(self, cfg):
        super().__init__()
        self.stack = Stack(cfg["dim"], cfg["heads"], cfg["depth"], cfg["checkpointing"])
        self.head = nn.Linear(cfg["dim"], 1)

    def forward(self, x):
        return self.head(self.stack(x)[:, -1])
