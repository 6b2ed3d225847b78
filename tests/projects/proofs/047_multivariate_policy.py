import torch
from distributions import diagonal_gaussian

dist = diagonal_gaussian(torch.zeros(2), torch.tensor([0.1, 0.2]))
assert torch.allclose(dist.stddev, torch.tensor([0.1, 0.2]).sqrt())
