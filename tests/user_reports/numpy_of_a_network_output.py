"""A network's output is turned into an array, and the error's hint about detach is misread."""
# torch: raises RuntimeError: Can't call numpy() on Tensor that requires grad
# report: https://github.com/pytorch/pytorch/pull/18481
import torch
from torch import nn

network = nn.Sequential(nn.Conv2d(3, 2, 3), nn.ReLU(), nn.Flatten(), nn.Linear(8, 4))
result = network(torch.randn(1, 3, 4, 4))
scores = result.numpy()  # expect: TAP105
