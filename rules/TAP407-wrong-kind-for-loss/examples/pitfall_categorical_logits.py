"""Probabilities of 0.99 and 0.01, given as logits, become 0.73 and 0.27."""

# torch: runs
import torch
import torch.nn.functional as F
from torch import nn
from torch.distributions import Categorical

probs = torch.softmax(torch.tensor([4.6, 0.0]), dim=0)
policy = Categorical(logits=probs)  # expect: TAP407
assert policy.probs[0] < 0.75
