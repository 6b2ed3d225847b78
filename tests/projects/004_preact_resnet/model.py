from torch import nn

from layers import BLOCKS


class EcgNet(nn.Module):
    """Classifies beats of one lead."""

    def __init__(self, kind="pre", width=12, depth=2, classes=4):
        super().__init__()
        block = BLOCKS[kind]
        self.stem = nn.Conv1d(1, width, 7, stride=2, padding=3)
        self.blocks = nn.ModuleList([block(width) for _ in range(depth)])
        self.head = nn.Linear(width, classes)

    def forward(self, x):
        x = self.stem(x)
        for block in self.blocks:
            x = block(x)
        return self.head(x.mean(-1))
