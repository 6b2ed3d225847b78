"""An adversarial image is brought into range through .data, so that the gradient ignores the clamp."""
# torch: wrong gradient
# report: https://github.com/OmidPoursaeed/Generative_Adversarial_Perturbations/issues/4
import torch
from torch import nn

netG = nn.Linear(3, 6)  # parameter
image = torch.rand(1, 3, 2)
recons = netG(torch.ones(1, 3)).view(1, 3, 2) + image
for channel in range(3):
    recons.data[:, channel].clamp_(0.0, 1.0)  # expect: TAP301
loss = recons.square().sum()
loss.backward()
