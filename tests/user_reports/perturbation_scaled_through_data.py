"""A perturbation is scaled through .data channel by channel, and a power that has saved it does not know."""
# torch: wrong gradient
# report: https://github.com/OmidPoursaeed/Generative_Adversarial_Perturbations/issues/4
import torch
from torch import nn

netG = nn.Linear(3, 6)  # parameter
delta = netG(torch.ones(1, 3)).view(1, 3, 2)
strength = delta.square().sum()
for channel in range(3):
    delta.data[:, channel] *= 0.5  # expect: TAP301
loss = strength + delta.sum()
loss.backward()
