"""What changes the tensor itself, or writes into another, needs nobody to take its result."""

# torch: runs
import torch
import torch.nn.functional as F

scores = torch.tensor([-1.0, 2.0])
scores.clamp_(-0.5, 1.0)
F.relu(scores, inplace=True)
clipped = torch.empty(2)
torch.clamp(scores, 0.0, 0.5, out=clipped)
assert scores.tolist() == [0.0, 1.0] and clipped.tolist() == [0.0, 0.5]
