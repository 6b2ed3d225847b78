"""The critic judges the code again, detached."""
# torch: runs
import torch
import torch.nn.functional as F
from torch import nn


def network(inputs, outputs):
    return nn.Sequential(nn.Linear(inputs, 4), nn.LeakyReLU(), nn.Linear(4, outputs))


class Training:
    def __init__(self):
        self.encoder = network(3, 2)
        self.critic = network(2, 2)
        self.encoder_optimizer = torch.optim.Adam(self.encoder.parameters())
        self.critic_optimizer = torch.optim.Adam(self.critic.parameters())

    def round(self, first, second):
        code = self.encoder(first)
        verdict = self.critic(code)
        dependence = (verdict[:, 0] - verdict[:, 1]).mean()
        encoder_loss = code.square().mean() + dependence
        self.encoder_optimizer.zero_grad()
        encoder_loss.backward()
        self.encoder_optimizer.step()

        shuffled = self.encoder(second)[torch.randperm(4)].detach()
        verdict = self.critic(code.detach())
        joint = F.cross_entropy(verdict, torch.zeros(4, dtype=torch.long))
        product = F.cross_entropy(self.critic(shuffled), torch.ones(4, dtype=torch.long))
        self.critic_optimizer.zero_grad()
        (joint + product).backward()
        self.critic_optimizer.step()


training = Training()
for first, second in torch.randn(2, 2, 4, 3):
    training.round(first, second)
