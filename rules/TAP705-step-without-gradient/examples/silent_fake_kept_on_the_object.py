"""One method keeps the fake, another one trains with it."""

# torch: runs
import torch
from torch import nn

class Gan:
    def __init__(self):
        self.generator, self.discriminator = nn.Linear(2, 4), nn.Linear(4, 1)
        self.optimizer = torch.optim.SGD(self.generator.parameters(), lr=0.1)
        self.optimizer_d = torch.optim.SGD(self.discriminator.parameters(), lr=0.1)

    def forward(self, noise):
        self.fake = self.generator(noise)

    def backward_generator(self):
        self.optimizer.zero_grad()
        loss = -self.discriminator(self.fake).mean()
        loss.backward()
        self.optimizer.step()


gan = Gan()
gan.forward(torch.randn(8, 2))
gan.backward_generator()
