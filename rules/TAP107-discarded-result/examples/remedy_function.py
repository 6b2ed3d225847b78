"""The result gets a name, or the function changes its argument."""

# torch: runs
import torch
import torch.nn.functional as F

scores = torch.tensor([-1.0, 2.0])
scores = torch.clamp(scores, -1.0, 1.0)
F.relu(scores, inplace=True)
assert scores.tolist() == [0.0, 1.0]
