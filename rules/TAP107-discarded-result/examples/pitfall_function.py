"""A function of torch's gives another tensor as a method does."""

# torch: runs
import torch
import torch.nn.functional as F

scores = torch.tensor([-1.0, 2.0])
torch.clamp(scores, 0.0, 1.0)  # expect: TAP107
F.relu(scores)  # expect: TAP107
assert scores.tolist() == [-1.0, 2.0]
