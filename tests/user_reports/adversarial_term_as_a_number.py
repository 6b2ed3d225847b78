"""The adversarial term is reassigned to its number for the log, before it enters the loss."""
# torch: wrong gradient
# report: https://github.com/guopengf/FL-MRCM/issues/10
import torch
import torch.nn.functional as F
from torch import nn

generator = nn.Linear(2, 2)  # parameter
critic = nn.Linear(2, 1)
history = []
target = torch.randn(3, 2)
image = generator(torch.randn(3, 2))
loss_adv = F.softplus(-critic(image)).mean()
loss_adv = loss_adv.detach().item()
history.append(loss_adv)
loss = F.l1_loss(image, target) + 0.1 * loss_adv  # expect: TAP104 likely
loss.backward()
