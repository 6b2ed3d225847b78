"""A function of torch's gives another tensor as a method does."""

# torch: runs
import torch
import torch.nn.functional as F



def bounded(scores):
    torch.clamp(scores, 0.0, 1.0)  # expect: TAP107
    F.relu(scores)  # expect: TAP107


scores = torch.tensor([-1.0, 2.0])
bounded(scores)
assert scores.tolist() == [-1.0, 2.0]
