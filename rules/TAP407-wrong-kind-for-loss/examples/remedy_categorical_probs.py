"""Given as what they are, they stay what they are."""

# torch: runs
import torch
import torch.nn.functional as F
from torch import nn
from torch.distributions import Categorical

probs = torch.softmax(torch.tensor([4.6, 0.0]), dim=0)
policy = Categorical(probs=probs)
assert policy.probs[0] > 0.98
