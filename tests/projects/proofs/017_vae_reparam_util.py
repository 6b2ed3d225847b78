import torch
from utils import reparameterize

torch.manual_seed(0)
logvar = torch.full((20000,), 2.0)
spread = reparameterize(torch.zeros(20000), logvar).var().log()
assert abs(spread - 4.0) < 0.1  # twice the logarithm that the divergence takes it for
