"""A call that is made for its error."""

# torch: runs
import torch

scores = torch.ones(2, 3)
try:
    scores.view(7)
except RuntimeError as error:
    print(error)
