from torch import nn


class PreActBlock(nn.Module):
    def __init__(self, c):
        super().__init__()
        self.bn1, self.bn2 = nn.BatchNorm1d(c), nn.BatchNorm1d(c)
        self.conv1 = nn.Conv1d(c, c, 3, padding=1)
        self.conv2 = nn.Conv1d(c, c, 3, padding=1)
        self.act = nn.ReLU()

    def forward(self, x):
        h = self.conv1(self.act(self.bn1(x)))
        h = self.conv2(self.act(self.bn2(h)))
        h += x
        return h


class PostActBlock(nn.Module):
    def __init__(self, c):
        super().__init__()
        self.conv, self.bn = nn.Conv1d(c, c, 5, padding=2), nn.BatchNorm1d(c)
        self.act = nn.ReLU(inplace=True)

    def forward(self, x):
        out = self.bn(self.conv(x))
        out += x
        return self.act(out)


BLOCKS = {"pre": PreActBlock, "post": PostActBlock}
