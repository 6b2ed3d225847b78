"""An adversarial and a reconstruction loss of one forward are backpropagated one after the other."""
# torch: raises RuntimeError: Trying to backward through the graph a second time
# report: https://github.com/naver-ai/StyleMapGAN/issues/16
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
(0.5 * fooled).backward()
(2.0 * found).backward()  # expect: TAP501
optimizer.step()
