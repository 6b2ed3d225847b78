from torch import nn


class PointNet(nn.Module):
    def __init__(self, classes):
        super().__init__()
        self.local = nn.Sequential(nn.Linear(3, 32), nn.ReLU(), nn.Linear(32, 32))
        self.head = nn.Linear(32, classes)

    def forward(self, points):
        return self.head(self.local(points).amax(dim=1))
