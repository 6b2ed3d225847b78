"""One backward for the sum."""
# torch: runs
import torch
from torch import nn


class Styles(nn.Module):
    def __init__(self):
        super().__init__()
        self.style = nn.Sequential(nn.Linear(2, 4), nn.LeakyReLU(), nn.Linear(4, 3))
        self.draw = nn.Linear(3, 5)
        self.read = nn.Linear(5, 3)
        self.judge = nn.Linear(5, 1)

    def forward(self, noise):
        style = self.style(noise)
        image = self.draw(style)
        return nn.functional.softplus(-self.judge(image)).mean(), (self.read(image) - style).norm()


styles = Styles()
optimizer = torch.optim.Adam(styles.parameters())
fooled, found = styles(torch.randn(4, 2))
optimizer.zero_grad()
(0.5 * fooled + 2.0 * found).backward()
optimizer.step()
