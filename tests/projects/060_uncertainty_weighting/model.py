from torch import nn


class DepthAndSeg(nn.Module):
    def __init__(self):
        super().__init__()
        self.enc = nn.Sequential(nn.Conv2d(3, 8, 3, padding=1), nn.ReLU())
        self.depth = nn.Conv2d(8, 1, 1)
        self.seg = nn.Conv2d(8, 4, 1)

    def forward(self, x):
        h = self.enc(x)
        return {"depth": self.depth(h), "seg": self.seg(h)}
