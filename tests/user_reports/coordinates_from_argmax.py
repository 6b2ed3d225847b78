"""Coordinates are read off with argmax, scaled, and given to a loss."""
# torch: raises RuntimeError: element 0 of tensors does not require grad
# report: https://github.com/LZGMatrix/BOP19_CDPN_2019ICCV/issues/4
import torch
import torch.nn.functional as F
from torch import nn

head = nn.Conv2d(1, 192, 1)
maps = head(torch.randn(1, 1, 4, 4)).squeeze(0)
x, y, z = maps.split(64)
coordinates = torch.stack([x.argmax(dim=0), y.argmax(dim=0), z.argmax(dim=0)], dim=2)
coordinates[coordinates == 63] = 0
coordinates = 2.0 * coordinates.float() / 62.0 - 1.0
loss = F.l1_loss(coordinates, torch.zeros(4, 4, 3))
loss.backward()  # expect: TAP104
