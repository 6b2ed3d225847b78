"""A function that detaches its argument at one place, and not at another, is given a history."""

# torch: runs
import torch
from torch import nn

maker, judge = nn.Linear(2, 2), nn.Sequential(nn.Linear(2, 4), nn.Tanh(), nn.Linear(4, 1))


class Training:
    def __init__(self, critic):
        self.critic = critic

    def penalty(self, real, fake):
        between = 0.5 * real + 0.5 * fake
        score = self.critic(between)
        slope = torch.autograd.grad(score.sum(), between, create_graph=True)[0]
        return (slope.norm(dim=1) - 1).pow(2).mean()

    def step(self, real, fake):
        loss = self.critic(fake.detach()).mean() - self.critic(real).mean()
        loss = loss + self.penalty(real, fake)
        loss.backward(retain_graph=True)


training = Training(judge)
fake = maker(torch.randn(5, 2))
for real in torch.randn(3, 5, 2):
    getattr(training, "step")(real, fake)
