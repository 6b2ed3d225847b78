"""One image is generated, and the generator takes several steps on it."""
# torch: raises RuntimeError: modified by an inplace operation
# report: https://github.com/tamarott/SinGAN/issues/148
import torch
from torch import nn


def network(inputs, outputs):
    return nn.Sequential(nn.Linear(inputs, 4), nn.LeakyReLU(0.2), nn.Linear(4, outputs))


def train_one_scale(generator, critic, steps):
    optimizer = torch.optim.Adam(generator.parameters(), lr=5e-4)
    image = generator(torch.randn(4, 2))
    for _ in range(steps):
        optimizer.zero_grad()
        loss = -critic(image).mean()
        loss.backward(retain_graph=True)
        optimizer.step()  # expect: TAP204


critic = network(3, 1)
of_critic = torch.optim.Adam(critic.parameters(), lr=5e-4)  # steps elsewhere
train_one_scale(network(2, 3), critic, steps=3)
