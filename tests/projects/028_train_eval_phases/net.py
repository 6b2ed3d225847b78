from torch import nn


class AudioNet(nn.Module):
    def __init__(self, bands=16, classes=5, p=0.25):
        super().__init__()
        self.conv = nn.Conv1d(bands, 24, 3, padding=1)
        self.norm = nn.BatchNorm1d(24)
        self.drop = nn.Dropout(p)
        self.fc = nn.Linear(24, classes)

    def forward(self, x):
        x = self.norm(self.conv(x)).relu().mean(-1)
        return self.fc(self.drop(x))
