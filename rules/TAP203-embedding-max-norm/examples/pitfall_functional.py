"""F.embedding with max_norm scales the weight that it is given."""

# torch: raises RuntimeError: has been modified by an inplace operation
import torch
import torch.nn.functional as F

weight = torch.ones(3, 2, requires_grad=True)
projection = torch.ones(2, 2, requires_grad=True)
scores = weight @ projection  # expect: TAP203
rows = F.embedding(torch.tensor([0, 1]), weight, max_norm=1.0)
(scores.sum() + rows.sum()).backward()
